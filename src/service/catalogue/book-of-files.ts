import type { CountryCode } from '../../core/markets.ts';
import type { Book, Company } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { PlacedFile } from './file.ts';
import { Contradiction, placed } from './place.ts';
import { checkReferences } from './references.ts';
import type { CountryFile } from './schema.ts';

/**
 * The files of a country's folder as its book, joined to what is held of it already. Throws a `FileError` where they
 * contradict each other.
 */
export function bookIn(country: CountryCode, folder: string, files: readonly PlacedFile[], base?: CountryFile): Book {
  try {
    return bookOf(country, [...(base ? [base] : []), ...files.map(({ content }) => content)]);
  } catch (error) {
    throw error instanceof Contradiction ? placed(error, folder, files) : error;
  }
}

function bookOf(country: CountryCode, files: readonly CountryFile[]): Book {
  const owners = files.flatMap((file) => file.companies);
  const book: Book = {
    country,
    companies: indexed('company', owners.map(companyOf)),
    tariffs: indexed('tariff', owners.flatMap(tariffsOf)),
    network: only('network', files) ?? fail('network must be given in one of the files', []),
    networkFollowsContract: only('networkFollowsContract', files) ?? false,
    levyFree: only('levyFree', files) !== undefined,
    exchangeRates: only('exchangeRates', files)?.rates ?? [],
    holidays: new Set(files.flatMap((file) => file.holidays)),
    vat: files.flatMap((file) => file.vat),
    levies: files.flatMap((file) => file.levies),
    areas: files.flatMap((file) => file.areas),
    territories: files.flatMap((file) => file.territories),
    regions: files.flatMap((file) => file.regions),
    schedules: files.flatMap((file) => file.schedules),
  };
  checkReferences(book);
  return book;
}

type CompanyEntry = CountryFile['companies'][number];

const companyOf = ({ tariffs, ...company }: CompanyEntry): Company => company;
const tariffsOf = ({ id, tariffs }: CompanyEntry): Tariff[] => tariffs.map((tariff) => ({ ...tariff, companyId: id }));

function fail(problem: string, keys: readonly string[], value?: string): never {
  throw new Contradiction(problem, keys, value);
}

function only<K extends 'network' | 'networkFollowsContract' | 'levyFree' | 'exchangeRates'>(
  key: K,
  files: readonly CountryFile[],
): CountryFile[K] {
  const [value, second] = files.flatMap((file) => file[key] ?? []);
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
