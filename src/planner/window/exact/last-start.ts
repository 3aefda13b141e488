import { joined, type Stretch, stretchesOf } from '../../stretches.ts';
import type { Rules } from './run-rules.ts';
import type { SplitProblem } from './split-problem.ts';

/** The stretches in which limits and prices let the device run, that of the tail included. */
export function openingsIn({ horizon, from, until, tail, limit }: Omit<SplitProblem, 'rules' | 'need'>): Stretch[] {
  return joined([...stretchesOf(horizon, { from, until: tail }, limit), { from: tail, until }]);
}

/** Of each opening the first and the last start of a shortest run. */
export function roomsIn(openings: readonly Stretch[], minOn: number): Stretch[] {
  return openings.map(({ from, until }) => ({ from, until: until - minOn })).filter(({ from, until }) => from <= until);
}

/**
 * The last start that may follow an end. Where a limit or a gap closes before the longest pause is over, and there is no
 * room for a run but right after the shortest, that is where it opens again: a fresh plan in that pause begins there too.
 */
export function lastStartAfter(end: number, { minOff, maxOff }: Rules, rooms: readonly Stretch[]): number {
  return Math.max(end + maxOff, firstRoom(rooms, end + minOff));
}

/** The last of first starts, if it is not the run under way that goes on. */
export function lastFirstStartIn({ from, pauseEnd, lastFirstStart }: Rules, rooms: readonly Stretch[]): number {
  return Math.max(lastFirstStart, firstRoom(rooms, Math.max(pauseEnd, from - 1)));
}

/** Where the first room begins whose last start is later; the minute itself where there is none. */
function firstRoom(rooms: readonly Stretch[], minute: number): number {
  let low = 0;
  let high = rooms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rooms[middle] as Stretch).until > minute) high = middle;
    else low = middle + 1;
  }
  return rooms[low]?.from ?? minute;
}
