import { joined, type Stretch } from '../../stretches.ts';
import { type Grid, openAt, timeOf } from './grid.ts';
import type { Opening } from './near/relaxed.ts';

/** By point, the units that can have run: bit by bit in one number, so that all of them go on at once. */
interface Possible {
  readonly ends: bigint[];
  readonly starts: bigint[];
}

/**
 * Runs that keep every rule but a limit of the mean, for as many units up to the need as there are any; in units. What
 * they cost is not looked at, so that the largest problem takes no more than a fraction of a second.
 */
export function possibleRuns(grid: Grid, opening: Opening, starts: number): readonly Stretch[] {
  const any = possibleAfter(grid, opening);
  const runs = tracedIn([any], grid, opening);
  const made = runs.length - (opening.goesOn && runs[0]?.from === 0 ? 1 : 0);
  if (made <= starts) return joined(runs);
  const never = { goesOn: false, firstStart: Number.POSITIVE_INFINITY };
  const layers = [possibleAfter(grid, { ...never, goesOn: opening.goesOn }, [])];
  for (let count = 1; count <= starts; count++) {
    const first = count === 1 ? { ...opening, goesOn: false } : never;
    layers.push(possibleAfter(grid, first, layers[count - 1]?.ends));
  }
  return joined(tracedIn(layers, grid, opening));
}

/** What is possible with one start more than up to the ends of `before`; without these, with any number of starts. */
function possibleAfter(grid: Grid, opening: Opening, before?: readonly bigint[]): Possible {
  const { points, tail, minOn, need } = grid;
  const made: Possible = { ends: [], starts: [] };
  const queue: Queue = { ends: before ?? made.ends, recent: 0n, older: [], ever: 0n, first: 0, turn: 0, next: 0 };
  let [on, open, start] = [0n, -1, 0];
  for (const [end, t] of points.entries()) {
    on = openAt(grid, t) === open ? shifted(on, t - (points[end - 1] ?? 0), need) : 0n;
    open = openAt(grid, t);
    if (opening.goesOn && open === 0 && t >= grid.minOnLeft) on |= shifted(1n, t, need);
    for (; timeOf(grid, start) <= t - minOn; start++) {
      const from = timeOf(grid, start);
      const isFirst = from >= opening.firstStart && (from <= grid.lastFirstStart || from === tail);
      const before = tail >= 0 && from > tail ? 0n : (isFirst ? 1n : 0n) | waiting(queue, grid, from);
      made.starts.push(before);
      if (open >= 0 && from >= open) on |= shifted(before, t - from, need);
    }
    const isInTail = tail >= 0 && t > tail && t < grid.opens.length - 1;
    made.ends.push(open < 0 || isInTail ? 0n : on);
  }
  return made;
}

const shifted = (units: bigint, by: number, need: number) =>
  by > need ? 0n : BigInt.asUintN(need + 1, units << BigInt(by));

/** The ends that a start may follow: as `Pauses`, those that joined since a turn together, each of the others with what follows. */
interface Queue {
  readonly ends: readonly bigint[];
  recent: bigint;
  older: bigint[];
  ever: bigint;
  first: number;
  turn: number;
  next: number;
}

function waiting(queue: Queue, grid: Grid, t: number): bigint {
  for (; timeOf(grid, queue.next) <= t - grid.minOff; queue.next++) {
    queue.recent |= queue.ends[queue.next] ?? 0n;
    queue.ever |= queue.ends[queue.next] ?? 0n;
  }
  while ((grid.lastStarts[timeOf(grid, queue.first)] as number) < t) queue.first++;
  if (queue.first > queue.turn) {
    queue.older = [];
    let all = 0n;
    for (let point = queue.next - 1; point >= queue.first; point--) queue.older[point] = all |= queue.ends[point] ?? 0n;
    [queue.recent, queue.turn] = [0n, queue.next];
  }
  if (t === grid.tail) return queue.ever;
  return queue.recent | (queue.older[queue.first] ?? 0n);
}

/** The runs that lead to the most units, found from the last to the first. */
function tracedIn(layers: readonly Possible[], grid: Grid, opening: Opening): Stretch[] {
  const { points, tail, minOn, minOff, lastStarts } = grid;
  // What runs right before the deadline ends with it.
  const first = tail < 0 ? 0 : points.length - 1;
  let [ran, point, layer] = [0, first, 0];
  for (const [each, { ends }] of layers.entries()) {
    for (let end = first; end < points.length; end++) {
      if ((ends[end] ?? 0n) >> BigInt(ran + 1) > 0n) [ran, point, layer] = [mostIn(ends[end] ?? 0n), end, each];
    }
  }
  const runs: Stretch[] = [];
  while (ran > 0) {
    const until = timeOf(grid, point);
    const { starts } = layers[layer] as Possible;
    const isUnderWay = opening.goesOn && openAt(grid, until) === 0 && ran === until && until >= grid.minOnLeft;
    if (isUnderWay && (layer === 0 || layers.length === 1)) return [{ from: 0, until }, ...runs];
    const isStart = (t: number, i: number) =>
      t >= openAt(grid, until) && until - t >= minOn && has(starts[i] ?? 0n, ran - (until - t));
    const start = points.findIndex(isStart);
    const from = timeOf(grid, start);
    runs.unshift({ from, until });
    ran -= until - from;
    layer = Math.max(0, layer - 1);
    const { ends } = layers[layer] as Possible;
    const isEnd = (t: number, i: number) =>
      from - t >= minOff && (from <= (lastStarts[t] as number) || from === tail) && has(ends[i] ?? 0n, ran);
    point = points.findLastIndex(isEnd);
  }
  return runs;
}

const has = (units: bigint, ran: number) => ran >= 0 && ((units >> BigInt(ran)) & 1n) === 1n;
const mostIn = (units: bigint) => units.toString(2).length - 1;
