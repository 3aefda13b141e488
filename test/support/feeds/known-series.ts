import { type CountryCode, markets } from '../../../src/core/markets.ts';
import type { Resolution } from '../../../src/core/vocabulary.ts';
import type { KnownSeries, PricedPoint } from '../../../src/messages/series.ts';

export interface Wanted {
  readonly country: CountryCode;
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
  readonly resolution: Resolution;
  /** Of the interval counted from 0. */
  readonly total: (index: number) => number;
}

/** What a `price-series` knows, its points with `energy` and `total` alone. */
export function knownSeriesOf({ country, from, until, resolution, total }: Wanted): KnownSeries {
  const { timeZone, currency } = markets[country];
  const span = { start: Date.parse(from) / 1000, end: Date.parse(until) / 1000 };
  const prices: PricedPoint[] = [];
  for (let start = span.start; start < span.end; start += resolution) {
    const price = total(prices.length);
    prices.push({ start, end: start + resolution, energy: price, total: price });
  }
  return {
    country,
    timeZone,
    currency,
    unit: `${currency}/kWh`,
    resolution,
    source: { kind: 'service', fetchedAt: span.start, attribution: [] },
    fetchedAt: span.start,
    nextPoll: span.end,
    stale: false,
    missing: [],
    coverage: { from: span.start, until: span.end, today: true, tomorrow: false },
    tariff: { consumption: { id: 'hourly', type: 'dynamic' } },
    prices,
  };
}
