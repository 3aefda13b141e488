import { type CountryCode, markets } from '../../src/core/markets.ts';
import { isoTime, offsetsOver } from '../../src/core/time.ts';
import type { Resolution } from '../../src/core/vocabulary.ts';
import type { PriceEntry, SeriesPayload } from '../../src/messages/series.ts';

export interface Wanted {
  readonly country: CountryCode;
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
  readonly resolution: Resolution;
  /** Of the interval counted from 0. */
  readonly total: (index: number) => number;
}

/** A message of `price-series` whose entries carry `energy` and `total` alone. */
export function seriesMessageOf({ country, from, until, resolution, total }: Wanted): SeriesPayload {
  const { timeZone, currency } = markets[country];
  const span = { start: Date.parse(from) / 1000, end: Date.parse(until) / 1000 };
  const offsetAt = offsetsOver({ start: span.start, end: span.end + resolution }, timeZone);
  const iso = (instant: number) => isoTime(instant, offsetAt(instant));
  const prices: PriceEntry[] = [];
  for (let start = span.start; start < span.end; start += resolution) {
    const price = total(prices.length);
    prices.push({ start: iso(start), end: iso(start + resolution), energy: price, total: price });
  }
  return {
    country,
    timeZone,
    currency,
    unit: `${currency}/kWh`,
    resolution,
    fetchedAt: iso(span.start),
    nextPoll: iso(span.end),
    stale: false,
    missing: [],
    coverage: { from: iso(span.start), until: iso(span.end), today: true, tomorrow: false },
    tariff: { consumption: { id: 'hourly', type: 'dynamic' } },
    prices,
    attribution: [],
  };
}
