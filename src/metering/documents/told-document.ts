import { z } from 'zod';
import { jsonPath } from '../../core/file-error.ts';
import { syntaxProblem } from '../../core/json-syntax.ts';
import type { ToldMeter } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterOptions } from '../types.ts';
import type { MeterDocument } from './document.ts';
import { homeDocuments } from './homes.ts';
import { hubDocuments } from './hubs.ts';
import { operatorDocuments } from './operators.ts';

const documents: readonly MeterDocument[] = [...homeDocuments, ...hubDocuments, ...operatorDocuments];

/** The entries of a JSON document in the first format whose key it has. */
export function toldDocument(text: string, options: MeterOptions): ToldMeter {
  const json = parsed(text);
  const first: unknown = Array.isArray(json) ? json[0] : json;
  const keys = typeof first === 'object' && first !== null ? Object.keys(first) : [];
  const document = documents.find(({ key }) => keys.includes(key));
  if (!document) throw new MeterFileError('unknown-format', { seen: keys.join(', ') });
  try {
    const { format, zone, cumulative = false, habits = {} } = document;
    return { format, zone, cumulative, habits, ...document.read(json, options) };
  } catch (error) {
    throw error instanceof z.ZodError ? misshapen(document, error) : error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MeterFileError(
      'json',
      { problem: syntaxProblem(text) ?? 'a number or text in it cannot be read' },
      { cause },
    );
  }
}

function misshapen({ format }: MeterDocument, cause: z.ZodError): MeterFileError {
  const [issue] = cause.issues;
  const place = jsonPath(issue?.path ?? []);
  return new MeterFileError('shape', { format, place, problem: issue?.message ?? '' }, { cause });
}
