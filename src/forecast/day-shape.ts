import type { ForecastDay, KnownPrice } from './types.ts';

/** Seconds of a slot, the finest interval that exchanges trade. */
const SLOT = 900;
/** Slots of a day by the wall clock, whatever a clock change makes of it. */
export const QUARTERS = 96;
/** Seconds after midnight UTC at which all clocks of the European Union and of Britain change (Directive 2000/84/EC). */
const CHANGE = 3600;
const UTC_DAY = 86_400;
/** The share of a day that must be known for it to teach anything. */
const ENOUGH = 0.75;

/** A day that is known well enough: its prices by slot, NaN where one is missing, and their mean. */
export interface KnownDay extends ForecastDay {
  readonly prices: Float64Array;
  readonly mean: number;
}

/** The slot that the wall clock of `day` shows at `instant`, 0 to 95. */
export function slotAt({ start, end }: ForecastDay, instant: number): number {
  const change = start + ((((CHANGE - start) % UTC_DAY) + UTC_DAY) % UTC_DAY);
  // Before a clock change the wall clock has run on since the day's start, after it until the day's end.
  const seconds = instant < change ? instant - start : QUARTERS * SLOT - (end - instant);
  return Math.min(QUARTERS - 1, Math.max(0, Math.floor(seconds / SLOT)));
}

/** The slots of a day, one after the other. */
export const slotsOf = ({ start, end }: ForecastDay) =>
  Array.from({ length: (end - start) / SLOT }, (_, i) => ({ start: start + i * SLOT, end: start + (i + 1) * SLOT }));

/** The days of `days` that `history`, sorted, knows well enough. */
export function knownDays(history: readonly KnownPrice[], days: readonly ForecastDay[]): KnownDay[] {
  let from = 0;
  return days.flatMap((day) => {
    while ((history[from]?.end ?? Number.POSITIVE_INFINITY) <= day.start) from++;
    const prices = pricesOf(day, history, from);
    const known = prices.filter((price) => !Number.isNaN(price));
    if (known.length < ENOUGH * QUARTERS) return [];
    return [{ ...day, prices, mean: known.reduce((sum, price) => sum + price, 0) / known.length }];
  });
}

function pricesOf(day: ForecastDay, history: readonly KnownPrice[], from: number): Float64Array {
  const prices = new Float64Array(QUARTERS).fill(Number.NaN);
  for (let i = from; i < history.length; i++) {
    const known = history[i] as KnownPrice;
    if (known.start >= day.end) break;
    for (let at = Math.max(known.start, day.start); at < Math.min(known.end, day.end); at += SLOT)
      prices[slotAt(day, at)] = known.price;
  }
  return fillSpring(prices, day);
}

/** The hour that a spring change skips is as the one before it, so that the day is whole. */
function fillSpring(prices: Float64Array, { start, end }: ForecastDay): Float64Array {
  if (end - start >= QUARTERS * SLOT) return prices;
  return prices.map((price, slot) => (Number.isNaN(price) ? (prices[slot - 4] ?? price) : price));
}
