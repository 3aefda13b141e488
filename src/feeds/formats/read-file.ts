import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { FileError, jsonPath, unreadableText } from '../../core/file-error.ts';
import { parseJsonc } from '../../core/jsonc.ts';
import { readCsv } from './csv.ts';
import { readEntsoe } from './entsoe.ts';
import { jsonFormats } from './json-formats.ts';
import type { Readout, Wanted } from './quote.ts';

/** Reads a file of prices, in whatever format it shows to be. Throws a `FileError`. */
export function readPriceFile(path: string, wanted: Wanted): Readout {
  try {
    return readText(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), wanted);
  } catch (error) {
    throw new FileError(path, problemsOf(error), { cause: error });
  }
}

function readText(text: string, wanted: Wanted): Readout {
  const start = text.trimStart()[0];
  if (start === '<') return readEntsoe(text, wanted);
  if (start !== '{') return readCsv(text, wanted);
  const json = parseJsonc(text) as object;
  const [key] = Object.keys(jsonFormats).filter((name) => name in json);
  const read = key === undefined ? undefined : jsonFormats[key];
  if (!read) throw new Error(`$: one of the keys ${Object.keys(jsonFormats).join(', ')} must tell what it is`);
  return read(json, wanted);
}

function problemsOf(error: unknown): string[] {
  if (!(error instanceof z.ZodError)) return [error instanceof Error ? unreadableText(error) : String(error)];
  return error.issues.slice(0, 5).map(({ path, message }) => `${jsonPath(path)}: ${message}`);
}
