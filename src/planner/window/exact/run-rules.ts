import type { Bounds } from '../../bounds.ts';
import type { Stretch } from '../../stretches.ts';
import type { PlanState, SplitDemand } from '../../types.ts';

/** The rules by which a device may be switched, in minutes; one that is not given is infinite. */
export interface Rules {
  readonly minOn: number;
  readonly minOff: number;
  readonly maxOff: number;
  /** Starts left. */
  readonly starts: number;
  /** No run starts before, by the bounds of the demand and the pause under way. */
  readonly from: number;
  /** The end of the shortest pause after the last run, the one under way included, or −∞ where none is known. */
  readonly pauseEnd: number;
  /** The longest pause lets the first start be no later, if it is not the run under way that goes on. */
  readonly lastFirstStart: number;
  /** The device runs at `from`, and must go on for so long then. */
  readonly running: boolean;
  readonly minOnLeft: number;
  readonly latest: boolean;
}

/** Minutes of a run that only a longest pause asks for. */
const LEAST_RUN = 5;
const DAY = 1440;

/**
 * The shortest run. Without one a longest pause would be ended for a minute: then each of the runs that the longest pauses
 * of a day ask for has an even share of the need, in steps of five minutes, or five at least.
 */
function shortestRun({ minOnMinutes = 0, maxOffMinutes, need }: SplitDemand): number {
  if (minOnMinutes > 0 || maxOffMinutes === undefined) return minOnMinutes;
  const share = need.minutes / Math.ceil(DAY / maxOffMinutes);
  const even = LEAST_RUN * Math.floor(share / LEAST_RUN);
  return Math.min(need.minutes, Math.max(LEAST_RUN, even));
}

export function rulesOf(demand: SplitDemand, bounds: Bounds, { output, delivered }: PlanState): Rules {
  const { minOffMinutes = 0, maxOffMinutes = Number.POSITIVE_INFINITY } = demand;
  const { now, running } = bounds;
  const minOn = shortestRun(demand);
  const since = output && !output.on ? output.since / 60 : now;
  const pauseEnd = output ? (running ? now : Math.ceil(since)) + minOffMinutes : Number.NEGATIVE_INFINITY;
  const from = running ? bounds.from : Math.max(bounds.from, pauseEnd);
  const ran = running && output ? Math.floor(now - output.since / 60) : 0;
  return {
    minOn: Math.max(1, minOn),
    minOff: minOffMinutes,
    maxOff: maxOffMinutes,
    starts: Math.max(0, (demand.maxStarts ?? Number.POSITIVE_INFINITY) - delivered.starts),
    from,
    pauseEnd,
    lastFirstStart: Math.max(from, Math.floor(since) + maxOffMinutes),
    running,
    minOnLeft: running ? Math.max(0, minOn - ran) : 0,
    latest: demand.prefer === 'latest',
  };
}

/** True where any rule says more than that the device runs in whole minutes. */
export function areStrict({ minOn, minOnLeft, minOff, maxOff, starts }: Rules): boolean {
  return minOn > 1 || minOnLeft > 0 || minOff > 0 || Math.min(maxOff, starts) < Number.POSITIVE_INFINITY;
}

/** The starts that runs take; to go on running is none. */
export function startsOf(runs: readonly Stretch[], { running, from }: Rules): number {
  return runs.length - (running && runs[0]?.from === from ? 1 : 0);
}
