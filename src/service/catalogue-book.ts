import { type CountryCode, markets } from '../core/markets.ts';
import type { Book, Company, Scope } from '../pricing/book.ts';
import type { Tariff } from '../pricing/tariff.ts';
import type { CountryFile } from './catalogue-schema.ts';

/** The files of one country as its book. Throws an `Error` where they contradict each other. */
export function bookOf(country: CountryCode, files: readonly CountryFile[]): Book {
  const owners = files.flatMap((file) => file.companies);
  const book: Book = {
    country,
    companies: indexed('company', owners.map(companyOf)),
    tariffs: indexed('tariff', owners.flatMap(tariffsOf)),
    network: only('network', files) ?? fail('network must be given in one of the files'),
    exchangeRates: only('exchangeRates', files)?.rates ?? [],
    holidays: new Set(files.flatMap((file) => file.holidays)),
    vat: files.flatMap((file) => file.vat),
    levies: files.flatMap((file) => file.levies),
    areas: files.flatMap((file) => file.areas),
  };
  checkReferences(book);
  return book;
}

type CompanyEntry = CountryFile['companies'][number];

const companyOf = ({ tariffs, ...company }: CompanyEntry): Company => company;
const tariffsOf = ({ id, tariffs }: CompanyEntry): Tariff[] => tariffs.map((tariff) => ({ ...tariff, companyId: id }));

function fail(problem: string): never {
  throw new Error(problem);
}

function only<K extends 'network' | 'exchangeRates'>(key: K, files: readonly CountryFile[]): CountryFile[K] {
  const [value, second] = files.flatMap((file) => file[key] ?? []);
  if (second !== undefined) fail(`${key} must be given in one file only`);
  return value;
}

function indexed<T extends { readonly id: string }>(kind: string, items: readonly T[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const item of items) {
    if (index.has(item.id)) fail(`${kind} "${item.id}" is there twice`);
    index.set(item.id, item);
  }
  return index;
}

function checkReferences({ country, companies, tariffs, network, areas, levies, vat, exchangeRates }: Book): void {
  const isGrid = (id: string) => tariffs.get(id)?.sector === 'grid';
  const isSpot = [...tariffs.values()].some(({ versions }) => versions.some(({ price }) => price.kind === 'spot'));
  if (isSpot && exchangeRates.length === 0 && markets[country].currency !== 'EUR')
    fail(`exchangeRates must be given: exchange prices are in EUR, the market's in ${markets[country].currency}`);
  const scopes: readonly (Scope | undefined)[] = [...levies, ...vat].map((row) => row.scope);
  const operators = [...areas.map((area) => area.operator), ...scopes.flatMap((scope) => scope?.operators ?? [])];
  for (const id of operators) if (!companies.has(id)) fail(`operator "${id}" must be the id of a company`);
  if (network !== 'operator' && !isGrid(network.national))
    fail(`network.national "${network.national}" must be the id of a grid tariff`);
  for (const { id, householdTariff } of companies.values())
    if (householdTariff !== undefined && !(isGrid(householdTariff) && tariffs.get(householdTariff)?.companyId === id))
      fail(`householdTariff "${householdTariff}" must be the id of a grid tariff of company "${id}"`);
}
