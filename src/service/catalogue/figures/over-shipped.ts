import { isDeepStrictEqual } from 'node:util';
import { isFileError } from '../../../core/file-error.ts';
import type { CountryCode } from '../../../core/markets.ts';
import type { Book, Levy } from '../../../pricing/book.ts';
import type { Tariff } from '../../../pricing/tariff.ts';
import { lazyRows } from '../../rows.ts';
import { bookIn } from '../book-of-files.ts';
import type { Catalogue } from '../catalogue.ts';
import type { PlacedFile } from '../file.ts';
import type { CountryFile } from '../schema.ts';
import type { Bundle } from './bundle.ts';
import { sameScope } from './own-rows.ts';

/**
 * `base` with the figures of a bundle. Each list of a country that the bundle has replaces the list of `base`; companies and
 * tariffs that it lacks stay, and so do rows of `base` in a list of which a row was skipped.
 */
export function withBundle(base: Catalogue, bundle: Bundle): Catalogue {
  const { holdings, ...rest } = base;
  const countries = new Set([...base.books.keys(), ...bundle.countries]);
  return {
    ...rest,
    version: bundle.version,
    sources: bundle.sources,
    books: lazyRows(countries, (country) => readableBook(country, base.books.get(country), bundle)),
  };
}

/** A market that cannot be read keeps the figures of the package: such a bundle is installed by a version that could read it. */
function readableBook(country: CountryCode, base: Book | undefined, bundle: Bundle): Book {
  try {
    return bundledBook(country, base, bundle);
  } catch (error) {
    if (base && isFileError(error)) return base;
    throw error;
  }
}

/** The book of a country with the figures of a bundle. @throws FileError where its rows contradict each other. */
export function bundledBook(country: CountryCode, base: Book | undefined, bundle: Bundle): Book {
  if (base && !bundle.countries.includes(country)) return base;
  const { files, skipped } = bundle.read(country);
  const lists = new Set(skipped.map(({ list }) => list));
  return bookIn(country, `${country} of the bundle`, base ? filled(files, base, lists) : files);
}

/** The files, and one more with everything of `base` that they lack. */
function filled(files: readonly PlacedFile[], base: Book, partial: ReadonlySet<string>): PlacedFile[] {
  const given = files.map(({ content }) => content);
  const lacks = <K extends keyof CountryFile>(key: K) => given.every((content) => content[key] === undefined);
  function kept<T>(
    list: 'levies' | 'vat' | 'areas' | 'taxAreas' | 'territories' | 'regions' | 'schedules' | 'standing' | 'needed',
    isSame: (a: T, b: T) => boolean,
  ) {
    const rows = given.flatMap((content) => content[list] as readonly unknown[] as readonly T[]);
    const held = (base[list] ?? []) as readonly unknown[] as readonly T[];
    return rows.length === 0 || partial.has(list)
      ? held.filter((row) => !rows.some((other) => isSame(row, other)))
      : [];
  }
  const holidays = given.flatMap((content) => content.holidays);
  const owners = given.flatMap(({ companies }) => companies);
  const ids = new Set(owners.flatMap(({ tariffs }) => tariffs.map(({ id }) => id)));
  const missing = [...base.tariffs.values()].filter(({ id }) => !ids.has(id));
  const tariffsOf = (company: string) => missing.filter(({ companyId }) => companyId === company).map(withoutCompany);
  const others = [...base.companies.values()].filter(({ id }) => !owners.some((owner) => owner.id === id));
  const rest: CountryFile = {
    ...(lacks('network') && { network: base.network }),
    ...(lacks('networkFollowsContract') && { networkFollowsContract: base.networkFollowsContract }),
    ...(lacks('levyFree') && base.levyFree && { levyFree: { source: 'this package' } }),
    ...(lacks('exchangeRates') && { exchangeRates: { source: 'this package', rates: [...base.exchangeRates] } }),
    holidays: holidays.length === 0 || partial.has('holidays') ? [...base.holidays.rules] : [],
    vat: kept('vat', sameScope),
    levies: kept<Levy>('levies', (a, b) => a.name === b.name && sameScope(a, b)),
    areas: kept('areas', isDeepStrictEqual),
    taxAreas: kept('taxAreas', isDeepStrictEqual),
    territories: kept('territories', isDeepStrictEqual),
    regions: kept<{ readonly id: string }>('regions', (a, b) => a.id === b.id),
    schedules: kept('schedules', sameScope),
    standing: kept('standing', isDeepStrictEqual),
    needed: kept('needed', sameScope),
    companies: others.map((company) => ({ ...company, tariffs: tariffsOf(company.id) })),
  } as CountryFile;
  const own = files.map(({ path, content }) => ({
    path,
    content: {
      ...content,
      companies: content.companies.map((company) => ({
        ...company,
        tariffs: [...company.tariffs, ...tariffsOf(company.id)],
      })),
    },
  }));
  return [...own, { path: `${base.country} of the package`, content: rest }];
}

const withoutCompany = ({ companyId, ...tariff }: Tariff) => tariff;
