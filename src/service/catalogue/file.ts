import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { FileError, jsonPath } from '../../core/file-error.ts';
import { parseJsonc } from '../../core/jsonc.ts';
import { type CountryFile, countryFile, unitOf } from './schema.ts';
import { catalogueErrorMap } from './wording.ts';

/** A file of a country's folder, and where it lies. */
export interface PlacedFile {
  readonly path: string;
  readonly content: CountryFile;
}

/** Reads a file of a country whose prices are in `currency`. Throws a `FileError`. */
export type ReadCountryFile = (path: string, currency: string) => PlacedFile;

/** A reader for many files: a schema costs more than most files, and there is one for each unit. */
export function countryFileReader(): ReadCountryFile {
  const schemas = new Map<string, ReturnType<typeof countryFile>>();
  return (path, currency) => {
    const json = readJsonc(path);
    const { unit } = parsed(path, json, unitOf(currency));
    const schema = schemas.get(unit) ?? countryFile(unit);
    schemas.set(unit, schema);
    return { path, content: parsed(path, json, schema) };
  };
}

/** JSON with comments. Throws a `FileError`. */
export function readJsonc(path: string): unknown {
  try {
    return parseJsonc(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FileError(path, (error as Error).message.replace(/\s+/g, ' '), { cause: error });
  }
}

/** `json`, read from `path`, as `schema` reads it. Throws a `FileError` with a line for each thing that is wrong. */
export function parsed<T>(path: string, json: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(json, { error: catalogueErrorMap });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${jsonPath(issue.path)}: ${issueText(issue)}`);
  throw new FileError(path, problems, { cause: result.error });
}

/** Of a choice between shapes, what each of them would take. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  return issue.errors.map((issues) => issues.map(issueText).join(' and ')).join(', or: ');
}
