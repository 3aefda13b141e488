import { type Bounds, fitsLater, idle, metBy, type UnpricedPlan } from '../bounds.ts';
import { gapsIn } from '../estimate.ts';
import { microsOf } from '../horizon.ts';
import type { Load } from '../load.ts';
import { isUnderWay } from '../standing.ts';
import { type Stretch, stretchesOf, without } from '../stretches.ts';
import type { ContiguousDemand, PlanState } from '../types.ts';
import { isLimited, keepsMean, soonestStart, takenStarts } from './limits.ts';
import { lacksSpread } from './spread.ts';
import { amountOf, sweep } from './sweep.ts';

/** One unbroken run of what is left of the load. */
export function planContiguous(bounds: Bounds, load: Load, demand: ContiguousDemand, state: PlanState): UnpricedPlan {
  const { minutes } = load;
  if (minutes === 0) return idle('satisfied');
  if (isUnderWay(bounds.now, state)) return runFrom(bounds.now, bounds, load);
  if (lacksSpread(bounds, demand.minSpread, state)) return idle('spread');
  if (bounds.from + minutes > bounds.deadline) return late(bounds, load) ?? unplanned(bounds, load);
  const mayWait = demand.whenUnknown === 'wait' || demand.whenUnknown === 'shortfall-now';
  const start = cheapestStart(bounds, load, demand.prefer);
  if (mayWait && fitsLater(bounds, minutes) && !isTempting(start, bounds, load, demand)) return idle('waiting');
  return start === undefined ? (late(bounds, load) ?? unplanned(bounds, load)) : runFrom(start, bounds, load);
}

/**
 * The run that misses a deadline by as little as possible. A limit may hold it back until the deadline; it is told
 * from the first, so that it is no news when it begins.
 */
function late(bounds: Bounds, load: Load): UnpricedPlan | undefined {
  const soonest = isLimited(bounds) ? soonestBelow(bounds, load) : soonestStart(bounds, load);
  const isLate = soonest + load.minutes > bounds.deadline && soonest < Number.POSITIVE_INFINITY;
  return isLate ? runFrom(soonest, bounds, load) : undefined;
}

/** The first start before the deadline, or at once, at which the limits are kept; infinite where there is none. */
function soonestBelow(bounds: Bounds, load: Load): number {
  const { from, deadline, known } = bounds;
  const last = Math.max(from, deadline - 1);
  if (last === Number.POSITIVE_INFINITY) return last;
  for (const free of startsOf({ ...bounds, until: known }, load)) {
    const start = firstBelow(bounds, load, { from: free.from, until: Math.min(free.until, last + 1) });
    if (start !== undefined) return start;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first of some starts at which the mean keeps its limit: it lies in the earlier half of them that has one. */
function firstBelow(bounds: Bounds, load: Load, { from, until }: Stretch): number | undefined {
  const best = { start: from, cost: Number.POSITIVE_INFINITY };
  if (from >= until) return undefined;
  if (bounds.meanLimit === Number.POSITIVE_INFINITY) return from;
  sweep(bounds.horizon, load, { from, until: until - 1 }, false, best);
  if (!keepsMean(bounds, load, best.cost)) return undefined;
  if (until - from === 1) return from;
  const middle = (from + until) >>> 1;
  return firstBelow(bounds, load, { from, until: middle }) ?? firstBelow(bounds, load, { from: middle, until });
}

function cheapestStart(bounds: Bounds, load: Load, prefer: ContiguousDemand['prefer']): number | undefined {
  const { horizon, from, published } = bounds;
  const best = { start: from, cost: Number.POSITIVE_INFINITY };
  const starts = startsOf(bounds, load);
  const find = (latest: boolean) => {
    for (const { from, until } of starts) sweep(horizon, load, { from, until: until - 1 }, latest, best);
  };
  find(prefer === 'latest');
  if (!keepsMean(bounds, load, best.cost)) return undefined;
  // Of starts that cost the same on estimates the last: until then more may be known.
  if (gapsIn(published, { from: best.start, until: best.start + load.minutes }).length > 0) find(true);
  const goesOn = bounds.running && starts[0]?.from === from && amountOf(horizon, load, from) === best.cost;
  return goesOn ? from : best.start;
}

/** The test that the mean price of a run is too low to wait for others. */
function isTempting(start: number | undefined, { horizon }: Bounds, load: Load, demand: ContiguousDemand): boolean {
  if (start === undefined || demand.noWaitBelow === undefined || demand.whenUnknown !== 'wait') return false;
  const amount = amountOf(horizon, load, start) ?? Number.POSITIVE_INFINITY;
  return amount < microsOf(demand.noWaitBelow, horizon.sense) * load.weight;
}

/** The minutes at which the load may start, by price limit, gaps and room. */
function startsOf(bounds: Bounds, load: Load): Stretch[] {
  const starts = stretchesOf(bounds.horizon, bounds, bounds.limit)
    .map(({ from, until }) => ({ from, until: until - load.minutes + 1 }))
    .filter(({ from, until }) => from < until);
  return without(starts, takenStarts(bounds, load));
}

function unplanned(bounds: Bounds, load: Load): UnpricedPlan {
  const { known, deadline } = bounds;
  if (fitsLater(bounds, load.minutes)) return idle('waiting');
  if (isLimited(bounds)) return idle('price-limit');
  const latest = deadline - load.minutes;
  const free = without([{ from: latest, until: latest + 1 }], takenStarts(bounds, load)).length > 0;
  if (known < deadline && deadline < Number.POSITIVE_INFINITY && free) return runFrom(latest, bounds, load);
  return { runs: [], outcome: { kind: 'short', shortMinutes: load.minutes, because: 'prices-end' } };
}

function runFrom(start: number, bounds: Bounds, { minutes }: Load): UnpricedPlan {
  const run = { from: start, until: start + minutes };
  return { runs: [run], outcome: metBy(bounds, [run]) };
}
