import { everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { type Grid, gridOf } from '../../../../src/planner/window/exact/grid.ts';
import type { Room } from '../../../../src/planner/window/exact/near/bands.ts';
import type { Findings, Search } from '../../../../src/planner/window/exact/near/narrow.ts';
import { openingOf } from '../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../src/planner/window/exact/split-problem.ts';

/** What a search has done so far. */
export interface Work {
  /** Passes over a grid by some multipliers. */
  passes: number;
  /** Looks through what is near the best, each with whether starts were counted in it, its points and its cells. */
  readonly looks: {
    readonly isCounted: boolean;
    readonly layers: number;
    readonly points: number;
    readonly cells: number;
  }[];
}

/** A search of the best runs, in steps of so many minutes, that counts what it does. */
export function looked<Found extends Findings>(
  problem: SplitProblem,
  step: number,
  find: (grid: Grid, rooms: readonly Room[], isCounted: boolean) => Found,
): { readonly search: Search<Found>; readonly work: Work } {
  const grid = gridOf(problem, everyStep(problem, step));
  const { goesOn, firstStart } = openingOf(problem, grid);
  const work: Work = { passes: 0, looks: [] };
  const opening = {
    // Each pass asks for it once.
    get goesOn() {
      work.passes++;
      return goesOn;
    },
    firstStart,
  };
  const finding = (grid: Grid, rooms: readonly Room[], isCounted: boolean) => {
    const cells = rooms.reduce((sum, { ends, starts }) => sum + ends.cells + starts.cells, 0);
    work.looks.push({ isCounted, layers: rooms.length, points: grid.points.length, cells });
    return find(grid, rooms, isCounted);
  };
  const most = Number.POSITIVE_INFINITY;
  return { search: { problem, grid, opening, find: finding, most, isRough: false }, work };
}
