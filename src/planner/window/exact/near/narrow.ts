import type { Grid } from '../grid.ts';
import type { SplitProblem } from '../split-problem.ts';
import { type Goal, narrowed, type Room, roomOf, type Sight, sightOf } from './bands.ts';
import { leastCost, multipliersFor, type Relaxed } from './multipliers.ts';
import { fittingStarts } from './reach.ts';
import type { Multipliers, Opening } from './relaxed.ts';

/** What has to be known of runs to tell whether they are the best. */
export interface Findings {
  readonly amount: number;
  readonly minutes: number;
  readonly starts: number;
}

/** A problem whose best runs are looked for near what they cost at the least. */
export interface Search<Found extends Findings> {
  readonly problem: SplitProblem;
  readonly grid: Grid;
  readonly opening: Opening;
  /** Finds the best runs for which there is room: in one of all starts, or where they are counted in one for each number of starts. */
  readonly find: (grid: Grid, rooms: readonly Room[], isCounted: boolean) => Found;
  /** The most cells of these rooms. */
  readonly most: number;
  /** What is near the best will do where too many cells are near it to tell which is. */
  readonly isRough: boolean;
}

/** Multipliers of a unit beside the best one, in shares of what prices differ by; they narrow the columns. */
const BESIDE = [0, 1, -1, 8, -8].map((steps) => steps / 256);
/** Multipliers of a start likewise, in shares of the best one. */
const START_SHARES = [0.5, 1.5];
/** What a point costs that is left, in cells. */
const POINT_CELLS = 20;

/**
 * The cheapest runs for the whole need; nothing where there are none, or too many cells near them.
 *
 * What costs at most so much is the best even if nothing above was looked at. So little more than the least is tried
 * first, and then more and more.
 */
export function nearBest<Found extends Findings>(search: Search<Found>): Found | undefined {
  const { problem, grid, opening, isRough } = search;
  const limit = problem.rules.starts;
  const starts = fittingStarts(grid, limit);
  const best = multipliersFor(grid, opening, starts);
  let isCounted = best.multipliers.start > 0 && starts === limit;
  const view = viewFrom(search, best, isCounted);
  const least = leastCost(best, grid.need, starts);
  const ceiling = least + grid.reward / 2;
  let rough: Found | undefined;
  for (let most = Math.min(least + view.little, ceiling); ; ) {
    const found = foundNear(view, { low: grid.need, high: grid.need, most, mean: 0, starts }, isCounted, search);
    if (!found || (found.minutes < problem.need && most >= ceiling)) break;
    if (found.minutes < problem.need) most = Math.min(least + 4 * (most - least), ceiling);
    else if (found.starts > limit) isCounted = true;
    else if (found.amount <= most) return found;
    else {
      if (isRough) rough = found;
      // No difference to the least: a sum of fractions that is not quite what it was would be asked for again and again.
      most = found.amount;
    }
  }
  return rough;
}

/** A grid by the best multipliers, and which are worth a look beside them. */
export interface View {
  readonly whole: Sight;
  readonly sets: readonly Multipliers[];
  /** Hardly more than nothing, in price x minutes. */
  readonly little: number;
}

export function viewFrom({ grid, opening }: Search<Findings>, { multipliers }: Relaxed, isCounted: boolean): View {
  const { unit, start } = multipliers;
  const { least, most } = grid.priceRange;
  const spread = 1 + Math.min(most - least, 4 * Math.abs(unit - least));
  const besides = BESIDE.map((share) => ({ unit: unit + Math.round(share * spread), start }));
  // The bound of a limit on starts holds without counting them only where all multipliers of a start are the same.
  const others = isCounted ? START_SHARES.map((share) => ({ unit, start: Math.round(share * start) })) : [];
  const little = 1 + (spread * 15) / grid.unit / 256;
  return { whole: sightOf(grid, opening, multipliers), sets: [...besides, ...others], little };
}

/** The best runs that reach a goal, or others; nothing where too many cells are to be looked through. */
export function foundNear<Found extends Findings>(
  { whole, sets }: View,
  goal: Goal,
  isCounted: boolean,
  { grid, opening, find, most }: Search<Found>,
): Found | undefined {
  const narrow = narrowed(grid, whole, goal);
  const starts = isCounted ? goal.starts : 0;
  const mostCells = Math.min(most, (starts + 1) * grid.points.length * grid.rans.length);
  let cells = POINT_CELLS * sets.length * narrow.points.length;
  if (cells > mostCells) return undefined;
  const sights = sets.map((set) => sightOf(narrow, opening, set));
  const rooms: Room[] = [];
  for (let made = 0; made <= starts; made++) {
    const room = roomOf(narrow, sights, goal, made);
    cells += room.ends.cells + room.starts.cells;
    if (cells > mostCells) return undefined;
    rooms.push(room);
  }
  return find(narrow, rooms, isCounted);
}
