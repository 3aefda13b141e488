import type { PricedSpan } from '../../../dist/src/planner/types.js';
import { planWindow } from '../../../dist/src/planner/window/plan-window.js';
import { type RandomDemand, randomDemands } from '../data/random-demands.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { processorMs } from '../harness/processor-clock.mts';
import { median } from '../harness/ratio.mts';
import { bareTable, minutesOf } from '../yardsticks/bare-table.mts';
import { bareWindow, sumsOf } from '../yardsticks/bare-window.mts';

const DEMANDS = 400;
const BARE_RUNS = 20;
/** From one run of the bare table to the next. */
const DEMANDS_BETWEEN = 20;
const HOUR = 3600;

/** A random demand with the milliseconds for which it holds up everything else. */
export interface Timed {
  readonly random: RandomDemand;
  readonly ms: number;
}

/** From the fastest to the slowest. */
export function timed(demands: readonly RandomDemand[], between = () => {}): Timed[] {
  const all = demands.map((random) => {
    const { demand, horizon, now, state } = random;
    const begun = processorMs();
    planWindow(demand, horizon, now, state);
    const ms = processorMs() - begun;
    between();
    return { random, ms };
  });
  return all.sort((a, b) => a.ms - b.ms);
}

/** The milliseconds within which so many of 100 are planned. */
export const within = (all: readonly Timed[], percent: number): number =>
  all[Math.ceil((percent / 100) * all.length) - 1]?.ms ?? 0;

/** How long random demands take that a message may make, over eight days of quarter hours, beside the plainest programmes for so many. */
export function demandFigures(spans: readonly PricedSpan[]): Figure[] {
  const demands = randomDemands(spans, DEMANDS);
  const days = demands[0]?.horizon.spans ?? [];
  const [sums, minutes] = [sumsOf(days), minutesOf(days, HOUR / 60)];
  const [bareSums, bareTables]: [number[], number[]] = [[], []];
  const all = timed(demands, () => {
    bareSums.push(msOf(() => bareWindow(sums, HOUR)));
    // Seldom: it leaves nothing of the next demand's in the caches.
    if (bareSums.length % DEMANDS_BETWEEN === 0) bareTables.push(msOf(() => bareTable(minutes)));
  });
  const held = (name: string, percent: number, yardstick: string, bare: readonly number[], atMost: number) => {
    const ms = within(all, percent);
    return figure({ name, yardstick, atMost }, { times: ms / median(bare), ms });
  };
  return [
    held('plan: a random demand over eight days, median', 50, 'an hour found by bare sums', bareSums, 110),
    held('plan: a random demand over eight days, 99 of 100 within', 99, 'an hour by a bare table', bareTables, 14),
  ];
}

/** Milliseconds of one of some runs. */
function msOf(run: () => unknown): number {
  const begun = processorMs();
  for (let i = 0; i < BARE_RUNS; i++) run();
  return (processorMs() - begun) / BARE_RUNS;
}
