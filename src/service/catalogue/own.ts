import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, jsonPath, readAll } from '../../core/file-error.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { Book } from '../../pricing/book.ts';
import { lazyRows } from '../rows.ts';
import { bookIn } from './book-of-files.ts';
import { type Catalogue, countryFolders, readFolder, readSources, SOURCES } from './catalogue.ts';
import { countryFileReader, type PlacedFile } from './file.ts';
import { holdingsByCountry } from './public-facts.ts';

/** The folder of prices in a folder of one's own. */
export const OWN_PRICES = 'prices';

/**
 * Reads a folder of one's own: folders per country, whose files add to what `base` holds of it, and where they are wanted a
 * `sources.jsonc` and a folder of prices. Throws a `FileError` for all that is wrong, an id that `base` has
 * among it.
 */
export function besideCatalogue(base: Catalogue, dir: string): Catalogue {
  const folders = countryFolders(dir, [OWN_PRICES]);
  if (folders.size === 0 && !existsSync(join(dir, OWN_PRICES)))
    throw new FileError(dir, `must hold a folder for each country, named as de, or a folder ${OWN_PRICES}`);
  const read = countryFileReader();
  const files = new Map(readAll(folders, ([country, folder]) => [country, readFolder(country, folder, read)]));
  const books = new Map(
    readAll(files, ([country, own]) => [country, joined(country, own, base.books.get(country), folders.get(country))]),
  );
  const sources = join(dir, SOURCES);
  const countries = new Set([...base.books.keys(), ...books.keys()]);
  return {
    books: lazyRows(countries, (country) => books.get(country) ?? (base.books.get(country) as Book)),
    ...(base.holdings && { holdings: { ...base.holdings, ...holdingsByCountry(books) } }),
    sources: [...base.sources, ...(existsSync(sources) ? readSources(sources) : [])],
    own: new Map([...files].map(([country, own]) => [country, own.flatMap(({ content }) => tariffIds(content))])),
    ownCharges: new Map([...files].map(([country, own]) => [country, chargesIn(own)])),
  };
}

function joined(country: CountryCode, files: readonly PlacedFile[], base: Book | undefined, folder = ''): Book {
  readAll(files, (file) => assertFree(file, base));
  return bookIn(country, folder, files, base);
}

const chargesIn = (files: readonly PlacedFile[]) => ({
  levies: files.flatMap(({ content }) => content.levies),
  vat: files.flatMap(({ content }) => content.vat),
});

const tariffIds = ({ companies }: PlacedFile['content']) =>
  companies.flatMap(({ tariffs }) => tariffs.map(({ id }) => id));

function assertFree({ path, content }: PlacedFile, base: Book | undefined): void {
  const taken = (kind: 'company' | 'tariff', id: string, at: readonly PropertyKey[]) => {
    const holds = (kind === 'company' ? base?.companies : base?.tariffs)?.has(id);
    return holds
      ? [`${jsonPath([...at, 'id'])}: "${id}" is the id of a ${kind} that is there already; choose another`]
      : [];
  };
  const problems = content.companies.flatMap(({ id, tariffs }, i) => [
    ...taken('company', id, ['companies', i]),
    ...tariffs.flatMap((tariff, j) => taken('tariff', tariff.id, ['companies', i, 'tariffs', j])),
  ]);
  if (problems.length > 0) throw new FileError(path, problems);
}
