import type { PricedSpan } from '../../dist/src/planner/types.js';
import { planWindow } from '../../dist/src/planner/window/plan-window.js';
import { type Figure, figure } from './harness.mts';
import { type RandomDemand, randomDemands } from './random-demands.mts';

const DEMANDS = 2000;
/** What takes longer is planned again, so that nothing else on the machine is counted. */
const WORTH_REPEATING_MS = 5;
const REPEATS = 2;

/** A random demand with the milliseconds for which it holds up everything else. */
export interface Timed {
  readonly random: RandomDemand;
  readonly ms: number;
}

/** From the fastest to the slowest. */
export function timed(demands: readonly RandomDemand[]): Timed[] {
  const once = ({ demand, horizon, now, state }: RandomDemand) => {
    const begun = performance.now();
    planWindow(demand, horizon, now, state);
    return performance.now() - begun;
  };
  const all = demands.map((random) => {
    let ms = once(random);
    for (let i = 0; i < REPEATS && ms > WORTH_REPEATING_MS; i++) ms = Math.min(ms, once(random));
    return { random, ms };
  });
  return all.sort((a, b) => a.ms - b.ms);
}

/** The milliseconds within which so many of 100 are planned. */
export const within = (all: readonly Timed[], percent: number): number =>
  all[Math.ceil((percent / 100) * all.length) - 1]?.ms ?? 0;

/** How long random demands take that a message may make, over eight days of quarter hours. */
export function demandFigures(spans: readonly PricedSpan[]): Figure[] {
  const all = timed(randomDemands(spans, DEMANDS));
  return [
    figure('plan: a random demand over eight days, median', within(all, 50), 'ms'),
    figure('plan: a random demand over eight days, 99 of 100 within', within(all, 99), 'ms'),
  ];
}
