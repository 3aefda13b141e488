import { totalOf } from '../core/components.ts';
import type { PriceSeries } from '../core/series.ts';
import type { PricedSpan } from '../planner/types.ts';
import { holdsPrices, readOutside } from './outside/outside.ts';

/** Prices of one market over time, per kWh, whatever the source. */
export interface MarketPrices {
  readonly spans: readonly PricedSpan[];
  /** Paid for export, where the source says so. */
  readonly feedin?: readonly PricedSpan[];
  /** IANA zone of the market, where the source says so. */
  readonly timeZone?: string;
  /** ISO 4217, where the source says so. */
  readonly currency?: string;
}

/** True of a payload that holds prices, by its keys; any other is a demand. */
export const isPrices = holdsPrices;

/** The prices of a payload that holds some, as a device goes by them. Throws a `MessageError` that names what is wrong. */
export function readPrices(payload: object): MarketPrices {
  const { points, feedin, timeZone } = readOutside(payload);
  return {
    spans: spansOf(points),
    ...(feedin && { feedin: spansOf(feedin) }),
    ...(timeZone && { timeZone }),
  };
}

const spansOf = (points: PriceSeries): PricedSpan[] =>
  points.map((point) => ({ start: point.start, end: point.end, price: totalOf(point) }));
