import type { AttributionSource, CountryStatistics } from '../../api/bodies.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { type Instant, type LocalDate, localDate } from '../../core/time.ts';
import type { Sector } from '../../core/vocabulary.ts';
import type { Book } from '../../pricing/book.ts';
import { countPostalCodes } from '../../pricing/place/postal-count.ts';
import type { CreditedSource } from './schema.ts';

/** The two endpoints that need no token. */

/** The statistics of a country, and the day until which its levies are known. */
export interface Holdings extends CountryStatistics {
  /** The last day on which no fee is carried on past its validity; left out, none expires. */
  readonly feesUntil?: LocalDate;
}

/**
 * The holdings of a country, not what its listings show: a tariff that the household catalogue leaves out counts,
 * and so does its company (specification, "GET /public/country-stats").
 */
export function bookStatistics(book: Book): Holdings {
  const tariffs = [...book.tariffs.values()];
  const companies = (...of: Sector[]) =>
    new Set(tariffs.filter((tariff) => of.includes(tariff.sector)).map((tariff) => tariff.companyId)).size;
  const count = (sector: Sector) => tariffs.filter((tariff) => tariff.sector === sector).length;
  const fees = book.levies.filter((levy) => levy.component === 'fees');
  const [feesUntil] = fees.flatMap(({ rates }) => rates.at(-1)?.until ?? []).sort();
  return {
    ...(feesUntil !== undefined && { feesUntil }),
    companies: {
      consumption: companies('consumption'),
      feedin: companies('feedin'),
      grid: companies('grid'),
      total: companies('consumption', 'feedin'),
    },
    tariffs: { consumption: count('consumption'), feedin: count('feedin'), grid: count('grid') },
    hasTariffs: tariffs.length > 0,
    postalCodes: countPostalCodes(book.country, codesOf(book.areas), codesOf(book.territories)),
    hasFees: fees.length > 0,
    feeCoverageComplete: fees.length > 0 || book.levyFree,
    hasLocationScopedFees: [...fees, ...book.vat].some((row) => row.scope !== undefined),
  };
}

const codesOf = (rows: readonly { readonly codes: readonly string[] }[]) => rows.flatMap(({ codes }) => codes);

export const holdingsByCountry = (books: Iterable<[CountryCode, Book]>): Record<string, Holdings> =>
  Object.fromEntries([...books].map(([country, book]) => [country, bookStatistics(book)]));

/** `GET /public/country-stats` at `now`: the fees of a market are not complete once one of them has expired. */
export const statisticsAt = (
  holdings: Readonly<Record<string, Holdings>>,
  now: Instant,
): Record<string, CountryStatistics> =>
  Object.fromEntries(
    Object.entries(holdings).map(([country, { feesUntil = '9999-12-31', ...statistics }]) => {
      const today = localDate(now, markets[country as CountryCode].timeZone);
      const feeCoverageComplete = statistics.feeCoverageComplete && today <= feesUntil;
      return [country, { ...statistics, feeCoverageComplete }];
    }),
  );

/**
 * The sources to credit, of one market or of all; one that names no countries stands for every market. Where prices are
 * `live`, their sources take the place of those that are replayed.
 */
export function attributionOf(
  sources: readonly CreditedSource[],
  { country, live }: { country?: CountryCode | undefined; live?: readonly AttributionSource[] | undefined },
): AttributionSource[] {
  const credited = live
    ? [...sources.filter(({ replay }) => !replay), ...live]
    : sources.map(({ replay, ...source }) => source);
  return credited.filter(({ countries }) => !country || !countries || countries.includes(country));
}
