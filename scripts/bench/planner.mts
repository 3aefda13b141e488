import { horizonOf } from '../../dist/src/planner/horizon.js';
import type { Demand, Horizon, PlanState, PricedSpan, SplitDemand } from '../../dist/src/planner/types.js';
import { planWindow } from '../../dist/src/planner/window/plan-window.js';
import type { Benchmark } from './harness.mts';

/** Two days of quarter hours. */
const INTERVALS = 192;
const HORIZONS = 20;

const terms = { prefer: 'earliest', whenUnknown: 'plan-known' } as const;
const state: PlanState = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
const dishwasher = [
  { minutes: 15, kw: 0.1 },
  { minutes: 25, kw: 2.2 },
  { minutes: 40, kw: 0.1 },
  { minutes: 17, kw: 2.2 },
  { minutes: 30, kw: 0.05 },
] as const;
const split = (minutes: number, maxStarts: number, more: Partial<SplitDemand> = {}): Demand => ({
  ...terms,
  shape: 'split',
  need: { minutes, kw: 11 },
  minOnMinutes: 30,
  minOffMinutes: 30,
  maxStarts,
  ...more,
});
/** Runs and pauses that keep no step with the quarter hours: the hardest there is to weigh. */
const uneven = { minOnMinutes: 17, minOffMinutes: 13 };

/** Plans on two days each, taken from all over a series of quarter hours. */
export function plannerBenchmarks(spans: readonly PricedSpan[]): Benchmark[] {
  const step = Math.floor((spans.length - INTERVALS) / (HORIZONS - 1));
  const horizons = Array.from({ length: HORIZONS }, (_, i) => horizonOf(spans.slice(i * step, i * step + INTERVALS)));
  const benchmark = (name: string, demand: Demand, budget: NonNullable<Benchmark['budget']>, offGrid = 0) =>
    ({ name: `plan: ${name}`, run: planOnNext(horizons, demand, offGrid), budget }) satisfies Benchmark;
  return [
    benchmark(
      'contiguous',
      { ...terms, shape: 'contiguous', phases: [{ minutes: 110, kw: 2 }] },
      { perSecond: 200_000 },
    ),
    benchmark('contiguous, 5 phases', { ...terms, shape: 'contiguous', phases: dishwasher }, { perSecond: 40_000 }),
    benchmark('split', { ...terms, shape: 'split', need: { minutes: 200, kw: 11 } }, { perSecond: 40_000 }),
    benchmark('split, 3 starts, aligned', split(210, 3), { perSecond: 3000 }),
    benchmark('split, 3 starts, off the grid', split(203, 3), { perSecond: 150 }, 7),
    benchmark('split, 6 starts, off the grid', split(203, 6), { perSecond: 150, slowestMs: 25 }, 7),
    benchmark('split, 6 starts, uneven', split(403, 6, uneven), { slowestMs: 100 }, 7),
    benchmark('split, 6 starts, longest pause', split(203, 6, { maxOffMinutes: 240 }), { slowestMs: 25 }, 7),
    benchmark(
      'split, 6 starts, uneven, longest pause',
      split(403, 6, { ...uneven, maxOffMinutes: 241 }),
      { slowestMs: 100 },
      7,
    ),
  ];
}

function planOnNext(horizons: readonly Horizon[], demand: Demand, offGridMinutes: number): () => void {
  let next = 0;
  return () => {
    const horizon = horizons[next++ % horizons.length] as Horizon;
    planWindow(demand, horizon, (horizon.spans[0]?.start ?? 0) + 60 * offGridMinutes, state);
  };
}
