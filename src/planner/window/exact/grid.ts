import { indexAt } from '../../horizon.ts';
import { joined, stretchesOf } from '../../stretches.ts';
import type { Candidates } from './candidates.ts';
import type { Puzzle } from './split-problem.ts';

/** A puzzle in whole units after its beginning. */
export interface Grid extends Candidates {
  readonly need: number;
  /** `columns[ran]`: the index of `ran` in `rans`; -1 when it is none of them. */
  readonly columns: Int32Array;
  readonly minOn: number;
  readonly minOff: number;
  readonly maxOff: number;
  readonly minOnLeft: number;
  readonly lastFirstStart: number;
  /** `opens[t]`: where the unbroken stretch that holds the unit before `t` begins; -1 when that unit is closed. */
  readonly opens: Int32Array;
  /** `amounts[t]`: price x minutes of all units before `t`; one of the tail counts `-reward`. */
  readonly amounts: Float64Array;
  /** More than twice what all else can make a difference of. */
  readonly reward: number;
  /** `tastes[t]`: how little the units before `t` are to the taste: by `prefer`, then by the standing plan. */
  readonly tastes: Float64Array;
  /** What a start adds to the taste: more than anything else. */
  readonly startTaste: number;
  /** `firsts[ran]`: the first column of at least so many units. */
  readonly firsts: Int32Array;
}

export function gridOf(puzzle: Puzzle, candidates: Candidates): Grid {
  const { from, need, rules } = puzzle;
  const { unit, points, rans } = candidates;
  const opens = openingsOf(puzzle, unit);
  const columns = new Int32Array(need / unit + 1).fill(-1);
  for (const [column, ran] of rans.entries()) columns[ran] = column;
  const firstOpen = Math.max(0, opens.findIndex((open) => open >= 0) - 1);
  return {
    unit,
    rans,
    columns,
    firsts: firstsOf(rans, need / unit),
    points: points.filter((t) => (opens[t] as number) >= 0 || opens[t + 1] === t),
    need: need / unit,
    minOn: Math.max(1, Math.floor(rules.minOn / unit)),
    minOff: rules.minOff / unit,
    maxOff: rules.maxOff / unit,
    minOnLeft: rules.minOnLeft / unit,
    lastFirstStart: Math.max(firstOpen, (rules.lastFirstStart - from) / unit),
    opens,
    ...amountsOf(puzzle, unit),
    ...tastesOf(puzzle, unit),
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

function openingsOf({ horizon, from, until, tail, limit }: Puzzle, unit: number): Int32Array {
  const opens = new Int32Array((until - from) / unit + 1).fill(-1);
  const known = stretchesOf(horizon, { from, until: tail }, limit);
  for (const open of joined([...known, { from: tail, until }])) {
    const first = (open.from - from) / unit;
    opens.fill(first, first + 1, (open.until - from) / unit + 1);
  }
  return opens;
}

function amountsOf({ horizon, from, until, tail, rules, need }: Puzzle, unit: number) {
  const { starts, ends, micros } = horizon;
  const prices = new Float64Array((until - from) / unit);
  let range = 1 + rules.startAmount * need;
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

function tastesOf({ from, until, rules, standing }: Puzzle, unit: number) {
  const length = (until - from) / unit;
  const weight = until - from + 1;
  const tastes = new Float64Array(length);
  for (let t = 0; t < length; t++) tastes[t] = weight * (rules.latest ? length - 1 - t : t) + unit;
  for (const run of standing) {
    const last = Math.min(until, run.until) - from;
    for (let minute = Math.max(from, run.from) - from; minute < last; minute++) {
      tastes[Math.floor(minute / unit)] = (tastes[Math.floor(minute / unit)] as number) - 1;
    }
  }
  return { tastes: sumsOf(tastes), startTaste: weight * (length * length + 1) };
}

function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let t = 0; t < values.length; t++) sums[t + 1] = (sums[t] as number) + (values[t] as number);
  return sums;
}
