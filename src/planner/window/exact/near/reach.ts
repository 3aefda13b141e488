import { changed, type Grid } from '../grid.ts';
import { leastIn } from './multipliers.ts';
import { type Beginnings, beginningsOf, noBeginnings, type Opening } from './relaxed.ts';

/** The most starts of a limit that fit the need. */
export function fittingStarts({ need, minOn }: Grid, limit: number): number {
  return Math.min(limit, Math.floor(need / minOn));
}

/** The most units up to the need that can run, the whole tail among them; nothing where there is no way to run that. */
export function reachOf(grid: Grid, opening: Opening, starts: number): number | undefined {
  const most = unitsAt(-1, grid, opening, starts);
  return most < 0 || unitsAt(1, grid, opening, starts) > grid.need ? undefined : Math.min(most, grid.need);
}

/**
 * The units of the cheapest runs when each unit costs `price` and one of the tail less than all others; or fewer for a
 * price below 0, more for one above, as soon as the need is not what they miss. Where none hold the whole
 * tail, less than none for a price below 0, and more than there are for one above.
 */
function unitsAt(price: 1 | -1, grid: Grid, opening: Opening, starts: number): number {
  const length = grid.opens.length;
  const tail = grid.tail < 0 ? length - 1 : grid.tail;
  const flat = changed(grid, { amounts: grid.amounts.map((_, t) => price * t - Math.max(0, t - tail) * length) });
  const reward = (length - 1 - tail) * length;
  let best = Number.POSITIVE_INFINITY;
  for (const { ends } of inTurn(flat, opening, starts)) {
    best = Math.min(best, ends[leastIn(ends)] ?? best);
    if (best + reward <= price * grid.need) break;
  }
  return (best + reward) * price;
}

/** All beginnings, where the cheapest keeps the limit on starts, or else those of no start, of one at the most and so on. */
function* inTurn(grid: Grid, opening: Opening, starts: number): Generator<Beginnings> {
  const even = { unit: 0, start: 0 };
  const free = beginningsOf(grid, opening, even);
  if ((free.counts[leastIn(free.ends)] ?? 0) <= starts) return yield free;
  let before = noBeginnings(grid);
  for (let count = 0; count <= starts; count++) {
    const first = count === 0 ? { ...opening, firstStart: Number.POSITIVE_INFINITY } : opening;
    before = beginningsOf(grid, first, even, before);
    yield before;
  }
}
