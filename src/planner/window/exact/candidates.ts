import { indexAt } from '../../horizon.ts';
import { gcd } from '../../load.ts';
import type { SplitProblem } from './split-problem.ts';

/** The instants among which there is an optimum, in units after the beginning of the problem. */
export interface Candidates {
  /** Minutes. */
  readonly unit: number;
  /** The instants at which runs may start and end. */
  readonly points: Int32Array;
  /** The units that may have been run at the end of a run, up to the need. */
  readonly rans: Int32Array;
}

/**
 * In some optimum every start and end is tied, by shortest or longest runs and pauses, to an edge of the prices or a
 * bound; but for one chain of them, which the need puts where it must be. So when prices, runs and pauses keep to a
 * pitch, only a few remainders by that pitch occur: none, those of the bounds, and the need's measured from these.
 * Only the first start can be tied to the beginning, so that no run after the free chain is measured from there.
 */
export function candidatesOf(problem: SplitProblem): Candidates {
  const { from, until, need } = problem;
  const edges = edgesOf(problem);
  const lengths = lengthsOf(problem);
  const anchors = anchorsOf(problem);
  const unit = [need, ...edges, ...lengths, ...anchors].reduce(gcd, 0);
  const origin = edges[0] ?? 0;
  const pitch = [...edges.map((edge) => edge - origin), ...lengths].reduce(gcd, 0) || 2 * (until - from + need);
  const shifts = sumsOf(anchors.map((anchor) => (anchor - origin) % pitch).filter((shift) => shift !== 0));
  const begun = shifts.flatMap((shift) => [shift, shift + origin]);
  const free = begun.flatMap((shift) => [origin + need - shift, origin - need + shift]);
  return {
    unit,
    points: congruent(until - from, unit, pitch, [...edges.slice(0, 1), 0, ...anchors, ...free]),
    rans: congruent(need, unit, pitch, [...begun, ...shifts.map((shift) => need + shift)]),
  };
}

/** Every so many minutes, for where any number of them may turn out to be wanted. */
export function everyStep({ from, until, need }: SplitProblem, step: number): Candidates {
  const unit = step;
  return { unit, points: congruent(until - from, unit, unit, [0]), rans: congruent(need, unit, unit, [0]) };
}

/** The units up to `minutes` that have the same remainder by `pitch` as one of `others`. */
function congruent(minutes: number, unit: number, pitch: number, others: readonly number[]): Int32Array {
  const remainders = new Uint8Array(pitch / unit);
  for (const other of others) remainders[(((other % pitch) + pitch) % pitch) / unit] = 1;
  const units: number[] = [];
  for (let t = 0; t * unit <= minutes; t++) if (remainders[t % remainders.length] === 1) units.push(t);
  return Int32Array.from(units);
}

function edgesOf({ horizon, from, until }: SplitProblem): number[] {
  const edges: number[] = [];
  for (let i = indexAt(horizon, from); i < horizon.starts.length && (horizon.starts[i] as number) < until; i++) {
    const start = (horizon.starts[i] as number) - from;
    const end = (horizon.ends[i] as number) - from;
    if (start > 0 && start !== edges.at(-1)) edges.push(start);
    if (end < until - from) edges.push(end);
  }
  return edges;
}

/** A run of one minute is as good as none, but where a longest pause asks for a run. */
function lengthsOf({ rules: { minOn, minOff, maxOff } }: SplitProblem): number[] {
  return maxOff < Number.POSITIVE_INFINITY ? [minOn, minOff, maxOff] : [minOn > 1 ? minOn : 0, minOff];
}

/** The bounds after the beginning that can hold a start or an end where no edge of the prices needs to be. */
function anchorsOf({ from, until, tail, rules }: SplitProblem): number[] {
  return [rules.lastFirstStart, from + rules.minOnLeft, tail, until]
    .filter((minute) => minute > from && minute <= until)
    .map((minute) => minute - from);
}

/** The sum of every choice of numbers, each taken, left out or taken away. */
function sumsOf(numbers: readonly number[]): number[] {
  let sums = [0];
  for (const number of new Set(numbers)) sums = sums.flatMap((sum) => [sum - number, sum, sum + number]);
  return sums;
}
