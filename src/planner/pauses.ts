import type { Grid } from './grid.ts';

/** For each point a row with a column for each number of units run until then: the best runs that end there. */
export interface Ends {
  /** Price x minutes; infinite where there are no such runs. */
  readonly amounts: Float64Array;
  readonly tastes: Float64Array;
}

/** The best of some ends, in the same columns. */
export interface Bests extends Ends {
  /** The point of each end. */
  readonly points: Int32Array;
}

/**
 * The ends that a start may follow now: with time some join, and the first of them leave. Those that joined since the
 * last turn share one row; each of those before has a row for itself and what follows it up to the turn, so that to
 * leave is to go on to the next row, and only when all of them have left are there rows to be made again.
 */
export interface Pauses {
  readonly recent: Bests;
  readonly older: Bests;
  /** The points of the ends: the first, the first of the recent, and the first whose shortest pause is not over. */
  first: number;
  turn: number;
  next: number;
}

export function pausesOf({ points, rans, minOff, maxOff }: Grid): Pauses {
  const rows = maxOff === Number.POSITIVE_INFINITY ? 0 : Math.min(points.length, maxOff - minOff + 1);
  return { recent: bestsOf(1, rans.length), older: bestsOf(rows, rans.length), first: 0, turn: 0, next: 0 };
}

export function bestsOf(rows: number, width: number): Bests {
  const amounts = new Float64Array(rows * width).fill(Number.POSITIVE_INFINITY);
  return { amounts, tastes: new Float64Array(rows * width), points: new Int32Array(rows * width) };
}

/** Lets those ends join whose shortest pause is over at a start, and those leave whose longest one is. */
export function endPauses(pauses: Pauses, { points, minOff, maxOff, rans }: Grid, ends: Ends, start: number): void {
  const t = points[start] as number;
  for (; (points[pauses.next] as number) <= t - minOff; pauses.next++) {
    better(pauses.recent, 0, ends, pauses.next, rans.length);
  }
  while ((points[pauses.first] as number) < t - maxOff) pauses.first++;
  if (pauses.first > pauses.turn) turn(pauses, ends, rans.length);
}

/** Makes rows of those that have joined, the last of them first. */
function turn(pauses: Pauses, ends: Ends, width: number): void {
  const { first, next, recent, older } = pauses;
  recent.amounts.fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < next - first; row++) {
    better(recent, 0, ends, next - 1 - row, width);
    older.amounts.set(recent.amounts, row * width);
    older.tastes.set(recent.tastes, row * width);
    older.points.set(recent.points, row * width);
  }
  recent.amounts.fill(Number.POSITIVE_INFINITY);
  pauses.turn = next;
}

/** Betters a row by one end. */
export function better({ amounts, tastes, points }: Bests, row: number, ends: Ends, end: number, width: number): void {
  for (let to = row * width, from = end * width; from < (end + 1) * width; to++, from++) {
    const amount = ends.amounts[from] as number;
    const than = amounts[to] as number;
    if (amount > than || amount === Number.POSITIVE_INFINITY) continue;
    const taste = ends.tastes[from] as number;
    if (amount === than && taste >= (tastes[to] as number)) continue;
    amounts[to] = amount;
    tastes[to] = taste;
    points[to] = end;
  }
}
