import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { CountryCode } from '../../core/markets.ts';
import type { Book, Company } from '../../pricing/book.ts';
import { RuledHolidays } from '../../pricing/calendar/holidays.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import { lazyRows } from '../rows.ts';
import type { Catalogue } from './catalogue.ts';
import { holdingsByCountry } from './public-facts.ts';

/**
 * The shipped catalogue as the build leaves it: checked there, so that no start pays for it, and a file per country that is
 * read when the country is first asked for.
 */

const INDEX = 'index.json.br';

interface Index {
  readonly sources: Catalogue['sources'];
  readonly holdings: NonNullable<Catalogue['holdings']>;
}

/** A book as JSON can hold it, with lists for its maps. */
interface Flat extends Omit<Book, 'companies' | 'tariffs' | 'holidays'> {
  readonly companies: readonly Company[];
  readonly tariffs: readonly Tariff[];
  readonly holidays: readonly string[];
}

/** Writes a catalogue into `dir`. */
export function compileCatalogue({ books, sources }: Catalogue, dir: string): void {
  mkdirSync(dir, { recursive: true });
  const holdings = holdingsByCountry(books);
  writeJson(join(dir, INDEX), { sources, holdings } satisfies Index);
  for (const [country, book] of books) writeJson(fileOf(dir, country), flattened(book));
}

/** Opens what `compileCatalogue` wrote. */
export function openCompiled(dir: string): Catalogue {
  const { sources, holdings }: Index = readJson(join(dir, INDEX));
  const countries = Object.keys(holdings) as CountryCode[];
  return { sources, holdings, books: lazyRows(countries, (country) => bookFrom(readJson(fileOf(dir, country)))) };
}

/** The test for a folder that `compileCatalogue` wrote. */
export const isCompiled = (dir: string): boolean => existsSync(join(dir, INDEX));

const fileOf = (dir: string, country: CountryCode) => join(dir, `${country.toLowerCase()}.json.br`);

/** Compressed: as text the catalogue would be an eighth of the installed package. */
const writeJson = (path: string, value: object) => writeFileSync(path, brotliCompressSync(JSON.stringify(value)));
const readJson = (path: string) => JSON.parse(brotliDecompressSync(readFileSync(path)).toString());

const flattened = (book: Book): Flat => ({
  ...book,
  companies: [...book.companies.values()],
  tariffs: [...book.tariffs.values()],
  holidays: book.holidays.rules,
});

const bookFrom = (flat: Flat): Book => ({
  ...flat,
  companies: byId(flat.companies),
  tariffs: byId(flat.tariffs),
  holidays: new RuledHolidays(flat.holidays),
});

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
