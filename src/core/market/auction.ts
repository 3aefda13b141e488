import { type Dated, valueOn } from '../dated.ts';
import type { LocalDate } from '../time.ts';
import type { Resolution } from '../vocabulary.ts';

/** Facts of the coupled European day-ahead auction (SDAC), each by the delivery day from which it holds. */

/** Euro per kWh. */
export interface PriceLimits {
  readonly min: number;
  readonly max: number;
}

/**
 * The harmonised minimum and maximum clearing prices. Maximum: 4,000 EUR/MWh since May 2022. Minimum: -600 EUR/MWh from trading
 * day 2026-05-28 (notice of the exchanges, as published by OTE), whose auction is for the delivery day after it.
 */
const limits: readonly Dated<PriceLimits>[] = [
  { from: '', value: { min: -0.5, max: 4 } },
  { from: '2026-05-29', value: { min: -0.6, max: 4 } },
];

/** The limits of the auction for a delivery day. */
export const auctionLimits = (date: LocalDate): PriceLimits => valueOn(limits, date) as PriceLimits;

/** Seconds per traded price: quarter hours since October 2025. */
const usualIntervals: readonly Dated<Resolution>[] = [
  { from: '', value: 3600 },
  { from: '2025-10-01', value: 900 },
];
const hours: readonly Dated<Resolution>[] = [{ from: '', value: 3600 }];

/** Zones that trade other intervals. */
const intervals: Readonly<Record<string, readonly Dated<Resolution>[]>> = { CH: hours, 'IE-SEM': hours };

const intervalsOf = (zone: string) => intervals[zone] ?? usualIntervals;

/** Seconds per price of a zone's auction for a delivery day. */
export const tradedInterval = (zone: string, date: LocalDate): Resolution =>
  valueOn(intervalsOf(zone), date) as Resolution;

/** Seconds per price of a zone's newest auctions. */
export const latestInterval = (zone: string): Resolution => intervalsOf(zone).at(-1)?.value as Resolution;

/** The lowest and highest price that any auction allows. */
export const widestLimits: PriceLimits = {
  min: Math.min(...limits.map(({ value }) => value.min)),
  max: Math.max(...limits.map(({ value }) => value.max)),
};
