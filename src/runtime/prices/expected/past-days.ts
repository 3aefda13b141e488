import { pointAt } from '../../../core/series.ts';
import type { Instant, Span } from '../../../core/time.ts';
import { QUARTER_HOUR } from '../../../core/vocabulary.ts';
import type { KnownPrice } from '../../../forecast/types.ts';

/** A local day and its prices, each for an equal part of it; `null` is not known. */
export interface PastDay extends Span {
  /** In hundred thousandths per kWh. */
  readonly prices: readonly (number | null)[];
}

/** Days that are kept, and how long ago the oldest may be: a forecast learns nothing from older ones. */
export const MOST_DAYS = 60;
const OLDEST = 90 * 86_400;
const PER_HOUR = 4;
const FINENESS = 1e5;

/** `past` with the prices of `known` in `days`, which replace what was known of the same time. */
export function withKnown(past: readonly PastDay[], known: readonly KnownPrice[], days: readonly Span[]): PastDay[] {
  const byStart = new Map(past.map((day) => [day.start, day]));
  for (const day of days) {
    if (!known.some(({ start, end }) => start < day.end && end > day.start)) continue;
    byStart.set(day.start, dayWith(byStart.get(day.start), known, day));
  }
  const all = [...byStart.values()].sort((a, b) => a.start - b.start).slice(-MOST_DAYS);
  const newest = all.at(-1)?.start ?? 0;
  return all.filter(({ start }) => start > newest - OLDEST);
}

function dayWith(before: PastDay | undefined, known: readonly KnownPrice[], { start, end }: Span): PastDay {
  const earlier = before ? quartersIn(before) : [];
  const quarters = Array.from({ length: (end - start) / QUARTER_HOUR }, (_, i) => {
    const point = pointAt(known, start + i * QUARTER_HOUR);
    return point ? Math.round(point.price * FINENESS) : (earlier[i] ?? null);
  });
  return { start, end, prices: asHours(quarters) };
}

function quartersIn({ start, end, prices }: PastDay): (number | null)[] {
  const perPrice = (end - start) / QUARTER_HOUR / prices.length;
  return prices.flatMap((price) => new Array<number | null>(perPrice).fill(price));
}

/** By the hour where no quarter of one differs from the others. */
function asHours(quarters: readonly (number | null)[]): readonly (number | null)[] {
  const isEven = quarters.every((price, i) => price === quarters[i - (i % PER_HOUR)]);
  return isEven ? quarters.filter((_, i) => i % PER_HOUR === 0) : quarters;
}

/** The prices that are known of `days`, in their order. */
export const knownIn = (days: readonly PastDay[]): KnownPrice[] =>
  days.flatMap(({ start, end, prices }) => {
    const step = (end - start) / prices.length;
    return prices.flatMap((price, i) =>
      price === null ? [] : [{ ...stepOf(start, i, step), price: price / FINENESS }],
    );
  });

const stepOf = (start: Instant, i: number, step: number): Span => ({
  start: start + i * step,
  end: start + (i + 1) * step,
});
