import type { CountryCode } from '../../core/markets.ts';
import type { Book, Company } from '../../pricing/book.ts';
import { RuledHolidays } from '../../pricing/calendar/holidays.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import { leviesOver, vatOver } from './figures/own-rows.ts';
import type { PlacedFile } from './file.ts';
import { Contradiction, placed } from './place.ts';
import { checkReferences } from './references.ts';
import type { CountryFile } from './schema.ts';

/**
 * The files of a country's folder as its book, joined to what is held of it already. Throws a `FileError` where they
 * contradict each other.
 */
export function bookIn(country: CountryCode, folder: string, files: readonly PlacedFile[], base?: Book): Book {
  try {
    const contents = files.map(({ content }) => content);
    const book = bookOf(country, contents, base);
    checkReferences(book);
    return book;
  } catch (error) {
    throw error instanceof Contradiction ? placed(error, folder, files) : error;
  }
}

function bookOf(country: CountryCode, files: readonly CountryFile[], base?: Book): Book {
  const owners = files.flatMap((file) => file.companies);
  const parts = base ? [base, ...files] : files;
  const newestFirst = [...files, ...(base ? [base] : [])];
  const [vat, levies] = [files.flatMap((file) => file.vat), files.flatMap((file) => file.levies)];
  const rates = [base?.exchangeRates, ...files.map((file) => file.exchangeRates?.rates)];
  return {
    country,
    companies: indexed('company', [...(base?.companies.values() ?? []), ...owners.map(companyOf)]),
    tariffs: indexed('tariff', [...(base?.tariffs.values() ?? []), ...owners.flatMap(tariffsOf)]),
    network: only('network', parts, ({ network }) => network) ?? fail('network must be given in one of the files', []),
    networkFollowsContract: only('networkFollowsContract', parts, (part) => part.networkFollowsContract) ?? false,
    levyFree: only('levyFree', parts, ({ levyFree }) => (levyFree ? true : undefined)) ?? false,
    exchangeRates: only('exchangeRates', rates, (rows) => (rows?.length ? rows : undefined)) ?? [],
    holidays: new RuledHolidays([...(base?.holidays.rules ?? []), ...files.flatMap(({ holidays }) => holidays)]),
    vat: base ? vatOver(base.vat, vat) : vat,
    levies: base ? leviesOver(base.levies, levies) : levies,
    areas: parts.flatMap(({ areas }) => areas),
    taxAreas: parts.flatMap(({ taxAreas }) => taxAreas),
    territories: parts.flatMap(({ territories }) => territories),
    regions: parts.flatMap(({ regions }) => regions),
    // The first of rows with equal scopes counts, so those of the user's folder come first.
    standing: newestFirst.flatMap(({ standing = [] }) => standing),
    needed: newestFirst.flatMap(({ needed = [] }) => needed),
    schedules: newestFirst.flatMap(({ schedules }) => schedules),
  };
}

type CompanyEntry = CountryFile['companies'][number];

const companyOf = ({ tariffs, ...company }: CompanyEntry): Company => company;
const tariffsOf = ({ id, tariffs }: CompanyEntry): Tariff[] => tariffs.map((tariff) => ({ ...tariff, companyId: id }));

function fail(problem: string, keys: readonly string[], value?: string): never {
  throw new Contradiction(problem, keys, value);
}

/** The value that one of `parts` at the most may give. */
function only<T, V>(key: string, parts: readonly T[], read: (part: T) => V | undefined): V | undefined {
  const [value, second] = parts.map(read).filter((said) => said !== undefined);
  if (second !== undefined) fail(`must be given once, and is in another file or in the shipped catalogue`, [key]);
  return value;
}

function indexed<T extends { readonly id: string }>(kind: string, items: readonly T[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const item of items) {
    if (index.has(item.id)) fail(`${kind} "${item.id}" is there twice`, ['id'], item.id);
    index.set(item.id, item);
  }
  return index;
}
