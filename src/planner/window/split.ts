import { type Bounds, fitsLater, idle, laterMinutes, metBy, type UnpricedPlan } from '../bounds.ts';
import { avoided } from '../estimate.ts';
import { microsOf } from '../horizon.ts';
import { loadOf } from '../load.ts';
import { restOf, standsOnPrices } from '../standing.ts';
import { cutOut, joined, minutesIn, type Stretch, stretchesOf, without } from '../stretches.ts';
import type { PlanState, SplitDemand } from '../types.ts';
import { roomsIn } from './exact/last-start.ts';
import { areStrict, type Rules, rulesOf } from './exact/run-rules.ts';
import { solve } from './exact/solve.ts';
import { extend } from './extension.ts';
import { fill } from './filling.ts';
import { isLimited, keepsLimits, soonestStart } from './limits.ts';
import { lacksSpread } from './spread.ts';
import { shortage, type Task } from './task.ts';

/** Any number of runs that add up to what is left of the need. */
export function planSplit(given: Bounds, left: number, demand: SplitDemand, state: PlanState): UnpricedPlan {
  const { bounds, rules } = switchingOf(given, demand, state);
  const plan = planBy(rules, bounds, left, demand, state);
  // A shortest run under way gives way to a limit of the mean as to one of the price.
  const isBroken = plan.runs.length === 0 && rules.minOnLeft > 0 && bounds.meanLimit < Number.POSITIVE_INFINITY;
  return isBroken ? planBy({ ...rules, minOnLeft: 0 }, bounds, left, demand, state) : plan;
}

function planBy(rules: Rules, bounds: Bounds, left: number, demand: SplitDemand, state: PlanState): UnpricedPlan {
  const rest = isLeftOver(left, bounds, rules, demand, state) ? 0 : left;
  const need = rest === 0 ? rules.minOnLeft : Math.max(rest, rules.running ? rules.minOnLeft : rules.minOn);
  if (need === 0 && demand.alsoBelowPrice === undefined) return idle('satisfied');
  if (lacksSpread(bounds, demand.minSpread, state)) return idle('spread');
  const standing = restOf(state.standing, bounds.now);
  const through = runThrough(bounds, need, demand, rules);
  if (through && !isLimited(bounds)) return { runs: [through], outcome: metBy(bounds, [through]) };
  const mayWait = !standsOnPrices(bounds.now + rules.minOnLeft, state);
  const task = { ...taskOf(bounds, need, rest, demand, rules), standing, mayWait };
  const runs = cheapest(task);
  // Below a limit what was to end with the deadline does so, even where all that is left of it lies in one piece.
  if (through && !isSame(runs, standing)) return { runs: [through], outcome: metBy(bounds, [through]) };
  return { runs, outcome: shortage(runs, task, cheapest) ?? metBy(bounds, runs) };
}

/** What a limit left over that is too short for a run: rounded up, it would run although the first plan had left it out. */
function isLeftOver(left: number, bounds: Bounds, { running, minOn }: Rules, demand: SplitDemand, state: PlanState) {
  const isBegun = state.delivered.starts > 0 && !running;
  return isBegun && left < minOn && isLimited(bounds) && demand.preconditionMinutes === undefined;
}

/** The rules of switching, and the bounds from where they let a run begin. */
function switchingOf(given: Bounds, demand: SplitDemand, state: PlanState): { bounds: Bounds; rules: Rules } {
  const { from, ...switching } = rulesOf(demand, given, state);
  const known = Math.max(given.known, from);
  const bounds = { ...given, from, known, until: Math.max(from, Math.min(known, given.deadline)) };
  const minOnLeft = Math.min(switching.minOnLeft, longestFrom(bounds, demand));
  return { bounds, rules: { from, ...switching, minOnLeft } };
}

/** Minutes for which a shortest run that has begun may go on: it gives way to a limit and where all prices end, but to no deadline. */
function longestFrom({ horizon, from, known, limit, deadline }: Bounds, demand: SplitDemand): number {
  const below = stretchesOf(horizon, { from, until: known }, limit);
  const precondition = preconditionOf(deadline, demand);
  const open = joined([...without(below, [precondition]), precondition].sort((a, b) => a.from - b.from));
  const until = open.find((each) => each.from <= from && from < each.until)?.until ?? from;
  return limit === Number.POSITIVE_INFINITY && until >= deadline ? Number.POSITIVE_INFINITY : until - from;
}

