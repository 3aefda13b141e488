import type { Bounds } from '../bounds.ts';
import { indexAt, microsOf } from '../horizon.ts';
import { standsOnPrices } from '../standing.ts';
import type { PlanState } from '../types.ts';

/** True where a need has yet to be decided on, and known prices differ by less than `minSpread` asks. */
export function lacksSpread({ published, from, until, now }: Bounds, minSpread = 0, state: PlanState): boolean {
  if (minSpread === 0 || isDecided(now, state)) return false;
  const { starts, micros } = published;
  const first = indexAt(published, from);
  const prices = micros.filter((_, i) => i >= first && (starts[i] ?? until) < until);
  return prices.length > 0 && Math.max(...prices) - Math.min(...prices) < microsOf(minSpread, 'cost');
}

/** A plan on known prices stands, or a part of the need has run. */
const isDecided = (now: number, state: PlanState) => state.delivered.minutes > 0 || standsOnPrices(now, state);
