import { isDeepStrictEqual } from 'node:util';
import { type CountryCode, markets } from '../../../core/markets.ts';
import type { PriceSeries } from '../../../core/series.ts';
import { provenanceOf } from '../../../messages/provenance.ts';
import { type KnownSeries, leadingPoints, type SeriesFacts } from '../../../messages/series.ts';
import type { Holidays } from '../../../pricing/calendar/holidays.ts';
import { marketDays } from '../../market-days.ts';
import type { Keeping } from '../../store.ts';
import { type Outlook, taught, tellsEnergy, withPast } from './outlook.ts';
import { type OutlookMemory, openOutlookMemory } from './outlook-memory.ts';
import { MOST_DAYS } from './past-days.ts';
import { accuracyOf } from './track-record.ts';

/** What a series says of the days after it. */
export type Expected = Pick<KnownSeries, 'forecast' | 'forecastGains' | 'forecastAccuracy'>;

/** The prices past the known ones of one contract. */
interface Expectation {
  /** Learns from the prices of `facts`; what is expected after them. */
  after(facts: SeriesFacts): Expected;
  /** Learns from the prices of earlier days; `false` where they teach nothing new. */
  learn(past: readonly SeriesFacts[]): boolean;
  /** As many days are known as are of use. */
  readonly isFull: boolean;
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
  const known = new Map<CountryCode, Holidays>();
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
  holidaysIn: (country: CountryCode) => Holidays,
): Expectation {
  let last: { readonly key: string; readonly points: PriceSeries; readonly expected: Expected } | undefined;
  /** The days of `outlook` and of `points`, and those after them. */
  const daysOver = (country: CountryCode, points: PriceSeries, { days: [oldest] }: Outlook) => {
    const [start = 0, end = 0] = [points[0]?.start, points.at(-1)?.end];
    return marketDays(
      { start: Math.min(start, oldest?.start ?? start), end },
      markets[country].timeZone,
      holidaysIn(country),
    );
  };
  return {
    after(facts) {
      const points = leadingPoints(facts);
      if (points.length === 0) return {};
      const key = keyOf(subject, facts);
      if (last && last.key === key && isDeepStrictEqual(last.points, points)) return last.expected;
      const before = memory.recall(key);
      const days = daysOver(facts.country, points, before);
      const { outlook, expected: forecast, gains: forecastGains } = taught(before, points, days, facts.resolution);
      memory.keep(key, outlook);
      const forecastAccuracy = accuracyOf(outlook);
      const expected = {
        ...(forecast.length > 0 && { forecast, forecastGains }),
        ...(forecastAccuracy && { forecastAccuracy }),
      };
      last = { key, points, expected };
      return expected;
    },
    learn(past) {
      const learned = new Map<string, Outlook>();
      for (const facts of past) {
        const points = leadingPoints(facts);
        const key = keyOf(subject, facts);
        const before = learned.get(key) ?? memory.recall(key);
        const outlook = withPast(before, points, daysOver(facts.country, points, before));
        if (points.length === 0 || isDeepStrictEqual(outlook.days, before.days)) continue;
        // What was charged then may have changed since.
        learned.set(key, { ...outlook, surcharges: { ...outlook.surcharges, ...before.surcharges } });
      }
      for (const [key, outlook] of learned) memory.keep(key, outlook);
      if (learned.size > 0) last = undefined;
      return learned.size > 0;
    },
    get isFull() {
      return last !== undefined && memory.recall(last.key).days.length >= MOST_DAYS;
    },
  };
}

/** A replay is no real price, and a total none of an exchange. */
function keyOf(subject: unknown, facts: SeriesFacts): string {
  const { country, currency } = facts;
  const { kind, feed } = provenanceOf(facts);
  // The word under which version 0.1 kept what it learned from prices of messages.
  const [keptAs, given] = kind === 'external' ? ['own', feed] : [kind, null];
  return JSON.stringify([subject, country, currency, keptAs, given ?? null, tellsEnergy(leadingPoints(facts))]);
}
