import { totalOf } from '../core/components.ts';
import { markets } from '../core/markets.ts';
import type { PriceSeries } from '../core/series.ts';
import type { Instant } from '../core/time.ts';
import type { Notice, PriceOrigin } from '../core/vocabulary.ts';
import type { PricedSpan } from '../planner/types.ts';
import { assertPlausible } from './outside/limits.ts';
import { holdsPrices, readOutside } from './outside/outside.ts';

/** Prices of one market over time, per kWh, whatever the source. */
export interface MarketPrices {
  readonly spans: readonly PricedSpan[];
  /** Paid for export, where the source says so. */
  readonly feedin?: readonly PricedSpan[];
  /** Prices as they are expected after `spans`, where the source says so. */
  readonly forecast?: readonly PricedSpan[];
  /** Gains per kWh from waiting 1, 2, … days for prices after `spans`, where the source says so. */
  readonly gains?: readonly number[];
  /** IANA zone of the market, where the source says so. */
  readonly timeZone?: string;
  /** ISO 4217, where the source says so. */
  readonly currency?: string;
}

/** Prices of a message, with their provenance but for the time at which they came. */
export interface ReceivedPrices extends MarketPrices {
  readonly origin: PriceOrigin;
  readonly attribution: readonly Notice[];
}

/** True of a payload that holds prices, by its keys; any other is a demand. */
export const isPrices = holdsPrices;

/** The prices of a payload that holds some, received at `now`, as a device goes by them. Throws a `MessageError` that names what is wrong. */
export function readPrices(payload: object, now: Instant): ReceivedPrices {
  const prices = readOutside(payload, now);
  const { points, feedin, forecast, forecastGains, country, currency, origin, attribution, ...said } = prices;
  assertPlausible(prices, currency ?? (country && markets[country].currency));
  const timeZone = said.timeZone ?? (country && markets[country].timeZone);
  return {
    spans: spansOf(points),
    ...(feedin && { feedin: spansOf(feedin) }),
    ...(forecast && { forecast: spansOf(forecast) }),
    ...(forecastGains && { gains: forecastGains }),
    ...(timeZone && { timeZone }),
    ...(currency && { currency }),
    origin,
    attribution,
  };
}

const spansOf = (points: PriceSeries): PricedSpan[] =>
  points.map((point) => ({ start: point.start, end: point.end, price: totalOf(point) }));
