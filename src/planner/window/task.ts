import { type Bounds, laterMinutes } from '../bounds.ts';
import { minutesIn, type Stretch, stretchesOf, without } from '../stretches.ts';
import type { Outcome, SplitDemand } from '../types.ts';
import type { Rules } from './exact/run-rules.ts';
import { isLimited } from './limits.ts';

/** A split need, to be planned on known prices. */
export interface Task {
  readonly demand: SplitDemand;
  readonly rules: Rules;
  readonly bounds: Bounds;
  /** The time before the tail, with what has no room cut out of the prices. */
  readonly open: Bounds;
  /** True where gaps have to help out although there is time after the known prices. */
  readonly helpsOut: boolean;
  /** True where no plan on known prices is under way, which waiting would break off; a shortest run goes on meanwhile. */
  readonly mayWait: boolean;
  /** The stretch right before the deadline that runs in any case; empty when none does. */
  readonly tail: Stretch;
  /** The minutes that the tail should have. */
  readonly wish: number;
  /** All minutes that are left, those of the tail included. */
  readonly need: number;
  readonly standing: readonly Stretch[];
}

/** The outcome of runs that do not meet the need, or not as it was asked; `undefined` where they do. */
export function shortage(
  runs: readonly Stretch[],
  task: Task,
  planned: (task: Task) => readonly Stretch[],
): Outcome | undefined {
  const short = task.need - minutesIn(runs);
  if (short <= 0) return runs.length > 0 ? missedTail(runs, task) : { kind: 'idle', because: 'satisfied' };
  if (short <= laterMinutes(task.open)) return runs.length > 0 ? undefined : { kind: 'idle', because: 'waiting' };
  const because = causeOf(runs, task, planned);
  const isAll = because === 'price-limit' && runs.length === 0;
  return isAll ? { kind: 'idle', because } : { kind: 'short', shortMinutes: short, because };
}

/** What was to run right before the deadline and finds no start or no room there. */
function missedTail(runs: readonly Stretch[], { bounds, wish, demand }: Task): Outcome | undefined {
  const { from, deadline } = bounds;
  const missed = minutesIn(without([{ from: Math.max(from, deadline - wish), until: deadline }], runs));
  const because = bounds.blocked(demand.need.kw).length > 0 ? 'prices-end' : 'starts';
  return missed > 0 ? { kind: 'short', shortMinutes: missed, because } : undefined;
}

function causeOf(runs: readonly Stretch[], task: Task, planned: (task: Task) => readonly Stretch[]) {
  const { open, rules } = task;
  const room = (limit: number) => minutesIn(stretchesOf(open.horizon, open, limit));
  if (rules.starts === 0 && !rules.running) return 'starts';
  if (rules.starts < Number.POSITIVE_INFINITY && room(open.limit) > minutesIn(runs)) {
    const free = planned({ ...task, rules: { ...rules, starts: Number.POSITIVE_INFINITY } });
    if (minutesIn(free) > minutesIn(runs)) return 'starts';
  }
  if (open.from >= open.deadline && isLimited(open)) return 'price-limit';
  const isCut = open.meanLimit < Number.POSITIVE_INFINITY || room(open.limit) < room(Number.POSITIVE_INFINITY);
  return isCut ? 'price-limit' : 'prices-end';
}
