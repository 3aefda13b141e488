import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, readAll, unreadableText } from '../../core/file-error.ts';
import { type CountryCode, countryCode, countryCodes, markets } from '../../core/markets.ts';
import type { LocalDate } from '../../core/time.ts';
import type { Book } from '../../pricing/book.ts';
import { lazyRows, type Rows } from '../rows.ts';
import { bookIn } from './book-of-files.ts';
import { countryFileReader, type PlacedFile, parsed, type ReadCountryFile, readJsonc } from './file.ts';
import type { Holdings } from './public-facts.ts';
import { type CreditedSource, sourcesFile } from './schema.ts';

/** Everything the service holds. */
export interface Catalogue {
  readonly books: Rows<CountryCode, Book>;
  readonly sources: readonly CreditedSource[];
  /** The day of a bundle of figures; left out, `figuresDate` of the sources. */
  readonly version?: LocalDate;
  /** The holdings of each country; left out, they are counted in the books. */
  readonly holdings?: Readonly<Record<string, Holdings>>;
  /** Ids of the tariffs that a folder of one's own added to each country. */
  readonly own?: ReadonlyMap<CountryCode, readonly string[]>;
  /** Levies and VAT of the same folder, which no other source replaces. */
  readonly ownCharges?: ReadonlyMap<CountryCode, OwnCharges>;
}

/** Levies and VAT of a user's folder. */
export type OwnCharges = Pick<Book, 'levies' | 'vat'>;

/**
 * Reads a folder with a `sources.jsonc` and one folder per country, named by its code, of `*.jsonc` files.
 * Throws a `FileError` that names the file, the place in it and what is allowed there.
 */
export function loadCatalogue(dir: string): Catalogue {
  const { books, sources } = openCatalogue(dir);
  return { books: new Map(readAll(books.keys(), (code) => [code, books.get(code) as Book])), sources };
}

/** The same, but a country is read when it is first asked for. */
export function openCatalogue(dir: string): Catalogue {
  const folders = countryFolders(dir);
  const read = countryFileReader();
  return {
    books: lazyRows(folders.keys(), (country) => readBook(country, folders.get(country) ?? dir, read)),
    sources: readSources(join(dir, SOURCES)),
  };
}

export const SOURCES = 'sources.jsonc';

/** The data sources to credit. Throws a `FileError`. */
export const readSources = (path: string): readonly CreditedSource[] =>
  parsed(path, readJsonc(path), sourcesFile).sources;

/** The folders of `dir` by the country they are named after; `others` may lie beside them. */
export function countryFolders(dir: string, others: readonly string[] = []): ReadonlyMap<CountryCode, string> {
  const names = entriesOf(dir).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const wanted = names.filter((name) => !others.includes(name));
  return new Map(
    readAll(wanted, (name) => {
      const country = countryCode(name);
      const allowed = [...countryCodes, ...others].join(', ');
      if (!country) throw new FileError(join(dir, name), `the folder must be named ${allowed}`);
      return [country, join(dir, name)];
    }),
  );
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    throw new FileError(dir, unreadableText(error as Error), { cause: error });
  }
}

/** The files of a country's folder, each checked by itself. */
export function readFolder(country: CountryCode, folder: string, read: ReadCountryFile): PlacedFile[] {
  const names = readdirSync(folder).filter((name) => /\.jsonc?$/.test(name));
  return readAll(names, (name) => read(join(folder, name), markets[country].currency));
}

const readBook = (country: CountryCode, folder: string, read: ReadCountryFile): Book =>
  bookIn(country, folder, readFolder(country, folder, read));
