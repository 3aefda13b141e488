import type { Rules } from '../../../../src/planner/window/exact/run-rules.ts';
import type { SplitProblem } from '../../../../src/planner/window/exact/split-problem.ts';
import { at, hours } from '../planning.ts';
import type { Case } from '../random-demands.ts';
import { minOnLeftOf } from './enumeration.ts';

/** A case as the exact planner is asked for it. */
export function problemOf({ horizon, problem, demand }: Case): SplitProblem {
  const from = (demand.earliest ?? at(0)) / 60;
  const until = from + problem.prices.length;
  const { before, minOff, maxOff } = problem;
  const pause = before.on ? 0 : Math.max(0, minOff - before.minutes);
  return {
    horizon,
    from: from + pause,
    until,
    need: problem.need,
    limit: problem.limit,
    meanLimit: problem.meanLimit,
    spare: 0,
    tail: until - problem.tail,
    standing: [],
    rules: {
      minOn: Math.max(1, problem.minOn),
      minOff,
      maxOff,
      starts: problem.starts,
      from: from + pause,
      pauseEnd: from + minOff - (before.on ? 0 : before.minutes),
      lastFirstStart: Math.max(from + pause, Math.min(until, from + maxOff - (before.on ? 0 : before.minutes))),
      running: before.on,
      minOnLeft: minOnLeftOf(problem),
      latest: problem.latest,
    },
  };
}

export interface Wanted extends Partial<Omit<SplitProblem, 'rules'>> {
  readonly minutes: number;
  readonly rules?: Partial<Rules>;
}

/** So many minutes at a price for each hour from midnight, or some minutes later. */
export function asked(cents: readonly number[], { minutes: need, rules, ...more }: Wanted, later = 0): SplitProblem {
  const [from, until] = [at(later) / 60, at(60 * cents.length) / 60];
  const free = {
    minOn: 1,
    minOff: 0,
    maxOff: Number.POSITIVE_INFINITY,
    starts: Number.POSITIVE_INFINITY,
    minOnLeft: 0,
  };
  return {
    horizon: hours(...cents.map((price) => price / 100)),
    from,
    until,
    need,
    limit: Number.POSITIVE_INFINITY,
    meanLimit: Number.POSITIVE_INFINITY,
    spare: 0,
    tail: until,
    standing: [],
    ...more,
    rules: { ...free, from, pauseEnd: from, lastFirstStart: until, running: false, latest: false, ...rules },
  };
}
