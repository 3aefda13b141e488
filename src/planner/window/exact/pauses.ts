import { cut, equalRooms } from './banded-table.ts';
import { type Bests, bestsIn, type Costs, copy, include } from './costs.ts';
import { type Grid, timeOf } from './grid.ts';

/**
 * The ends that a start may follow now: those whose shortest pause is over and whose longest one is not.
 *
 * With time ends join, and the first of them leave. Those that joined since the last turn share one row; each of those
 * before has a row for itself and what follows it up to the turn, so that to leave is to go on to the next row, and only
 * when all of them have left are there rows to be made again.
 */
export interface Pauses {
  readonly recent: Bests;
  readonly older: Bests;
  /** At the tail all ends, however long ago: it is bound by no longest pause. */
  readonly every: Bests;
  /** The first end, the first of the recent, and the first whose shortest pause is not over, each by its point. */
  first: number;
  turn: number;
  next: number;
}

export function pausesOf({ points, rans, minOff, maxOff }: Grid): Pauses {
  const rows = maxOff === Number.POSITIVE_INFINITY ? 0 : Math.min(points.length, maxOff - minOff + 1);
  const [recent, every] = [bestsIn(equalRooms(1, rans.length)), bestsIn(equalRooms(rows > 0 ? 1 : 0, rans.length))];
  const older = bestsIn(equalRooms(rows, rans.length));
  return { recent, older, every, first: 0, turn: 0, next: 0 };
}

/** Lets those ends join whose shortest pause is over at `t`, and those leave whose longest one is. */
export function endPauses(pauses: Pauses, grid: Grid, ends: Costs, t: number): void {
  for (; timeOf(grid, pauses.next) <= t - grid.minOff; pauses.next++) include(pauses.recent, 0, ends, pauses.next);
  if (t === grid.tail && grid.maxOff < Number.POSITIVE_INFINITY) {
    for (let point = 0; point < pauses.next; point++) include(pauses.every, 0, ends, point);
  }
  while (timeOf(grid, pauses.first) < t - grid.maxOff) pauses.first++;
  if (pauses.first > pauses.turn) turn(pauses, ends);
}

/** The row of all older ends that are left; -1 where none is. */
export function olderRow({ first, turn }: Pauses): number {
  return turn - 1 - first;
}

/** Makes rows of those that have joined, the last of them first. */
function turn(pauses: Pauses, ends: Costs): void {
  const { first, next, recent, older } = pauses;
  cut(recent.amounts, 0, 0, 0);
  for (let point = next - 1; point >= first; point--) {
    include(recent, 0, ends, point);
    copy(recent, older, next - 1 - point);
  }
  cut(recent.amounts, 0, 0, 0);
  pauses.turn = next;
}
