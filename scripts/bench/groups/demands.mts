import type { PricedSpan } from '../../../dist/src/planner/types.js';
import { planWindow } from '../../../dist/src/planner/window/plan-window.js';
import { type RandomDemand, randomDemands } from '../data/random-demands.mts';
import { worked } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { quantile, type Ratio, ratioOf } from '../harness/ratio.mts';
import { bareTable, minutesOf } from '../yardsticks/bare-table.mts';

const DEMANDS = 400;
/** As few rounds as there may be: there are so many demands. */
const PATIENCE = { seconds: 0 };
const HOUR = 60;

/** A random demand, and for how long it holds up everything else. */
export interface Timed extends Ratio {
  readonly random: RandomDemand;
}

/** Each beside an hour by a bare table. */
export async function timed(demands: readonly RandomDemand[]): Promise<Timed[]> {
  const minutes = minutesOf(demands[0]?.horizon.spans ?? [], HOUR);
  const bare = worked(() => bareTable(minutes));
  const all: Timed[] = [];
  for (const random of demands) {
    const { demand, horizon, now, state } = random;
    const ours = worked(() => planWindow(demand, horizon, now, state));
    all.push({ random, ...(await ratioOf(ours, bare, PATIENCE)) });
  }
  return all;
}

/** How long random demands take that a message may make, over eight days of quarter hours. */
export async function demandFigures(spans: readonly PricedSpan[]): Promise<Figure[]> {
  const all = await timed(randomDemands(spans, DEMANDS));
  const [times, ms] = [all.map((each) => each.times), all.map((each) => each.ms)];
  const within = (share: number): Ratio => ({ times: quantile(times, share), ms: quantile(ms, share) });
  const yardstick = 'an hour by a bare table';
  return [
    figure({ name: 'plan: a random demand over eight days, median', yardstick, atMost: 0.56 }, within(0.5)),
    figure({ name: 'plan: a random demand over eight days, 99 of 100 within', yardstick, atMost: 24 }, within(0.99)),
  ];
}
