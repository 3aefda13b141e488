import { amountAt, type Grid, openAt, timeOf } from '../grid.ts';
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

interface Forwards {
  readonly grid: Grid;
  readonly opening: Opening;
  readonly multipliers: Multipliers;
  readonly before: Beginnings;
  readonly made: Beginnings;
  /** The ends that a start may follow, and the cheapest of all so far. */
  readonly pauses: LeastFirst;
  next: number;
  ever: number;
  /** The cheapest run under way, without what is spent up to now, which all share. */
  on: number;
  ran: number;
  count: number;
}

/** Beginnings that have one start more than those of `before`; without these, any number of starts. */
export function beginningsOf(grid: Grid, opening: Opening, multipliers: Multipliers, earlier?: Beginnings): Beginnings {
  const made = noBeginnings(grid);
  const before = earlier ?? made;
  const pauses = leastFirst(before.ends);
  const pass = { grid, opening, multipliers, before, made, pauses, next: 0, ever: 0, on: INFINITE, ran: 0, count: 0 };
  let [open, start] = [-1, 0];
  for (let end = 0; end < grid.points.length; end++) {
    const t = timeOf(grid, end);
    if (openAt(grid, t) !== open) {
      open = openAt(grid, t);
      pass.on = INFINITE;
    }
    if (opening.goesOn && open === 0 && t >= grid.minOnLeft && pass.on > 0) turnOn(pass, 0, 0, 0);
    for (; timeOf(grid, start) <= t - grid.minOn; start++) startAt(pass, start, open);
    if (open < 0 || pass.on === INFINITE) continue;
    made.ends[end] = pass.on + amountAt(grid, t) - multipliers.unit * t;
    made.rans[end] = pass.ran + t;
    made.counts[end] = pass.count;
  }
  return made;
}

function turnOn(pass: Forwards, amount: number, ran: number, count: number): void {
  pass.on = amount;
  pass.ran = ran;
  pass.count = count;
}

function startAt(pass: Forwards, start: number, open: number): void {
  const { grid, opening, multipliers, before, made } = pass;
  const t = timeOf(grid, start);
  const last = lastEnd(pass, t);
  const spent = before.ends[last] ?? INFINITE;
  const isFirst = spent >= 0 && t >= opening.firstStart && (t <= grid.lastFirstStart || t === grid.tail);
  const cost = isFirst ? 0 : spent;
  made.starts[start] = cost;
  const amount = cost + multipliers.start - amountAt(grid, t) + multipliers.unit * t;
  if (open < 0 || t < open || amount >= pass.on) return;
  const [ran, count] = isFirst ? [0, 0] : [before.rans[last] as number, before.counts[last] as number];
  turnOn(pass, amount, ran - t, count + 1);
}

/** The cheapest end that a start at `t` may follow. */
function lastEnd(pass: Forwards, t: number): number {
  const { grid, before, pauses } = pass;
  for (; timeOf(grid, pass.next) <= t - grid.minOff; pass.next++) {
    if (grid.maxOff < INFINITE) join(pauses, pass.next);
    if ((before.ends[pass.next] as number) < (before.ends[pass.ever] as number)) pass.ever = pass.next;
  }
  if (grid.maxOff === INFINITE) return pass.next > 0 ? pass.ever : NOBODY;
  while (pauses.first < pauses.last && timeOf(grid, head(pauses)) < t - grid.maxOff) pauses.first++;
  // No longest pause binds the tail.
  return t === grid.tail && pass.next > 0 ? pass.ever : head(pauses);
}

interface Backwards {
  readonly grid: Grid;
  readonly made: Remainders;
  /** The starts that may follow an end, and the one at the tail. */
  readonly pauses: LeastFirst;
  next: number;
  tail: number;
}

export function remaindersOf(grid: Grid, multipliers: Multipliers): Remainders {
  const { points, minOn } = grid;
  const { starts } = noBeginnings(grid);
  const made = { ends: new Float64Array(points.length), starts };
  const pass = { grid, made, pauses: leastFirst(starts), next: points.length - 1, tail: NOBODY };
  let [off, open, end] = [INFINITE, INFINITE, points.length - 1];
  for (let start = points.length - 1; start >= 0; start--) {
    const from = timeOf(grid, start);
    for (; timeOf(grid, end) >= from + minOn; end--) {
      const t = timeOf(grid, end);
      const rest = restAfter(pass, end);
      if (openAt(grid, t) < 0) continue;
      const amount = rest + amountAt(grid, t) - multipliers.unit * t;
      if (openAt(grid, t) !== open) off = amount;
      else if (amount < off) off = amount;
      open = openAt(grid, t);
    }
    if (open <= from) starts[start] = off + multipliers.start - amountAt(grid, from) + multipliers.unit * from;
  }
  for (; end >= 0; end--) restAfter(pass, end);
  return made;
}

/** The least that further runs cost after an end. */
function restAfter(pass: Backwards, end: number): number {
  const { grid, made, pauses } = pass;
  const t = timeOf(grid, end);
  for (; timeOf(grid, pass.next) >= t + grid.minOff; pass.next--) {
    join(pauses, pass.next);
    if (timeOf(grid, pass.next) === grid.tail) pass.tail = pass.next;
  }
  while (pauses.first < pauses.last && timeOf(grid, head(pauses)) > t + grid.maxOff) pauses.first++;
  const rest = Math.min(0, made.starts[head(pauses)] ?? 0, made.starts[pass.tail] ?? 0);
  made.ends[end] = rest;
  return rest;
}
