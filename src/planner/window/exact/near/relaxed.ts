import type { Grid } from '../grid.ts';
import type { SplitProblem } from '../split-problem.ts';
import { head, join, type LeastFirst, leastFirst, NOBODY } from './least-first.ts';

/** How the first run may come about. */
export interface Opening {
  /** The run under way may go on. */
  readonly goesOn: boolean;
  /** From where on a first start is possible; infinite when it is not. */
  readonly firstStart: number;
}

export function openingOf({ rules }: SplitProblem, { opens, minOff, minOnLeft }: Grid): Opening {
  const goesOn = rules.running && opens[1] === 0;
  const mustGoOn = goesOn && minOnLeft > 0;
  const firstStart = rules.running ? minOff : 0;
  return { goesOn, firstStart: mustGoOn ? Number.POSITIVE_INFINITY : firstStart };
}

/**
 * What each unit run costs less than its price, and each start more: with the right ones the need and a limit on starts
 * are nearly kept although nobody counts. Whole numbers, so that sums stay exact.
 */
export interface Multipliers {
  readonly unit: number;
  readonly start: number;
}

/** By point, the least that runs up to it cost by some multipliers; infinite where there are none. */
export interface Beginnings {
  /** Of runs the last of which ends at the point, with the units that they run and their starts. */
  readonly ends: Float64Array;
  readonly rans: Int32Array;
  readonly counts: Int32Array;
  /** Of the runs before one that starts at the point. */
  readonly starts: Float64Array;
}

/** By point, the least that runs from it on cost by some multipliers. */
export interface Remainders {
  /** After an end at the point; 0 where nothing more is worth it. */
  readonly ends: Float64Array;
  /** From a start at the point on; infinite where it finds no end. */
  readonly starts: Float64Array;
}

const INFINITE = Number.POSITIVE_INFINITY;

export function noBeginnings({ points: { length } }: Grid): Beginnings {
  const infinite = () => new Float64Array(length).fill(INFINITE);
  return { ends: infinite(), starts: infinite(), rans: new Int32Array(length), counts: new Int32Array(length) };
}

/**
 * Beginnings that have one start more than those of `earlier`; without these, any number of starts.
 * @param made where they are written, over others of the grid
 */
export function beginningsOf(
  grid: Grid,
  opening: Opening,
  multipliers: Multipliers,
  earlier?: Beginnings,
  made = noBeginnings(grid),
): Beginnings {
  const { points, opens, amounts, minOn, minOnLeft, tail, lastFirstStart } = grid;
  const { unit, start: each } = multipliers;
  const { goesOn, firstStart } = opening;
  const before = earlier ?? made;
  const pauses = pausesAfter(grid, before.ends);
  // The cheapest run under way, without what is spent up to now, which all share.
  let [on, ran, count] = [INFINITE, 0, 0];
  let [open, start] = [-1, 0];
  // The loop keeps its numbers to itself, as what is passed on at every point costs more than what is done there.
  for (let end = 0; end < points.length; end++) {
    const t = points[end] as number;
    if (opens[t] !== open) {
      open = opens[t] as number;
      on = INFINITE;
    }
    if (goesOn && open === 0 && t >= minOnLeft && on > 0) [on, ran, count] = [0, 0, 0];
    for (; (points[start] as number) <= t - minOn; start++) {
      const from = points[start] as number;
      const last = lastEnd(pauses, from);
      const spent = last === NOBODY ? INFINITE : (before.ends[last] as number);
      const isFirst = spent >= 0 && from >= firstStart && (from <= lastFirstStart || from === tail);
      const cost = isFirst ? 0 : spent;
      made.starts[start] = cost;
      const amount = cost + each - (amounts[from] as number) + unit * from;
      if (open < 0 || from < open || amount >= on) continue;
      on = amount;
      ran = (isFirst ? 0 : (before.rans[last] as number)) - from;
      count = (isFirst ? 0 : (before.counts[last] as number)) + 1;
    }
    made.ends[end] = open < 0 ? INFINITE : on + (amounts[t] as number) - unit * t;
    made.rans[end] = ran + t;
    made.counts[end] = count;
  }
  return made;
}

/** The ends that a start may follow. */
interface EndsBefore {
  readonly grid: Grid;
  readonly ends: Float64Array;
  /** Those whose longest pause is not over. */
  readonly line: LeastFirst;
  next: number;
  /** The cheapest of all so far. */
  ever: number;
}

function pausesAfter(grid: Grid, ends: Float64Array): EndsBefore {
  return { grid, ends, line: leastFirst(ends), next: 0, ever: 0 };
}

/** The cheapest end that a start at `t` may follow. */
function lastEnd(pauses: EndsBefore, t: number): number {
  const { grid, ends, line } = pauses;
  const { points, minOff, lastStarts, isPauseBound } = grid;
  for (; (points[pauses.next] as number) <= t - minOff; pauses.next++) {
    if (isPauseBound) join(line, pauses.next);
    if ((ends[pauses.next] as number) < (ends[pauses.ever] as number)) pauses.ever = pauses.next;
  }
  const ever = pauses.next > 0 ? pauses.ever : NOBODY;
  if (!isPauseBound) return ever;
  while (line.first < line.last && (lastStarts[points[head(line)] as number] as number) < t) line.first++;
  // No longest pause binds the tail.
  return t === grid.tail ? ever : head(line);
}

export function remaindersOf(grid: Grid, { unit, start: each }: Multipliers): Remainders {
  const { points, opens, amounts, minOn } = grid;
  const starts = new Float64Array(points.length).fill(INFINITE);
  const ends = new Float64Array(points.length);
  const pauses = { grid, starts, line: leastFirst(starts), next: points.length - 1, tail: NOBODY };
  let [off, open, end] = [INFINITE, -1, points.length - 1];
  for (let start = points.length - 1; start >= 0; start--) {
    const from = points[start] as number;
    for (; (points[end] as number) >= from + minOn; end--) {
      const t = points[end] as number;
      const rest = restAfter(pauses, t);
      ends[end] = rest;
      if ((opens[t] as number) < 0) continue;
      const amount = rest + (amounts[t] as number) - unit * t;
      if (opens[t] !== open || amount < off) off = amount;
      open = opens[t] as number;
    }
    if (open >= 0 && open <= from) starts[start] = off + each - (amounts[from] as number) + unit * from;
  }
  for (; end >= 0; end--) ends[end] = restAfter(pauses, points[end] as number);
  return { ends, starts };
}

/** The starts that may follow an end, and the one at the tail. */
interface StartsAfter {
  readonly grid: Grid;
  readonly starts: Float64Array;
  readonly line: LeastFirst;
  next: number;
  tail: number;
}

/** The least that further runs cost after an end at `t`. */
function restAfter(pauses: StartsAfter, t: number): number {
  const { grid, starts, line } = pauses;
  const { points, minOff, lastStarts } = grid;
  for (; (points[pauses.next] as number) >= t + minOff; pauses.next--) {
    join(line, pauses.next);
    if (points[pauses.next] === grid.tail) pauses.tail = pauses.next;
  }
  while (line.first < line.last && (points[head(line)] as number) > (lastStarts[t] as number)) line.first++;
  const next = head(line);
  const rest = next === NOBODY ? 0 : Math.min(0, starts[next] as number);
  return pauses.tail === NOBODY ? rest : Math.min(rest, starts[pauses.tail] as number);
}
