import { horizonOf } from '../../../dist/src/planner/horizon.js';
import type { Demand, PlanState, SplitDemand } from '../../../dist/src/planner/types.js';
import { planWindow } from '../../../dist/src/planner/window/plan-window.js';
import { realPrices } from '../data/prices.mts';
import { batches } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { type Measure, ratioOf } from '../harness/ratio.mts';
import { bareTable, minutesOf } from '../yardsticks/bare-table.mts';
import { bareWindow, sumsOf } from '../yardsticks/bare-window.mts';
import { demandFigures } from './demands.mts';

/** Two days of quarter hours. */
const INTERVALS = 192;
const HORIZONS = 5;
const PIECE = 110;
/** Minutes in pieces that the yardstick of tables finds. */
const NEED = 200;

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

type Row = readonly [name: string, demand: Demand, offGrid: number, atMost: number];

/** Each demand, the minutes by which it is planned off the grid, and the budget: a fifth more than it took when that was set. */
const found: readonly Row[] = [
  ['contiguous', { ...terms, shape: 'contiguous', phases: [{ minutes: PIECE, kw: 2 }] }, 0, 2],
  ['contiguous, 5 phases', { ...terms, shape: 'contiguous', phases: dishwasher }, 0, 11],
  ['split', { ...terms, shape: 'split', need: { minutes: 200, kw: 11 } }, 0, 12],
];
/** The same of those that take a table, as their yardstick does. */
const weighed: readonly Row[] = [
  ['split, 3 starts, aligned', split(210, 3), 0, 0.19],
  ['split, 3 starts, off the grid', split(203, 3), 7, 0.62],
  ['split, 6 starts, off the grid', split(203, 6), 7, 0.54],
  ['split, 6 starts, uneven', split(403, 6, uneven), 7, 1.9],
  ['split, 6 starts, longest pause', split(203, 6, { maxOffMinutes: 240 }), 7, 2.3],
  ['split, 6 starts, uneven, longest pause', split(403, 6, { ...uneven, maxOffMinutes: 241 }), 7, 11],
];

/** Plans on two days each, taken from all over a series of quarter hours, each beside the plainest programme for such a question. */
export default async function planner(): Promise<Figure[]> {
  const spans = realPrices();
  const step = Math.floor((spans.length - INTERVALS) / (HORIZONS - 1));
  const horizons = Array.from({ length: HORIZONS }, (_, i) => horizonOf(spans.slice(i * step, i * step + INTERVALS)));
  const sums = horizons.map((horizon) => sumsOf(horizon.spans));
  const tables = horizons.map((horizon) => minutesOf(horizon.spans, NEED));
  const bareSums = batches(() => {
    for (const each of sums) bareWindow(each, 60 * PIECE);
  });
  const bareTables = batches(() => {
    for (const each of tables) bareTable(each);
  });
  const figureOf = async ([name, demand, offGrid, atMost]: Row, bare: Measure, yardstick: string) => {
    const ours = batches(() => {
      for (const horizon of horizons) planWindow(demand, horizon, (horizon.spans[0]?.start ?? 0) + 60 * offGrid, state);
    });
    const { times, ms } = await ratioOf(ours, bare, { seconds: 2 });
    return figure({ name: `plan: ${name}`, yardstick, atMost }, { times, ms: ms / HORIZONS });
  };
  const figures: Figure[] = [];
  for (const row of found) figures.push(await figureOf(row, bareSums, 'a piece found by bare sums'));
  for (const row of weighed) figures.push(await figureOf(row, bareTables, 'a bare table by the minute'));
  return [...figures, ...(await demandFigures(spans))];
}
