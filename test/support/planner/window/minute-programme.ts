import { type Key, longestPauseBefore, type MinuteProblem, minOnLeftOf } from './enumeration.ts';

/** Cost, starts and time in one number, the first counting most; exact while costs are whole and small. */
const START = 2 ** 18;
const COST = START * 2 ** 7;

/** What decides but for the standing plan. */
export type PlainKey = readonly [missing: number, cost: number, starts: number, time: number];

export const plain = ([missing, cost, starts, time]: Key): PlainKey => [missing, cost, starts, time];

/**
 * The best way to switch the device, by a plain dynamic programme that decides on or off every minute anew, knowing
 * for how long the device has been so, the minutes run and the starts. Too simple to be wrong.
 */
export function programmed(problem: MinuteProblem): PlainKey | undefined {
  const { prices, need, tail, before, minOff } = problem;
  const isTail = (minute: number) => minute >= prices.length - tail;
  const isOpen = (minute: number) => isTail(minute) || (prices[minute] ?? Number.NaN) <= problem.limit;
  const longest = prices.map((_, minute) => longestPauseBefore(problem, minute, isOpen));
  const table = tableOf(problem, longest);
  const { minOn, width, counters } = table;
  const left = minOnLeftOf(problem);
  const shortest = before.on ? minOff : Math.max(0, minOff - before.minutes);
  const paused = before.on ? 0 : before.minutes;
  /** Whether the device may start after it has been in a state. */
  const mayStart = (state: number, minute: number) => {
    // What runs right before the deadline is bound by no longest pause.
    const isFirstOfTail = tail > 0 && minute === prices.length - tail;
    const isLongest = (pause: number) => pause <= (longest[minute] ?? 0) || isFirstOfTail;
    if (state === 0) return minute >= shortest && isLongest(paused + minute);
    return state > minOn && state - minOn >= minOff && isLongest(state - minOn);
  };
  let now = new Float64Array(table.states * width).fill(Number.POSITIVE_INFINITY);
  let next = now.slice();
  if (left === 0) now[0] = 0;
  for (const [minute, price] of prices.entries()) {
    const time = problem.latest ? prices.length - minute : minute;
    const cost = (isTail(minute) ? 0 : (price ?? 0)) * COST + time;
    next.fill(Number.POSITIVE_INFINITY);
    for (let state = 0; state < table.states; state++) {
      const isOn = state > 0 && state <= minOn;
      const off = isTail(minute) || (isOn && state < minOn) ? undefined : table.offAfter(state);
      const on = isOpen(minute) && (isOn || mayStart(state, minute)) ? table.onAfter(state) : undefined;
      const starts = !isOn && Number.isFinite(problem.starts) ? 1 : 0;
      const spent = isOn ? cost : cost + START;
      for (let cell = 0; cell < width; cell++) {
        const value = now[state * width + cell] as number;
        if (value === Number.POSITIVE_INFINITY) continue;
        if (off !== undefined) lower(next, off * width + cell, value);
        if (on === undefined || cell >= need * counters || (cell % counters) + starts >= counters) continue;
        lower(next, on * width + cell + counters + starts, value + spent);
      }
    }
    if (minute === 0 && before.on && isOpen(0) && need > 0) {
      lower(next, Math.min(minOn - left + 1, minOn) * width + counters, cost);
    }
    [now, next] = [next, now];
  }
  return bestOf(problem, table, now);
}

function lower(values: Float64Array, cell: number, value: number): void {
  if (value < (values[cell] as number)) values[cell] = value;
}

/**
 * States: 0 before the first start, then for how long the device has been on, then for how long off. Each has a cell for
 * each number of minutes run and, if they are limited, of starts.
 */
function tableOf({ need, prices, minOff, ...problem }: MinuteProblem, pauses: readonly number[]) {
  const minOn = Math.max(1, problem.minOn);
  const longest = Math.max(1, minOff, ...pauses.filter(Number.isFinite).map((pause) => pause + 1));
  const counters = Number.isFinite(problem.starts) ? Math.min(problem.starts, prices.length) + 1 : 1;
  return {
    minOn,
    counters,
    width: (need + 1) * counters,
    states: minOn + longest + 1,
    onAfter: (state: number) => (state > 0 && state <= minOn ? Math.min(state + 1, minOn) : 1),
    offAfter: (state: number) => (state === 0 ? 0 : minOn + Math.min(Math.max(0, state - minOn) + 1, longest)),
  };
}

function bestOf(problem: MinuteProblem, { minOn, width, counters }: ReturnType<typeof tableOf>, values: Float64Array) {
  const { need, tail, meanLimit } = problem;
  let best: PlainKey | undefined;
  let bestValue = Number.POSITIVE_INFINITY;
  for (const [cell, value] of values.entries()) {
    const state = Math.floor(cell / width);
    if (value === Number.POSITIVE_INFINITY || (state > 0 && state < minOn)) continue;
    const ran = Math.floor((cell % width) / counters);
    const cost = Math.floor(value / COST);
    const missing = need - ran;
    const isAffordable = meanLimit === Number.POSITIVE_INFINITY || cost <= meanLimit * (ran - tail);
    if (!isAffordable || (best && (missing > best[0] || (missing === best[0] && value >= bestValue)))) continue;
    const time = value - Math.floor(value / START) * START;
    best = [missing, cost, Math.floor(value / START) - cost * (COST / START), time];
    bestValue = value;
  }
  return best;
}
