import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FileError } from '../../core/file-error.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { Book, Levy } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import { fileStamp } from '../file-stamp.ts';
import { rowsOf } from '../rows.ts';
import type { Catalogue } from './catalogue.ts';
import { leviesOver } from './figures/own-rows.ts';
import { parsed, readJsonc } from './file.ts';
import { date, nonEmptyText, periodList } from './rule.ts';
import { dated, priceTimes } from './schema.ts';

/** What feeds have told of a market's tariffs: files that are written while the service runs, over the catalogue's own figures. */

/** The folder of them in the folder of live prices; in it one for each country. */
export const TOLD = 'tariffs';

const price = priceTimes(1);
const toldFile = z.strictObject({
  figures: z.record(nonEmptyText, periodList(price)).default({}),
  levies: z.record(nonEmptyText, dated(price)).default({}),
  calendars: z.record(nonEmptyText, z.record(date, nonEmptyText)).default({}),
});
type ToldFile = z.output<typeof toldFile>;

/**
 * `base` with what lies in `dir` at the moment; a book is another as soon as a file of its country is. `want` hears of each
 * country that is asked for.
 */
export function withTold(base: Catalogue, dir: string, want: (country: CountryCode) => void = () => {}): Catalogue {
  const made = new Map<CountryCode, { readonly stamp: string; readonly book: Book }>();
  function bookOf(country: CountryCode): Book | undefined {
    const book = base.books.get(country);
    const files = filesOf(join(dir, country.toLowerCase()));
    if (!book || files.length === 0) return book;
    const stamp = files.map((file) => `${file} ${fileStamp(file)}`).join();
    const known = made.get(country);
    if (known?.stamp === stamp) return known.book;
    const fetched = files.flatMap(readTold).reduce(bookWith, book);
    // A user's own levies replace those of a feed, too.
    const told = { ...fetched, levies: leviesOver(fetched.levies, base.ownCharges?.get(country)?.levies ?? []) };
    made.set(country, { stamp, book: told });
    return told;
  }
  function get(country: CountryCode): Book | undefined {
    want(country);
    return bookOf(country);
  }
  return { ...base, books: { ...rowsOf(() => base.books.keys(), bookOf), get } };
}

/** None where the folder is not there yet. */
function filesOf(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => join(folder, name));
}

/** Nothing of a file that is wrong: then the catalogue's figures hold. */
function readTold(file: string): ToldFile[] {
  try {
    return [parsed(file, readJsonc(file), toldFile)];
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** Figures of tariffs and levies that the book does not hold are nobody's. */
function bookWith(book: Book, { figures, levies, calendars }: ToldFile): Book {
  const told = ([id, tariff]: [string, Tariff]): [string, Tariff] => {
    const periods = tariff.sector === 'grid' ? figures[id] : undefined;
    return [id, periods ? { ...tariff, told: { kind: 'periods', periods } } : tariff];
  };
  return {
    ...book,
    tariffs: new Map([...book.tariffs].map(told)),
    levies: book.levies.map((levy) => (levy.scope ? levy : levyWith(levy, levies[levy.name]))),
    calendars: { ...book.calendars, ...calendars },
  };
}

/** Before the first day that was told the catalogue's rates hold. */
function levyWith(levy: Levy, rates: Levy['rates'] = []): Levy {
  const [first] = rates;
  return first ? { ...levy, rates: [...levy.rates.filter(({ from }) => from < first.from), ...rates] } : levy;
}
