import type { Instant } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
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

/** Somebody knows of the load of the house. */
export const knowsLoad = (powers: Pick<Powers, 'expected'>, now: Instant): boolean =>
  powers.expected('consumption', now, 96) !== undefined;

/** What the sun leaves over the load of a house, by quarter hours from the one of `now` on; below 0 where it has to buy. */
export function balanceOf(powers: Pick<Powers, 'expected'>, now: Instant): Surplus[] {
  const solar = powers.expected('production', now, AHEAD);
  const load = powers.expected('consumption', now, AHEAD);
  const from = quarterOf(now);
  return Array.from({ length: AHEAD }, (_, i) => {
    const start = from + i * QUARTER_HOUR;
    return { start, end: start + QUARTER_HOUR, kw: (solar?.[i] ?? 0) - (load?.[i] ?? TYPICAL_LOAD) };
  });
}

/** What the house takes of its connection beside its devices where somebody knows of its load: what the sun is not expected to cover. */
export function ownLoadOf(powers: Pick<Powers, 'expected'>, now: Instant, balance = balanceOf(powers, now)): Surplus[] {
  if (!knowsLoad(powers, now)) return [];
  const own: Surplus[] = [];
  for (const { start, end, kw } of balance) {
    const ownKw = Math.max(0, -kw);
    const last = own.at(-1);
    if (last?.kw === ownKw) own[own.length - 1] = { ...last, end };
    else own.push({ start, end, kw: ownKw });
  }
  const start = own.at(-1)?.end ?? now;
  // Nobody knows when there will be room for what never had any.
  return [...own, { start, end: Number.POSITIVE_INFINITY, kw: leastOf(own) }];
}

/** kW that the house takes of its connection now beside its devices: 0 where nobody knows of its load. */
export function ownLoadAt(powers: Pick<Powers, 'expected'>, now: Instant): number {
  if (!knowsLoad(powers, now)) return 0;
  const [load = TYPICAL_LOAD] = powers.expected('consumption', now, 1) ?? [];
  const [sun = 0] = powers.expected('production', now, 1) ?? [];
  return Math.max(0, load - sun);
}

/** kW that the sun is expected to leave over now. */
export function surplusAt(powers: Pick<Powers, 'expected'>, now: Instant): number {
  const [sun = 0] = powers.expected('production', now, 1) ?? [];
  const [load = TYPICAL_LOAD] = powers.expected('consumption', now, 1) ?? [];
  return sun > 0 ? Math.max(0, sun - load) : 0;
}

export const leastOf = (own: readonly Surplus[]): number => (own.length > 0 ? Math.min(...own.map(({ kw }) => kw)) : 0);

/** The part of it that is left over. */
export const surplusIn = (balance: readonly Surplus[], exportKw: number | undefined): Surplus[] =>
  balance.filter(({ kw }) => kw > 0).map((each) => ({ ...each, ...(exportKw !== undefined && { exportKw }) }));

/** True where it is expected to be other than it was, or was not told at all. */
export function isOtherBalance(fresh: Surplus[] | undefined, before: Surplus[] | undefined, now: Instant): boolean {
  if (!fresh || !before) return fresh !== before;
  const known = new Map(before.map(({ start, kw }) => [start, kw]));
  // What is further away than was asked about is no news.
  return fresh.some(
    ({ start, kw }) => start >= now + WEATHER.from && Math.abs((known.get(start) ?? kw) - kw) > WEATHER.kw,
  );
}
