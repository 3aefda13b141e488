import { isDeepStrictEqual } from 'node:util';
import { type CountryCode, markets } from '../../../core/markets.ts';
import type { PriceSeries } from '../../../core/series.ts';
import type { LocalDate } from '../../../core/time.ts';
import { type KnownSeries, leadingPoints, type SeriesFacts } from '../../../messages/series.ts';
import type { Keeping } from '../../store.ts';
import { marketDays } from './market-days.ts';
import { taught, tellsEnergy } from './outlook.ts';
import { type OutlookMemory, openOutlookMemory } from './outlook-memory.ts';
import { accuracyOf } from './track-record.ts';

/** What a series says of the days after it. */
export type Expected = Pick<KnownSeries, 'forecast' | 'forecastAccuracy'>;

/** The prices past the known ones of one contract. */
interface Expectation {
  /** Learns from the prices of `facts`; what is expected after them. */
  after(facts: SeriesFacts): Expected;
}

/** The expectations of a node. */
export interface Expectations extends Pick<OutlookMemory, 'close'> {
  /** @param contract tells its prices from those of others. */
  of(contract: unknown): Expectation;
}

/**
 * @param source the service; its prices are not those of another.
 * @param onProblem hears of a memory that cannot be read or written.
 */
export async function openExpectations(
  keeping: Keeping | undefined,
  source: string,
  onProblem: (error: Error) => void,
): Promise<Expectations> {
  const memory = await openOutlookMemory(keeping, onProblem);
  const { shippedCatalogue } = await import('../../../service/catalogue/shipped.ts');
  const known = new Map<CountryCode, ReadonlySet<LocalDate>>();
  const holidaysIn = (country: CountryCode) => {
    const holidays = known.get(country) ?? shippedCatalogue().books.get(country)?.holidays ?? new Set();
    known.set(country, holidays);
    return holidays;
  };
  return {
    of: (contract) => expectation(memory, [source, contract], holidaysIn),
    close: memory.close,
  };
}

function expectation(
  memory: OutlookMemory,
  subject: unknown,
  holidaysIn: (country: CountryCode) => ReadonlySet<LocalDate>,
): Expectation {
  let last: { readonly key: string; readonly points: PriceSeries; readonly expected: Expected } | undefined;
  return {
    after(facts) {
      const points = leadingPoints(facts);
      const [first, newest] = [points[0], points.at(-1)];
      if (!first || !newest) return {};
      const { country, resolution } = facts;
      const key = keyOf(subject, facts);
      if (last && last.key === key && isDeepStrictEqual(last.points, points)) return last.expected;
      const before = memory.recall(key);
      const start = Math.min(first.start, before.days[0]?.start ?? first.start);
      const days = marketDays({ start, end: newest.end }, markets[country].timeZone, holidaysIn(country));
      const { outlook, expected: forecast } = taught(before, points, days, resolution);
      memory.keep(key, outlook);
      const forecastAccuracy = accuracyOf(outlook);
      const expected = { ...(forecast.length > 0 && { forecast }), ...(forecastAccuracy && { forecastAccuracy }) };
      last = { key, points, expected };
      return expected;
    },
  };
}

/** A replay is no real price, and a total none of an exchange. */
function keyOf(subject: unknown, facts: SeriesFacts): string {
  const { country, currency, origin: { kind, feed } = { kind: 'service' } } = facts;
  const given = kind === 'own' && feed;
  return JSON.stringify([subject, country, currency, kind, given || null, tellsEnergy(leadingPoints(facts))]);
}
