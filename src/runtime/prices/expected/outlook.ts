import { totalOf } from '../../../core/components.ts';
import type { PriceSeries } from '../../../core/series.ts';
import type { Resolution } from '../../../core/vocabulary.ts';
import { slotAt } from '../../../forecast/day-shape.ts';
import { forecastWithGains } from '../../../forecast/forecast.ts';
import type { ExpectedPrice, ForecastDay, KnownPrice } from '../../../forecast/types.ts';
import type { ExpectedPoint } from '../../../messages/series.ts';
import { knownIn, type PastDay, withKnown } from './past-days.ts';
import { type SurchargesByKind, totalWith, withSurcharges } from './surcharges.ts';
import { judged, recorded, round4, type TrackRecord } from './track-record.ts';

/** Everything that the prices of one contract have taught about those to come. */
export interface Outlook extends TrackRecord {
  /** Prices of the exchange, or totals where a price came without its parts. */
  readonly days: readonly PastDay[];
  /** None where `days` are totals. */
  readonly surcharges: SurchargesByKind;
}

export const newOutlook: Outlook = { days: [], surcharges: {}, made: [], verdicts: [] };

/** The test that every point tells its exchange price. */
export const tellsEnergy = (points: PriceSeries): boolean => points.every(({ energy }) => energy !== undefined);

/** The outlook once `points` are known, and what is expected after them. `days` reach from its oldest day to the last to come. */
export function taught(
  outlook: Outlook,
  points: PriceSeries,
  days: readonly ForecastDay[],
  resolution: Resolution,
): { readonly outlook: Outlook; readonly expected: readonly ExpectedPoint[]; readonly gains: readonly number[] } {
  const learned = withPast(outlook, points, days);
  const until = points.at(-1)?.end ?? 0;
  const known = knownIn(learned.days).filter(({ end }) => end <= until);
  const { prices, gains } = forecastWithGains(known, days);
  const totals = prices.map((price) => totalOn(price, days, learned.surcharges));
  const expected = resampled(totals, resolution).map(({ start, end, price, low, high }) => ({
    start,
    end,
    total: round4(price),
    low: round4(low),
    high: round4(high),
  }));
  // Charges per kWh are the same on any day, but VAT is paid on the gain.
  const { vat = 0 } = learned.surcharges.working ?? learned.surcharges.other ?? {};
  return {
    outlook: { ...learned, ...recorded(judged(outlook, points), expected) },
    expected,
    gains: gains.map((gain) => round4(gain * (1 + vat))),
  };
}

/** The outlook with past `points`, from which no forecast was made. */
export function withPast(outlook: Outlook, points: PriceSeries, days: readonly ForecastDay[]): Outlook {
  const byEnergy = tellsEnergy(points);
  const known: KnownPrice[] = points.map((point) => ({
    start: point.start,
    end: point.end,
    price: byEnergy ? (point.energy ?? 0) : totalOf(point),
  }));
  return {
    ...outlook,
    days: withKnown(outlook.days, known, days),
    surcharges: byEnergy ? withSurcharges(outlook.surcharges, points, days) : {},
  };
}

/** The exchange price with what its day adds to it, as the newest day of that kind did. */
function totalOn(price: ExpectedPrice, days: readonly ForecastDay[], surcharges: SurchargesByKind): ExpectedPrice {
  const day = days.find(({ end }) => price.start < end);
  const added = day && (surcharges[day.kind] ?? surcharges.working ?? surcharges.other);
  if (!added) return price;
  const total = (energy: number) => totalWith(added, energy, slotAt(day, price.start));
  return { ...price, price: total(price.price), low: total(price.low), high: total(price.high) };
}

/** Means over the intervals of `resolution`. */
function resampled(prices: readonly ExpectedPrice[], resolution: Resolution): ExpectedPrice[] {
  const groups = new Map<number, ExpectedPrice[]>();
  for (const price of prices) {
    const interval = Math.floor(price.start / resolution);
    const group = groups.get(interval);
    if (group) group.push(price);
    else groups.set(interval, [price]);
  }
  return [...groups.values()].map((group) => {
    const mean = (of: (price: ExpectedPrice) => number) => group.reduce((sum, one) => sum + of(one), 0) / group.length;
    return {
      start: group[0]?.start ?? 0,
      end: group.at(-1)?.end ?? 0,
      price: mean(({ price }) => price),
      low: mean(({ low }) => low),
      high: mean(({ high }) => high),
    };
  });
}