/** The time right before the deadline in which the price is no matter. */
const preconditionOf = (deadline: number, { preconditionMinutes = 0 }: SplitDemand): Stretch => ({
  from: deadline - preconditionMinutes,
  until: deadline,
});

/** The run that must begin at once: the deadline is out of reach, or to be reached only so. */
function runThrough(bounds: Bounds, need: number, demand: SplitDemand, rules: Rules): Stretch | undefined {
  const slack = bounds.deadline - bounds.from - need;
  if (need === 0 || slack > 0 || (rules.starts === 0 && !rules.running)) return undefined;
  // What runs right before a deadline that is in reach does so at any price.
  const limited = slack < 0 ? need : need - Math.min(need, demand.preconditionMinutes ?? 0);
  const { kw } = demand.need;
  const from = soonestStart(bounds, loadOf([{ minutes: need, kw }]));
  const isKept = limited === 0 || keepsLimits(bounds, loadOf([{ minutes: limited, kw }]), from);
  return isKept && from < Number.POSITIVE_INFINITY ? { from, until: from + need } : undefined;
}

const isSame = (runs: readonly Stretch[], others: readonly Stretch[]) =>
  runs.length === others.length &&
  runs.every(({ from, until }, i) => from === others[i]?.from && until === others[i]?.until);

function taskOf(
  bounds: Bounds,
  need: number,
  rest: number,
  demand: SplitDemand,
  rules: Rules,
): Omit<Task, 'standing' | 'mayWait'> {
  const { known, until } = bounds;
  const blocked = bounds.blocked(demand.need.kw);
  const wish = wishOf(bounds, need, rest, demand, rules);
  const tail = tailOf(bounds, blocked, goesOnInto(bounds, need, demand, rules) ?? tailBefore(bounds.deadline, wish));
  const prices = horizonFor(bounds, need);
  const horizon = cutOut(prices, blocked);
  const open = tail
    ? { ...bounds, horizon, until: Math.min(known, tail.from), deadline: tail.from }
    : { ...bounds, horizon };
  const helpsOut = prices !== bounds.horizon;
  return { demand, rules, bounds, open, helpsOut, tail: tail ?? { from: until, until }, wish, need };
}

/**
 * Where the prices before it are unknown, no run can be lengthened into what must run right before the deadline: it is a
 * shortest run then, if known prices do not bar it.
 */
function wishOf(bounds: Bounds, need: number, rest: number, demand: SplitDemand, rules: Rules): number {
  const { known, deadline } = bounds;
  const { preconditionMinutes = 0 } = demand;
  if (rest === 0 || preconditionMinutes === 0) return 0;
  const longer = { from: deadline - rules.minOn, until: Math.min(known, deadline - preconditionMinutes) };
  const isLonger = known < deadline && !isBarred(bounds, longer);
  return Math.min(need, isLonger ? Math.max(preconditionMinutes, rules.minOn) : preconditionMinutes);
}

/** The part of a precondition in which a shortest run under way goes on although the limit bars it. */
function goesOnInto(bounds: Bounds, need: number, demand: SplitDemand, rules: Rules): Stretch | undefined {
  const { from, deadline } = bounds;
  const begin = Math.max(from, preconditionOf(deadline, demand).from);
  const isInside = isBarred(bounds, { from: begin, until: Math.min(deadline, from + rules.minOnLeft) });
  return isInside ? { from: begin, until: Math.min(deadline, from + need) } : undefined;
}

/** True where a known price of the stretch is above a limit. */
function isBarred({ horizon, from, limit, meanLimit }: Bounds, stretch: Stretch): boolean {
  const ahead = { from: Math.max(from, stretch.from), until: stretch.until };
  if (ahead.from >= ahead.until) return false;
  const known = stretchesOf(horizon, ahead, Number.POSITIVE_INFINITY);
  return without(known, stretchesOf(horizon, ahead, Math.min(limit, meanLimit))).length > 0;
}

/** Before the end of known prices gaps are estimated only where the time after it is too little. */
function horizonFor(bounds: Bounds, need: number): Bounds['horizon'] {
  const { horizon, from, until } = bounds;
  const later = laterMinutes(bounds);
  return later === 0 ||
    isLimited(bounds) ||
    minutesIn(stretchesOf(horizon, bounds, Number.POSITIVE_INFINITY)) + later >= need
    ? horizon
    : avoided(horizon, { from, until });
}

