import { indexAt } from '../../horizon.ts';
import type { Stretch } from '../../stretches.ts';
import type { Candidates } from './candidates.ts';
import { lastFirstStartIn, lastStartAfter, openingsIn, roomsIn } from './last-start.ts';
import type { SplitProblem } from './split-problem.ts';

/** A problem in whole units after its beginning. */
export interface Grid extends Candidates {
  readonly need: number;
  /** `columns[ran]`: the index of `ran` in `rans`; -1 when it is none of them. */
  readonly columns: Int32Array;
  readonly minOn: number;
  readonly minOff: number;
  /** `lastStarts[t]`: the last start that may follow an end at `t`; none is too late where `isPauseBound` is not set. */
  readonly lastStarts: Float64Array;
  readonly isPauseBound: boolean;
  readonly minOnLeft: number;
  readonly lastFirstStart: number;
  /** The beginning of the tail; -1 where there is none. */
  readonly tail: number;
  /** `opens[t]`: where the unbroken stretch that holds the unit before `t` begins; -1 when that unit is closed. */
  readonly opens: Int32Array;
  /** `amounts[t]`: price x minutes of all units before `t`; one of the tail counts `-reward`. */
  readonly amounts: Float64Array;
  /** The range of prices of an open unit, without the tail. */
  readonly priceRange: { readonly least: number; readonly most: number };
  /** More than twice what all else can make a difference of. */
  readonly reward: number;
  /** `tieBreaks[t]`: the units before `t` where costs are equal, less is better: `prefer`, then the standing plan. */
  readonly tieBreaks: Float64Array;
  /** The tie-break of a start: more than all units together. */
  readonly startTieBreak: number;
  /** `firsts[ran]`: the first column of at least so many units. */
  readonly firsts: Int32Array;
}

export function gridOf(problem: SplitProblem, candidates: Candidates): Grid {
  const { from, until, tail, need, rules } = problem;
  const { unit, points, rans } = candidates;
  const openings = openingsIn(problem);
  const rooms = roomsIn(openings, rules.minOn);
  const opens = opensOf(openings, problem, unit);
  const columns = new Int32Array(need / unit + 1).fill(-1);
  for (const [column, ran] of rans.entries()) columns[ran] = column;
  const minOn = Math.max(1, Math.floor(rules.minOn / unit));
  const { amounts, reward } = amountsOf(problem, unit);
  return shaped({
    unit,
    rans,
    columns,
    firsts: firstsOf(rans, need / unit),
    points: points.filter((t) => (opens[t] as number) >= 0 || opens[t + 1] === t),
    need: need / unit,
    minOn,
    minOff: rules.minOff / unit,
    lastStarts: lastStartsOf(problem, rooms, unit),
    isPauseBound: rules.maxOff < Number.POSITIVE_INFINITY,
    minOnLeft: rules.minOnLeft / unit,
    lastFirstStart: (lastFirstStartIn(rules, rooms) - from) / unit,
    tail: tail < until ? (tail - from) / unit : -1,
    opens,
    amounts,
    reward,
    priceRange: priceRangeIn(opens.subarray(0, (tail - from) / unit + 1), amounts),
    ...tieBreaksOf(problem, unit),
  });
}

/** A grid that is another one but for a few fields. */
export const changed = (grid: Grid, change: Partial<Grid>): Grid => shaped({ ...grid, ...change });

/** The fields in one order: what reads them at every instant is fast where all grids have the same hidden class, and slow where not. */
function shaped(grid: Grid): Grid {
  const {
    unit,
    points,
    rans,
    need,
    columns,
    minOn,
    minOff,
    lastStarts,
    isPauseBound,
    minOnLeft,
    lastFirstStart,
    tail,
    opens,
  } = grid;
  const { amounts, priceRange, reward, tieBreaks, startTieBreak, firsts } = grid;
  return {
    unit,
    points,
    rans,
    need,
    columns,
    minOn,
    minOff,
    lastStarts,
    isPauseBound,
    minOnLeft,
    lastFirstStart,
    tail,
    opens,
    amounts,
    priceRange,
    reward,
    tieBreaks,
    startTieBreak,
    firsts,
  };
}

