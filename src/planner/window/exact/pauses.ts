import { cut, equalRooms, highOf, lowOf, roomsFor } from './banded-table.ts';
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
  older: Bests;
  /** At the tail all ends, however long ago: it is bound by no longest pause. */
  readonly every: Bests;
  /** The first end, the first of the recent, and the first whose shortest pause is not over, each by its point. */
  first: number;
  turn: number;
  next: number;
}

export function pausesOf({ rans, isPauseBound }: Grid): Pauses {
  const [recent, every] = [bestsIn(equalRooms(1, rans.length)), bestsIn(equalRooms(isPauseBound ? 1 : 0, rans.length))];
  return { recent, older: bestsIn(equalRooms(0, 0)), every, first: 0, turn: 0, next: 0 };
}

/** Lets those ends join whose shortest pause is over at `t`, and those leave whose longest one is. */
export function endPauses(pauses: Pauses, grid: Grid, ends: Costs, t: number): void {
  for (; timeOf(grid, pauses.next) <= t - grid.minOff; pauses.next++) include(pauses.recent, ends, pauses.next);
  if (t === grid.tail && grid.isPauseBound) {
    for (let point = 0; point < pauses.next; point++) include(pauses.every, ends, point);
  }
  while ((grid.lastStarts[timeOf(grid, pauses.first)] as number) < t) pauses.first++;
  if (pauses.first > pauses.turn) turn(pauses, ends);
}

/** The row of all older ends that are left; -1 where none is. */
export function olderRow({ first, turn }: Pauses): number {
  return turn - 1 - first;
}

/** Makes rows of those that have joined, the last of them first; each has room for itself and those before it. */
function turn(pauses: Pauses, ends: Costs): void {
  const { first, next, recent } = pauses;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  const rooms = roomsFor(Math.max(0, next - first), (row) => {
    const low = lowOf(ends.amounts, next - 1 - row);
    const high = highOf(ends.amounts, next - 1 - row);
    if (low < high) [least, most] = [Math.min(least, low), Math.max(most, high)];
    return { low: Math.min(least, most), high: most };
  });
  const older = bestsIn(rooms);
  cut(recent.amounts, 0, 0, 0);
  for (let point = next - 1; point >= first; point--) {
    include(recent, ends, point);
    copy(recent, older, next - 1 - point);
  }
  cut(recent.amounts, 0, 0, 0);
  pauses.older = older;
  pauses.turn = next;
}
