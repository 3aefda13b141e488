import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { quarterOf } from '../../messages/power/quarters.ts';
import type { Surplus } from '../../planner/house/surplus.ts';
import type { Powers } from './powers.ts';

/** kW of a house of which nothing is known: 3500 kWh a year. */
export const TYPICAL_LOAD = 0.4;
/** Beyond the next hour, which leans on what is measured, a change of sun or load by so many kW is news. */
export const WEATHER = { kw: 0.05, from: 3600 };
/** Eight days of quarter hours, as far as prices are expected. */
const AHEAD = 768;

/** Somebody knows of the sun of the next day. */
export const knowsSun = (powers: Pick<Powers, 'expected'>, now: Instant): boolean =>
  powers.expected('production', now, 96) !== undefined;

/** The sun that the house leaves over, by quarter hours from the one of `now` on; `undefined` where nobody knows of a sun. */
export function surplusOf(powers: Pick<Powers, 'expected'>, now: Instant, exportKw?: number): Surplus[] | undefined {
  const solar = powers.expected('production', now, AHEAD);
  if (!solar) return undefined;
  const load = powers.expected('consumption', now, AHEAD);
  const from = quarterOf(now);
  return solar.flatMap((sun, i) => {
    const kw = (sun ?? 0) - (load?.[i] ?? TYPICAL_LOAD);
    const start = from + i * QUARTER_HOUR;
    return kw > 0 ? { start, end: start + QUARTER_HOUR, kw, ...(exportKw !== undefined && { exportKw }) } : [];
  });
}

/** True where another surplus is expected than was at first, or one at all. */
export function isOtherSurplus(fresh: Surplus[] | undefined, before: Surplus[] | undefined, now: Instant): boolean {
  if (!fresh || !before) return fresh !== before;
  const known = new Map(before.map(({ start, kw }) => [start, kw]));
  const starts = new Set([...fresh, ...before].map(({ start }) => start));
  const present = new Map(fresh.map(({ start, kw }) => [start, kw]));
  // What is further away than was asked about is no news.
  const until = quarterOf(now) + (AHEAD - 96) * QUARTER_HOUR;
  return [...starts].some(
    (start) =>
      start >= now + WEATHER.from &&
      start < until &&
      Math.abs((present.get(start) ?? 0) - (known.get(start) ?? 0)) > WEATHER.kw,
  );
}
