import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import type { AttributionSource } from '../api/bodies.ts';
import { type CountryCode, countryCode, markets } from '../core/markets.ts';
import type { Book } from '../pricing/book.ts';
import { bookOf } from './catalogue-book.ts';
import { CatalogueError } from './catalogue-error.ts';
import { type CountryFile, countryFile, sourcesFile, unitOf } from './catalogue-schema.ts';

/** Everything the service holds, checked. */
export interface Catalogue {
  readonly books: ReadonlyMap<CountryCode, Book>;
  readonly sources: readonly AttributionSource[];
}

/**
 * Reads a folder with a `sources.jsonc` and one folder per country, named by its code, of `*.jsonc` files.
 * Throws a `CatalogueError` that names the file, the place in it and what is allowed there.
 */
export function loadCatalogue(dir: string): Catalogue {
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const books = folders.map(({ name }) => loadBook(join(dir, name)));
  const sourcesPath = join(dir, 'sources.jsonc');
  return {
    books: new Map(books.map((book) => [book.country, book])),
    sources: parse(sourcesPath, readJson(sourcesPath), sourcesFile).sources,
  };
}

function loadBook(folder: string): Book {
  const country = countryCode(basename(folder));
  if (!country) throw new CatalogueError(folder, `the folder must be named ${Object.keys(markets).join(', ')}`);
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonc'));
  const files = names.map((name) => readCountryFile(join(folder, name), markets[country].currency));
  try {
    return bookOf(country, files);
  } catch (error) {
    throw new CatalogueError(folder, (error as Error).message, { cause: error });
  }
}

function readCountryFile(path: string, currency: string): CountryFile {
  const json = readJson(path);
  return parse(path, json, countryFile(parse(path, json, unitOf(currency)).unit));
}

/** JSON with comments that take whole lines. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, ''));
  } catch (error) {
    throw new CatalogueError(path, (error as Error).message, { cause: error });
  }
}

function parse<T>(path: string, json: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${jsonPath(issue.path)}: ${issue.message}`);
  throw new CatalogueError(path, problems.join('; '), { cause: result.error });
}

/** `companies[0].tariffs[1].name`; the file as a whole is `$`. */
const jsonPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || '$';
