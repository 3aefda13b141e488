import { gcd } from './course.ts';
import { indexAt } from './horizon.ts';
import type { Puzzle } from './puzzle.ts';

/** The instants that an optimum needs, in units after the beginning of the puzzle. */
export interface Candidates {
  /** Minutes. */
  readonly unit: number;
  readonly points: Int32Array;
}

/**
 * Where runs may have to start or end. In some optimum every start and end is tied by shortest or longest runs and
 * pauses to an edge of the prices or a bound, but for one chain of them that the need puts where it must be. So when
 * prices, runs and pauses keep to a pitch, only a few remainders by that pitch can occur: none, those of the bounds,
 * and the need's with those of the bounds that it is measured from.
 */
export function candidatesOf(puzzle: Puzzle): Candidates {
  const { from, until, need } = puzzle;
  const edges = edgesOf(puzzle);
  const lengths = lengthsOf(puzzle);
  const bounds = boundsOf(puzzle);
  const unit = [until - from, need, ...edges, ...lengths, ...bounds.starts, ...bounds.ends].reduce(gcd, 0);
  const origin = edges[0] ?? 0;
  const pitch = [...edges.map((edge) => edge - origin), ...lengths].reduce(gcd, 0) || 4 * (until - from + need);
  const remainders = new Uint8Array(pitch / unit);
  const mark = (minute: number) => {
    remainders[((((minute - origin) % pitch) + pitch) % pitch) / unit] = 1;
  };
  for (const minute of [...edges.slice(0, 1), ...bounds.starts, ...bounds.ends]) mark(minute);
  for (const shift of shiftsOf(bounds, origin)) {
    mark(origin + need + shift);
    mark(origin - need - shift);
  }
  const offset = (((-origin % pitch) + pitch) % pitch) / unit;
  const isCandidate = (t: number) => remainders[(t + offset) % remainders.length] === 1;
  return {
    unit,
    points: Int32Array.from(Array.from({ length: (until - from) / unit + 1 }, (_, t) => t).filter(isCandidate)),
  };
}

/** Every minute, for where any number of minutes may turn out to be wanted. */
export function everyMinute({ from, until }: Puzzle): Candidates {
  return { unit: 1, points: Int32Array.from({ length: until - from + 1 }, (_, t) => t) };
}

function edgesOf({ horizon, from, until }: Puzzle): number[] {
  const edges: number[] = [];
  for (let i = indexAt(horizon, from); i < horizon.starts.length && (horizon.starts[i] as number) < until; i++) {
    edges.push((horizon.starts[i] as number) - from, (horizon.ends[i] as number) - from);
  }
  return edges.filter((edge) => edge > 0 && edge < until - from);
}

function lengthsOf({ rules }: Puzzle): number[] {
  return [rules.minOn > 1 ? rules.minOn : 0, rules.minOff, Number.isFinite(rules.maxOff) ? rules.maxOff : 0];
}

interface Bounds {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The bounds that hold a start or an end where no edge of the prices needs to be. */
function boundsOf({ from, until, tail, rules }: Puzzle): Bounds {
  const starts = [from, rules.lastFirstStart, tail].filter((minute) => minute <= until);
  const ends = [from + rules.minOnLeft, until].filter((minute) => minute <= until);
  return { starts: starts.map((minute) => minute - from), ends: ends.map((minute) => minute - from) };
}

/** What a start or an end at a bound adds to the remainder of the need, for any choice of bounds. */
function shiftsOf({ starts, ends }: Bounds, origin: number): number[] {
  const single = [...starts.map((start) => start - origin), ...ends.map((end) => origin - end)];
  return single.reduce<number[]>((sums, shift) => [...sums, ...sums.map((sum) => sum + shift)], [0]);
}