function firstsOf(rans: Int32Array, need: number): Int32Array {
  const firsts = new Int32Array(need + 2);
  for (let ran = 0, column = 0; ran < firsts.length; ran++) {
    while (column < rans.length && (rans[column] as number) < ran) column++;
    firsts[ran] = column;
  }
  return firsts;
}

function lastStartsOf({ from, until, rules }: SplitProblem, rooms: readonly Stretch[], unit: number): Float64Array {
  const lastStarts = new Float64Array((until - from) / unit + 1).fill(Number.POSITIVE_INFINITY);
  if (rules.maxOff === Number.POSITIVE_INFINITY) return lastStarts;
  const last = (_: unknown, t: number) => (lastStartAfter(from + unit * t, rules, rooms) - from) / unit;
  return lastStarts.map(last);
}

function opensOf(openings: readonly Stretch[], { from, until }: SplitProblem, unit: number): Int32Array {
  const opens = new Int32Array((until - from) / unit + 1).fill(-1);
  for (const open of openings) {
    const first = (open.from - from) / unit;
    opens.fill(first, first + 1, (open.until - from) / unit + 1);
  }
  return opens;
}

function amountsOf({ horizon, from, until, tail }: SplitProblem, unit: number) {
  const { starts, ends, micros } = horizon;
  const prices = new Float64Array((until - from) / unit);
  let range = 1;
  for (let i = indexAt(horizon, from); i < starts.length && (starts[i] as number) < until; i++) {
    const first = Math.max(0, (starts[i] as number) - from) / unit;
    const last = Math.min(until, ends[i] as number) - from;
    prices.fill((micros[i] as number) * unit, first, last / unit);
    range += Math.abs(micros[i] as number) * (last - first * unit);
  }
  const reward = 2 * range;
  prices.fill(-reward, (tail - from) / unit);
  return { amounts: sumsOf(prices), reward };
}

function priceRangeIn(opens: Int32Array, amounts: Float64Array) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let t = 1; t < opens.length; t++) {
    if ((opens[t] as number) < 0) continue;
    const price = (amounts[t] as number) - (amounts[t - 1] as number);
    if (price < least) least = price;
    if (price > most) most = price;
  }
  return least <= most ? { least, most } : { least: 0, most: 0 };
}

function tieBreaksOf({ from, until, rules, standing }: SplitProblem, unit: number) {
  const length = (until - from) / unit;
  const weight = until - from + 1;
  const tieBreaks = new Float64Array(length);
  for (let t = 0; t < length; t++) tieBreaks[t] = weight * (rules.latest ? length - 1 - t : t) + unit;
  for (const run of standing) {
    const last = Math.min(until, run.until) - from;
    for (let minute = Math.max(from, run.from) - from; minute < last; minute++) {
      tieBreaks[Math.floor(minute / unit)] = (tieBreaks[Math.floor(minute / unit)] as number) - 1;
    }
  }
  return { tieBreaks: sumsOf(tieBreaks), startTieBreak: weight * (length * length + 1) };
}

function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let t = 0; t < values.length; t++) sums[t + 1] = (sums[t] as number) + (values[t] as number);
  return sums;
}

export const timeOf = ({ points }: Grid, point: number): number => points[point] as number;
export const unitsOf = ({ rans }: Grid, column: number): number => rans[column] as number;
export const columnFrom = ({ firsts, rans }: Grid, ran: number): number => firsts[ran] ?? rans.length;
export const openAt = ({ opens }: Grid, t: number): number => opens[t] as number;
export const amountAt = ({ amounts }: Grid, t: number): number => amounts[t] as number;
export const tieBreakAt = ({ tieBreaks }: Grid, t: number): number => tieBreaks[t] as number;
