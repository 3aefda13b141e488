import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Horizon, Phase, Plan, PlanState, PricedSpan, Terms } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';

/** 2026-11-20T00:00Z; tests count minutes from there. */
const MIDNIGHT = 1_795_132_800;
export const at = (minute: number) => MIDNIGHT + 60 * minute;
export const minuteOf = (instant: number) => (instant - MIDNIGHT) / 60;

/** One price per stretch of `minutes` from midnight; `null` is a gap. */
export function priced(minutes: number, prices: readonly (number | null)[]): PricedSpan[] {
  return prices.flatMap((price, i) =>
    price === null ? [] : [{ start: at(i * minutes), end: at((i + 1) * minutes), price }],
  );
}

export const hours = (...prices: (number | null)[]): Horizon => horizonOf(priced(60, prices));

export const idleState: PlanState = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
const terms = { prefer: 'earliest', whenUnknown: 'plan-known' } as const satisfies Terms;

export const contiguous = (minutes: number, more: Partial<Demand> = {}): Demand =>
  ({ ...terms, shape: 'contiguous', phases: [{ minutes, kw: 1 }], ...more }) as Demand;
export const phased = (phases: readonly [Phase, ...Phase[]], more: Partial<Terms> = {}): Demand => ({
  ...terms,
  shape: 'contiguous',
  phases,
  ...more,
});
export const split = (minutes: number, more: Partial<Demand> = {}): Demand =>
  ({ ...terms, shape: 'split', need: { minutes, kw: 1 }, ...more }) as Demand;

/** A plan in minutes after midnight. */
export const runsOf = ({ runs }: Plan) => runs.map(({ start, end }) => [minuteOf(start), minuteOf(end)]);

export function plan(demand: Demand, horizon: Horizon, now = 0, state: Partial<PlanState> = {}): Plan {
  return planWindow(demand, horizon, at(now), { ...idleState, ...state });
}

/** Runs of a standing plan, in minutes after midnight. */
export const standing = (...runs: readonly (readonly [number, number])[]) =>
  runs.map(([from, until]) => ({ start: at(from), end: at(until), kw: 1, energyKwh: (until - from) / 60, cost: 0 }));