const tailBefore = (deadline: number, minutes: number): Stretch => ({ from: deadline - minutes, until: deadline });

function tailOf({ from, deadline }: Bounds, blocked: readonly Stretch[], wanted: Stretch): Stretch | undefined {
  const { until } = wanted;
  if (wanted.from === until || from >= deadline || deadline === Number.POSITIVE_INFINITY) return undefined;
  const [tail] = without([{ from: Math.max(from, wanted.from), until }], blocked).slice(-1);
  return tail?.until === until ? tail : undefined;
}

/** Minutes to run before the tail on prices that are known. */
function wanted(task: Task): number {
  const { open, helpsOut, mayWait, tail, need, demand, rules } = task;
  const left = Math.max(0, need - minutesIn([tail]));
  const later = laterMinutes(open);
  if (helpsOut) return Math.max(0, left - later);
  if (demand.whenUnknown === 'plan-known' || demand.whenUnknown === 'estimate') return left;
  if (fitsLater(open, left) && demand.whenUnknown === 'wait' && demand.noWaitBelow !== undefined)
    return Math.min(
      left,
      Math.max(rules.minOnLeft, temptingMinutes(task, left, demand.noWaitBelow), plannedMinutes(task)),
    );
  if (fitsLater(open, left) && (mayWait || demand.whenUnknown === 'shortfall-now'))
    return Math.min(left, rules.minOnLeft);
  return demand.whenUnknown === 'wait' ? left : left - later;
}

/** Minutes at prices too low to wait for others. They leave a start for the rest of the need, or are the whole need, or none. */
function temptingMinutes({ open, rules }: Task, left: number, noWaitBelow: number): number {
  const limit = Math.min(open.limit, open.meanLimit, microsOf(noWaitBelow, open.horizon.sense) - 1);
  const lengths = stretchesOf(open.horizon, open, limit)
    .filter(({ from, until }) => until - from >= rules.minOn || (rules.running && from === open.from))
    .map(({ from, until }) => until - from)
    .sort((a, b) => b - a)
    .slice(0, rules.starts);
  const minutes = lengths.reduce((sum, length) => sum + length, 0);
  return minutes >= left || lengths.length < rules.starts ? minutes : 0;
}

/** Minutes that the last plan still has at known prices: waiting does not break them off. */
const plannedMinutes = ({ mayWait, standing, open }: Task): number =>
  mayWait ? 0 : standing.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, open.until) - from), 0);

function cheapest(task: Task): readonly Stretch[] {
  const { open, tail, rules, demand } = task;
  const { horizon, from, until, limit, meanLimit, spare } = open;
  const minutes = wanted(task);
  const alsoBelow =
    demand.alsoBelowPrice === undefined ? Number.NEGATIVE_INFINITY : microsOf(demand.alsoBelowPrice, horizon.sense);
  if (areStrict(rules)) {
    const cheap = stretchesOf(horizon, open, Math.min(limit, meanLimit, alsoBelow));
    const rooms = roomsIn(joined([...stretchesOf(horizon, open, limit), tail]), rules.minOn);
    return extend(within(task, minutes), cheap, { rules, rooms, tail });
  }
  const after = tail.from === until && tail.until > until;
  const order = { horizon, from, until, limit, meanLimit, spare, minutes, alsoBelow };
  const filled = fill({ ...order, before: rules.running, after, latest: rules.latest });
  return filled.runs
    ? joined([...filled.runs, tail])
    : solved(task, filled.minutes, filled.price, Number.POSITIVE_INFINITY);
}

/** Where what was bought cannot be made up for any more, nothing above the mean's limit is bought beside it. */
function within(task: Task, minutes: number): readonly Stretch[] {
  const { limit, meanLimit, spare } = task.open;
  const runs = solved(task, minutes, limit, meanLimit);
  if (runs.length > 0 || spare >= 0) return runs;
  return solved(task, minutes, Math.min(limit, meanLimit), Number.POSITIVE_INFINITY);
}

function solved(
  { open, tail, rules, standing }: Task,
  minutes: number,
  limit: number,
  meanLimit: number,
): readonly Stretch[] {
  const { horizon, from, spare } = open;
  const room = minutesIn(stretchesOf(horizon, open, limit));
  const need = Math.min(minutes, room) + minutesIn([tail]);
  if (need === 0) return [];
  return solve({ horizon, from, until: tail.until, need, limit, meanLimit, spare, tail: tail.from, rules, standing });
}
