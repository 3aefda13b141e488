import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode } from '../../core/markets.ts';
import type { LocalDate } from '../../core/time.ts';
import type { Book, Company } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import { lazyRows } from '../rows.ts';
import type { Catalogue } from './catalogue.ts';
import { statisticsByCountry } from './public-facts.ts';

/**
 * The shipped catalogue as the build leaves it: checked there, so that no start pays for it, and a file per country that is
 * read when the country is first asked for.
 */

const INDEX = 'index.json';

interface Index {
  readonly sources: Catalogue['sources'];
  readonly statistics: NonNullable<Catalogue['statistics']>;
}

/** A book as JSON can hold it, with lists for its maps. */
interface Flat extends Omit<Book, 'companies' | 'tariffs' | 'holidays'> {
  readonly companies: readonly Company[];
  readonly tariffs: readonly Tariff[];
  readonly holidays: readonly LocalDate[];
}

/** Writes a catalogue into `dir`. */
export function compileCatalogue({ books, sources }: Catalogue, dir: string): void {
  mkdirSync(dir, { recursive: true });
  const statistics = statisticsByCountry(books);
  writeFileSync(join(dir, INDEX), JSON.stringify({ sources, statistics } satisfies Index));
  for (const [country, book] of books) writeFileSync(fileOf(dir, country), JSON.stringify(flattened(book)));
}

/** Opens what `compileCatalogue` wrote. */
export function openCompiled(dir: string): Catalogue {
  const { sources, statistics }: Index = readJson(join(dir, INDEX));
  const countries = Object.keys(statistics) as CountryCode[];
  return { sources, statistics, books: lazyRows(countries, (country) => bookFrom(readJson(fileOf(dir, country)))) };
}

/** The test for a folder that `compileCatalogue` wrote. */
export const isCompiled = (dir: string): boolean => existsSync(join(dir, INDEX));

const fileOf = (dir: string, country: CountryCode) => join(dir, `${country.toLowerCase()}.json`);

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

const flattened = (book: Book): Flat => ({
  ...book,
  companies: [...book.companies.values()],
  tariffs: [...book.tariffs.values()],
  holidays: [...book.holidays],
});

const bookFrom = (flat: Flat): Book => ({
  ...flat,
  companies: byId(flat.companies),
  tariffs: byId(flat.tariffs),
  holidays: new Set(flat.holidays),
});

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
