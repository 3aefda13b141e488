import { type Bounds, fitsLater, idle, laterMinutes, metBy, type UnpricedPlan } from '../bounds.ts';
import { microsOf } from '../horizon.ts';
import { loadOf } from '../load.ts';
import { restOf } from '../standing.ts';
import { cutOut, joined, minutesIn, type Stretch, stretchesOf, without } from '../stretches.ts';
import type { Outcome, PlanState, SplitDemand } from '../types.ts';
import { areStrict, type Rules, rulesOf } from './exact/run-rules.ts';
import { solve } from './exact/solve.ts';
import { extend } from './extension.ts';
import { fill } from './filling.ts';
import { isLimited, keepsLimits, soonestStart } from './limits.ts';
import { lacksSpread } from './spread.ts';

/** Any number of runs that add up to what is left of the need. */
export function planSplit(given: Bounds, rest: number, demand: SplitDemand, state: PlanState): UnpricedPlan {
  const { from, ...switching } = rulesOf(demand, given, state);
  const known = Math.max(given.known, from);
  const bounds = { ...given, from, known, until: Math.max(from, Math.min(known, given.deadline)) };
  const [first] = stretchesOf(bounds.horizon, bounds, bounds.limit);
  const possible = first?.from === from ? first.until - from : 0;
  const lastFirstStart = Math.max(switching.lastFirstStart, first?.from ?? from);
  const rules = { from, ...switching, lastFirstStart, minOnLeft: Math.min(switching.minOnLeft, possible) };
  const need = rest === 0 ? rules.minOnLeft : Math.max(rest, rules.running ? rules.minOnLeft : rules.minOn);
  if (need === 0 && !demand.preconditionMinutes && demand.alsoBelowPrice === undefined) return idle('satisfied');
  if (lacksSpread(bounds, demand.minSpread, state)) return idle('spread');
  const through = runThrough(bounds, need, demand, rules);
  if (through) return { runs: [through], outcome: metBy(bounds, through.until) };
  const task = taskOf(bounds, need, demand, rules, restOf(state.standing, bounds.now));
  const runs = cheapest(task);
  return { runs, outcome: outcomeOf(runs, task) };
}

/** The run that must begin at once: the deadline is out of reach, or to be reached only so and all prices unknown. */
function runThrough(bounds: Bounds, need: number, { need: { kw } }: SplitDemand, rules: Rules): Stretch | undefined {
  const slack = bounds.deadline - bounds.from - need;
  const isUrgent = slack < 0 || (slack === 0 && bounds.known === bounds.from);
  if (need === 0 || !isUrgent || (rules.starts === 0 && !rules.running)) return undefined;
  const load = loadOf([{ minutes: need, kw }]);
  const from = soonestStart(bounds, load);
  return keepsLimits(bounds, load, from) ? { from, until: from + need } : undefined;
}

/** A split need, to be planned on known prices. */
interface Task {
  readonly demand: SplitDemand;
  readonly rules: Rules;
  readonly bounds: Bounds;
  /** The time before the tail, with what has no room cut out of the prices. */
  readonly open: Bounds;
  /** The stretch right before the deadline that runs in any case; empty when none does. */
  readonly tail: Stretch;
  /** All minutes that are left, those of the tail included. */
  readonly need: number;
  readonly standing: readonly Stretch[];
}

function taskOf(bounds: Bounds, need: number, demand: SplitDemand, rules: Rules, standing: readonly Stretch[]): Task {
  const { known, until } = bounds;
  const blocked = bounds.blocked(demand.need.kw);
  const tail = tailOf(bounds, blocked, demand.preconditionMinutes);
  const horizon = cutOut(bounds.horizon, blocked);
  const open = tail
    ? { ...bounds, horizon, until: Math.min(known, tail.from), deadline: tail.from }
    : { ...bounds, horizon };
  return { demand, rules, bounds, open, tail: tail ?? { from: until, until }, need, standing };
}

function tailOf({ from, deadline }: Bounds, blocked: readonly Stretch[], minutes = 0): Stretch | undefined {
  if (minutes === 0 || from >= deadline || deadline === Number.POSITIVE_INFINITY) return undefined;
  const [tail] = without([{ from: Math.max(from, deadline - minutes), until: deadline }], blocked).slice(-1);
  return tail?.until === deadline ? tail : undefined;
}

/** Minutes to run before the tail on prices that are known. */
function wanted({ open, tail, need, demand }: Task): number {
  const left = Math.max(0, need - minutesIn([tail]));
  if (demand.whenUnknown === 'plan-known') return left;
  if (fitsLater(open, left)) return 0;
  return demand.whenUnknown === 'wait' ? left : left - laterMinutes(open);
}

function cheapest(task: Task): readonly Stretch[] {
  const { open, tail, rules, demand } = task;
  const { horizon, from, until, limit, meanLimit } = open;
  const minutes = wanted(task);
  const alsoBelow =
    demand.alsoBelowPrice === undefined ? Number.NEGATIVE_INFINITY : microsOf(demand.alsoBelowPrice, horizon.sense);
  if (areStrict(rules)) {
    const cheap = stretchesOf(horizon, open, Math.min(limit, meanLimit, alsoBelow));
    return extend(solved(task, minutes), cheap, rules);
  }
  const after = tail.from === until && tail.until > until;
  const order = { horizon, from, until, limit, meanLimit, minutes, alsoBelow };
  const filled = fill({ ...order, before: rules.running, after, latest: rules.latest });
  return filled.runs ? joined([...filled.runs, tail]) : solved(task, filled.minutes, filled.price);
}

function solved({ open, tail, rules, standing }: Task, minutes: number, limit = open.limit): readonly Stretch[] {
  const room = minutesIn(stretchesOf(open.horizon, open, limit));
  const need = Math.min(minutes, room) + minutesIn([tail]);
  const { horizon, from, meanLimit } = open;
  return need === 0
    ? []
    : solve({ horizon, from, until: tail.until, need, limit, meanLimit, tail: tail.from, rules, standing });
}

function outcomeOf(runs: readonly Stretch[], { bounds, open, need, demand, rules }: Task): Outcome {
  const short = need - minutesIn(runs);
  if (short <= 0) return runs.length > 0 ? metBy(bounds, bounds.from) : { kind: 'idle', because: 'satisfied' };
  if (short <= laterMinutes(open)) {
    return runs.length > 0 ? metBy(bounds, bounds.from) : { kind: 'idle', because: 'waiting' };
  }
  const enough = minutesIn(stretchesOf(open.horizon, open, open.limit)) >= need;
  const startsUsedUp = rules.starts === 0 && !rules.running;
  if (startsUsedUp || (enough && demand.maxStarts !== undefined))
    return { kind: 'short', shortMinutes: short, because: 'starts' };
  if (!isLimited(bounds)) return { kind: 'short', shortMinutes: short, because: 'prices-end' };
  if (runs.length === 0) return { kind: 'idle', because: 'price-limit' };
  return { kind: 'short', shortMinutes: short, because: 'price-limit' };
}
