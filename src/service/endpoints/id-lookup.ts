import type { CountryCode } from '../../core/markets.ts';
import type { Sector } from '../../core/vocabulary.ts';
import type { Book, Company } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import { badRequest } from '../errors.ts';
import type { Directories, Directory, Role } from './directory.ts';

/**
 * Reads an id where it stands: companies and tariffs are two namespaces, ids are case-sensitive, and an id that
 * names something else is refused with 400 saying what (specification, "Errors").
 */

/** The place an id was given in; `field` is its parameter or path segment. */
export interface IdContext {
  readonly field: string;
  readonly country: CountryCode;
  readonly sector: Sector;
}

/** The company that `id` names on a `/{company}/tariffs` path: a supplier, or on `grid` a network operator. */
export function companyAt(countries: Directories, place: IdContext, id: string): Company {
  const directory = countries.get(place.country);
  const company = directory?.book.companies.get(id);
  if (!directory || !company) throw refusal(place, otherThan('company', countries, place, id));
  const [wanted, other]: [Role, Role] =
    place.sector === 'grid' ? ['network operator', 'supplier'] : ['supplier', 'network operator'];
  if (!directory.plays(wanted, id)) throw refusal(place, `"${id}" names a ${other}, not a ${wanted}`);
  return company;
}

/** The tariff of the place's country and sector that `id` names. */
export function tariffAt(countries: Directories, place: IdContext, id: string): Tariff {
  const tariff = countries.get(place.country)?.book.tariffs.get(id);
  if (!tariff) throw refusal(place, otherThan('tariff', countries, place, id));
  if (tariff.sector === place.sector) return tariff;
  throw refusal(place, `"${id}" is a tariff of sector ${tariff.sector}, not of ${place.sector}`);
}

const refusal = ({ field }: IdContext, message: string) => badRequest(`${field}: ${message}`);

type Kind = 'company' | 'tariff';
const others = { company: 'tariff', tariff: 'company' } as const;

const holds = (book: Book, kind: Kind, id: string) => (kind === 'company' ? book.companies : book.tariffs).has(id);

/** The thing that `id` names, when in this country it is no `wanted`. */
function otherThan(wanted: Kind, countries: Directories, { country }: IdContext, id: string): string {
  const holders = (kind: Kind) => [...countries].filter(([, { book }]) => holds(book, kind, id)).map(([code]) => code);
  const other = others[wanted];
  if (holders(other).includes(country)) return `"${id}" names a ${other}, not a ${wanted}`;
  const [abroad] = holders(wanted);
  if (abroad) return `the ${wanted} "${id}" belongs to ${abroad}, not to ${country}`;
  const [elsewhere] = holders(other);
  if (elsewhere) return `"${id}" names a ${other} of ${elsewhere}, not a ${wanted}`;
  const alike = listedIds(countries.get(country), wanted).find((listed) => listed.toLowerCase() === id.toLowerCase());
  if (alike) return `the ${wanted} "${id}" does not exist; it differs only in case from "${alike}"`;
  return `the ${wanted} "${id}" does not exist`;
}

/** Ids that a listing shows: no answer names any other of its own accord. */
function listedIds(directory: Directory | undefined, kind: Kind): string[] {
  const listed = [...(directory?.book.tariffs.values() ?? [])].filter((tariff) => tariff.household);
  return listed.map((tariff) => (kind === 'tariff' ? tariff.id : tariff.companyId));
}
