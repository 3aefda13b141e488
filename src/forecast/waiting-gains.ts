import type { KnownDay } from './day-shape.ts';
import type { ExpectedDay } from './expected-day.ts';

/** Gains are learned for waits of up to so many days. */
const MAX_WAIT_DAYS = 7;
/** A day is rated by the mean of its three cheapest hours. */
const RATED_SLOTS = 12;
/** The first days of a history have no reliable estimates. */
const UNRELIABLE_DAYS = 6;
/** Gains that are known from fewer days are chance. */
const MIN_DAYS = 14;
/** Standard errors by which a gain may be smaller than its mean. */
const CAUTION = 0.5;

/**
 * Gains per kWh from waiting 1, 2, … days: how much less the cheapest hours cost than the cheapest estimate, if each evening
 * decides whether the next day is used or the remaining days are awaited. Optimal stopping by backward induction over the known
 * days, less half a standard error, so that a market whose prices do not return to their mean has no gain.
 * @param expectations the estimates made after each of `days`.
 */
export function waitingGains(days: readonly KnownDay[], expectations: readonly ExpectedDay[]): number[] {
  const prices = days.map((day) => cheapestMean(day.prices));
  const estimates = expectations.map((expected, i) => minimaAfter(i, days, expected));
  const gains: number[] = [];
  let later: readonly number[] = [];
  for (let n = 1; n <= MAX_WAIT_DAYS; n++) {
    const limitAfter = (i: number) => (estimates[i]?.[n - 2] ?? Number.POSITIVE_INFINITY) - (gains.at(-1) ?? 0);
    later = days.slice(n).map((_, i) => {
      const next = prices[i + 1] ?? 0;
      return n === 1 || next <= limitAfter(i + 1) ? next : (later[i + 1] ?? next);
    });
    const saved = later.map((price, i) => (estimates[i]?.[n - 1] ?? price) - price);
    gains.push(certainMean(saved.slice(UNRELIABLE_DAYS), n));
  }
  return gains;
}

/** The cheapest estimate of the next day, of the next two days, … after day `i`. */
function minimaAfter(i: number, days: readonly KnownDay[], expected: ExpectedDay): number[] {
  let min = Number.POSITIVE_INFINITY;
  return days.slice(i + 1, i + 1 + MAX_WAIT_DAYS).map(({ kind }, k) => {
    min = Math.min(min, cheapestMean(expected(kind, k + 1)));
    return min;
  });
}

/** A missing price is `NaN`, which is sorted to the end. */
const cheapestMean = (prices: Float64Array): number =>
  prices
    .toSorted()
    .subarray(0, RATED_SLOTS)
    .reduce((sum, price) => sum + price, 0) / RATED_SLOTS;

/** The mean less `CAUTION` standard errors, at least 0; of `overlap` consecutive values, one is independent. */
function certainMean(values: readonly number[], overlap: number): number {
  if (values.length < MIN_DAYS) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.max(0, mean - CAUTION * Math.sqrt((variance * overlap) / values.length));
}
