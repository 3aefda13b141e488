/** A small split need, minute by minute from now; the oracle knows no intervals and no instants, only minutes. */
export interface MinuteProblem {
  /** Micro-units per kWh in each minute; `null` where the price is unknown. */
  readonly prices: readonly (number | null)[];
  readonly need: number;
  readonly limit: number;
  readonly meanLimit: number;
  /** The last so many minutes run whatever they cost. */
  readonly tail: number;
  readonly minOn: number;
  readonly minOff: number;
  readonly maxOff: number;
  readonly starts: number;
  /** How long the device has been on or off already. */
  readonly before: { readonly on: boolean; readonly minutes: number };
  readonly latest: boolean;
  /** The minutes of the standing plan. */
  readonly standing: readonly boolean[];
}

/** What decides, in order: more of the need, cost, starts, preferred time, standing plan. Less is better. */
export type Key = readonly [missing: number, cost: number, starts: number, time: number, moved: number];

/** The best of all 2^n ways to switch the device in n minutes; nothing when rules forbid what must run. */
export function enumerated(problem: MinuteProblem): Key | undefined {
  const { length } = problem.prices;
  let best: Key | undefined;
  for (let mask = 0; mask < 2 ** length; mask++) {
    const on = Array.from({ length }, (_, minute) => ((mask >> minute) & 1) === 1);
    if (on.filter(Boolean).length > problem.need) continue;
    const key = keyOf(problem, on);
    if (!(best && !isLess(key, best)) && isAllowed(problem, on)) best = key;
  }
  return best;
}

/** The ways to switch that run on in some of `more` and keep every rule. */
export function extensions(problem: MinuteProblem, on: readonly boolean[], more: readonly number[]): boolean[][] {
  const ways = Array.from({ length: 2 ** more.length - 1 }, (_, mask) =>
    on.map((isOn, minute) => isOn || (((mask + 1) >> more.indexOf(minute)) & 1) === 1),
  );
  return ways.filter((way) => isAllowed(problem, way, true));
}

/** How good a way to switch is. */
export function keyOf(problem: MinuteProblem, on: readonly boolean[]): Key {
  const minutes = on.flatMap((isOn, minute) => (isOn ? [minute] : []));
  const starts = stretchesOn(on).length - (problem.before.on && on[0] ? 1 : 0);
  const outside = minutes.filter((minute) => minute < on.length - problem.tail);
  const spent = outside.reduce((sum, minute) => sum + (problem.prices[minute] ?? 0), 0);
  const time = minutes.reduce((sum, minute) => sum + (problem.latest ? on.length - minute : minute), 0);
  const moved = minutes.filter((minute) => !problem.standing[minute]).length;
  return [problem.need - minutes.length, spent, starts, time, moved];
}

function isLess(a: Key, b: Key): boolean {
  const i = a.findIndex((value, i) => value !== b[i]);
  return i >= 0 && (a[i] as number) < (b[i] as number);
}

/** Whether a way to switch keeps every rule; what runs right before the deadline may have `grown` beyond the need. */
export function isAllowed(problem: MinuteProblem, on: readonly boolean[], grown = false): boolean {
  const { prices, tail, limit, meanLimit } = problem;
  const isTail = (minute: number) => minute >= prices.length - tail;
  const isOpen = (minute: number) => isTail(minute) || (prices[minute] ?? Number.NaN) <= limit;
  if (on.some((isOn, minute) => (isOn ? !isOpen(minute) : isTail(minute)))) return false;
  const [, cost] = keyOf(problem, on);
  const outside = on.filter((isOn, minute) => isOn && !isTail(minute)).length;
  if (cost > meanLimit * outside && meanLimit < Number.POSITIVE_INFINITY) return false;
  const runs = stretchesOn(on);
  if (minOnLeftOf(problem) > 0 && runs[0]?.from !== 0) return false;
  return pausesAreAllowed(problem, runs, isOpen, grown) && runsAreLongEnough(problem, runs);
}

interface MinuteRun {
  readonly from: number;
  readonly until: number;
}

function stretchesOn(on: readonly boolean[]): MinuteRun[] {
  const starts = on.flatMap((isOn, minute) => (isOn && !on[minute - 1] ? [minute] : []));
  return starts.map((from) => ({ from, until: on.indexOf(false, from) < 0 ? on.length : on.indexOf(false, from) }));
}

function pausesAreAllowed(
  problem: MinuteProblem,
  runs: readonly MinuteRun[],
  isOpen: (minute: number) => boolean,
  grown: boolean,
): boolean {
  const { before, minOff, starts } = problem;
  const goesOn = before.on && runs[0]?.from === 0;
  const sinceOff = before.on ? 0 : -before.minutes;
  if (runs.length - (goesOn ? 1 : 0) > starts) return false;
  const begin = problem.prices.length - problem.tail;
  return runs.every(({ from, until }, i) => {
    // What runs right before the deadline is bound by no longest pause.
    const isTail = problem.tail > 0 && (grown ? from <= begin && begin < until : from === begin);
    if (i === 0 && goesOn) return true;
    const pause = from - (runs[i - 1]?.until ?? sinceOff);
    return pause >= minOff && (isTail || pause <= longestPauseBefore(problem, from, isOpen));
  });
}

/**
 * The longest pause that a start at a minute may end. Where a limit or a gap has just ended it may be longer: it began no
 * earlier than a shortest pause before the last minute from which on a shortest run found room.
 */
export function longestPauseBefore(
  { prices, minOn, minOff, maxOff }: MinuteProblem,
  start: number,
  isOpen: (minute: number) => boolean,
): number {
  const hasRoom = (minute: number) =>
    minute + minOn <= prices.length && prices.slice(minute, minute + minOn).every((_, i) => isOpen(minute + i));
  if (start > 0 && isOpen(start - 1)) return maxOff;
  const last = prices.findLastIndex((_, minute) => minute < start && isOpen(minute) && hasRoom(minute));
  return last < 0 ? Number.POSITIVE_INFINITY : Math.max(maxOff, start - last + minOff);
}

function runsAreLongEnough(problem: MinuteProblem, runs: readonly MinuteRun[]): boolean {
  const { before, minOn } = problem;
  return runs.every(({ from, until }) => until - from >= (before.on && from === 0 ? minOnLeftOf(problem) : minOn));
}

/** How long a device that runs must go on: prices that are unknown or too high cut it short, but not right before the deadline. */
export function minOnLeftOf({ prices, limit, before, minOn, tail }: Omit<MinuteProblem, 'need'>): number {
  const closed = prices.findIndex(
    (price, minute) => minute < prices.length - tail && (price === null || price > limit),
  );
  return before.on ? Math.max(0, Math.min(minOn - before.minutes, closed < 0 ? prices.length : closed)) : 0;
}
