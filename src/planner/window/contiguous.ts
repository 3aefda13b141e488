import { type Bounds, fitsLater, idle, metBy, type UnpricedPlan } from '../bounds.ts';
import type { Load } from '../load.ts';
import { isUnderWay } from '../standing.ts';
import { type Stretch, stretchesOf, without } from '../stretches.ts';
import type { ContiguousDemand, PlanState } from '../types.ts';
import { isLimited, keepsLimits, keepsMean, soonestStart, takenStarts } from './limits.ts';
import { lacksSpread } from './spread.ts';
import { amountOf, sweep } from './sweep.ts';

/** One unbroken run of what is left of the load. */
export function planContiguous(bounds: Bounds, load: Load, demand: ContiguousDemand, state: PlanState): UnpricedPlan {
  const { minutes } = load;
  if (minutes === 0) return idle('satisfied');
  if (isUnderWay(bounds.now, state)) return runFrom(bounds.now, bounds, load);
  if (lacksSpread(bounds, demand.minSpread, state)) return idle('spread');
  if (bounds.from + minutes > bounds.deadline) {
    const soonest = soonestStart(bounds, load);
    if (keepsLimits(bounds, load, soonest)) return runFrom(soonest, bounds, load);
  }
  if (demand.whenUnknown !== 'plan-known' && fitsLater(bounds, minutes)) return idle('waiting');
  const start = cheapestStart(bounds, load, demand.prefer);
  return start === undefined ? unplanned(bounds, load) : runFrom(start, bounds, load);
}

function cheapestStart(bounds: Bounds, load: Load, prefer: ContiguousDemand['prefer']): number | undefined {
  const { horizon, from } = bounds;
  const best = { start: from, cost: Number.POSITIVE_INFINITY };
  const starts = startsOf(bounds, load);
  for (const each of starts) {
    sweep(horizon, load, { from: each.from, until: each.until - 1 }, prefer === 'latest', best);
  }
  if (!keepsMean(bounds, load, best.cost)) return undefined;
  const goesOn = bounds.running && starts[0]?.from === from && amountOf(horizon, load, from) === best.cost;
  return goesOn ? from : best.start;
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
  const until = start + minutes;
  return { runs: [{ from: start, until }], outcome: metBy(bounds, until) };
}
