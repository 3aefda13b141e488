import { type Key, type MinuteProblem, minOnLeftOf } from './enumeration.ts';

/** Cost, starts and time in one number, the first counting most; exact while costs are whole and small. */
const START = 2 ** 18;
const COST = START * 2 ** 6;

/** What decides but for the standing plan. */
export type PlainKey = readonly [missing: number, cost: number, starts: number, time: number];

export const plain = ([missing, cost, starts, time]: Key): PlainKey => [missing, cost, starts, time];

/**
 * The best way to switch the device, by a plain dynamic programme that decides on or off every minute anew, knowing
 * for how long the device has been so, the minutes run and the starts. Slow, and too simple to be wrong.
 */
export function programmed(problem: MinuteProblem): PlainKey | undefined {
  const { prices, need, limit, tail, before } = problem;
  const isTail = (minute: number) => minute >= prices.length - tail;
  const isOpen = (minute: number) => isTail(minute) || (prices[minute] ?? Number.NaN) <= limit;
  const table = tableOf(problem);
  const left = minOnLeftOf(problem);
  const shortest = before.on ? problem.minOff : Math.max(0, problem.minOff - before.minutes);
  const firstOpen = prices.findIndex((_, minute) => (before.on || minute >= shortest) && isOpen(minute));
  const longest = before.on ? problem.maxOff : problem.maxOff - before.minutes;
  const lastFirst = Math.max(shortest, firstOpen, longest);
  let now = table.empty();
  if (left === 0) now[table.cell(0, 0, 0)] = 0;
  for (const [minute, price] of prices.entries()) {
    const time = problem.latest ? prices.length - minute : minute;
    const cost = (isTail(minute) ? 0 : (price ?? 0)) * COST + time;
    const next = table.empty();
    const better = (cell: number, value: number) => {
      if (value < (next[cell] as number)) next[cell] = value;
    };
    if (minute === 0 && before.on && isOpen(0) && need > 0)
      better(table.cell(table.onFor(table.minOn - left + 1), 1, 0), cost);
    table.each(now, (value, state, ran, starts) => {
      const start = value + cost + problem.startAmount * COST + START;
      const mayRun = isOpen(minute) && ran < need;
      const mayStart = mayRun && starts < table.starts;
      if (state === 0) {
        if (!isTail(minute)) better(table.cell(0, ran, starts), value);
        const inTime = minute >= shortest && minute <= lastFirst;
        if (mayStart && inTime) better(table.cell(table.onFor(1), 1, table.count(starts)), start);
      } else if (state <= table.minOn) {
        if (mayRun) better(table.cell(table.onFor(state + 1), ran + 1, starts), value + cost);
        if (state === table.minOn && !isTail(minute)) better(table.cell(table.offFor(1), ran, starts), value);
      } else {
        const paused = state - table.minOn;
        if (!isTail(minute)) better(table.cell(table.offFor(paused + 1), ran, starts), value);
        const inTime = paused >= problem.minOff && paused <= problem.maxOff;
        if (mayStart && inTime) better(table.cell(table.onFor(1), ran + 1, table.count(starts)), start);
      }
    });
    now = next;
  }
  return bestOf(problem, table, now);
}

/** States: 0 before the first start, then for how long the device has been on, then for how long off. */
function tableOf({ need, prices, minOff, maxOff, ...problem }: MinuteProblem) {
  const minOn = Math.max(1, problem.minOn);
  const longest = Math.max(1, minOff, Number.isFinite(maxOff) ? maxOff + 1 : 0);
  const starts = Math.min(problem.starts, prices.length);
  const counters = Number.isFinite(problem.starts) ? starts + 1 : 1;
  const cell = (state: number, ran: number, begun: number) => (state * (need + 1) + ran) * counters + begun;
  const size = cell(minOn + longest, need, counters - 1) + 1;
  return {
    minOn,
    starts,
    cell,
    empty: () => new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    onFor: (minutes: number) => Math.min(minutes, minOn),
    offFor: (minutes: number) => minOn + Math.min(minutes, longest),
    count: (begun: number) => (counters > 1 ? begun + 1 : 0),
    each: (values: Float64Array, visit: (value: number, state: number, ran: number, begun: number) => void) => {
      for (let i = 0; i < size; i++) {
        const value = values[i] as number;
        const ran = Math.floor(i / counters) % (need + 1);
        if (value < Number.POSITIVE_INFINITY) visit(value, Math.floor(i / counters / (need + 1)), ran, i % counters);
      }
    },
  };
}

function bestOf({ need, tail, meanLimit }: MinuteProblem, table: ReturnType<typeof tableOf>, values: Float64Array) {
  let best: PlainKey | undefined;
  let bestValue = Number.POSITIVE_INFINITY;
  table.each(values, (value, state, ran) => {
    const isEnded = state === 0 || state >= table.minOn;
    const cost = Math.floor(value / COST);
    const isAffordable = meanLimit === Number.POSITIVE_INFINITY || cost <= meanLimit * (ran - tail);
    const missing = need - ran;
    if (!isEnded || !isAffordable || (best && (missing > best[0] || (missing === best[0] && value >= bestValue))))
      return;
    best = [
      missing,
      cost,
      Math.floor(value / START) - cost * (COST / START),
      value - Math.floor(value / START) * START,
    ];
    bestValue = value;
  });
  return best;
}
