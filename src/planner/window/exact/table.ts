import { type Answer, readBack } from './answer.ts';
import { equalRooms } from './banded-table.ts';
import { type Costs, costsIn } from './costs.ts';
import type { Grid } from './grid.ts';
import { type Layer, layerOf } from './layer.ts';
import type { Room } from './near/bands.ts';
import { openingOf } from './near/relaxed.ts';
import type { SplitProblem } from './split-problem.ts';

/** The best runs for which there is room: in one of all starts, or where they are counted in one for each number of starts. */
export const findIn = (problem: SplitProblem) => (grid: Grid, rooms: readonly Room[], isCounted: boolean) => {
  const [room] = rooms;
  const layers = room && !isCounted ? [anyLayer(problem, grid, room)] : limitedLayers(problem, grid, rooms);
  return readBack(problem, grid, layers);
};

/** Room for everything. */
function openSky({ points, rans }: Grid): Room {
  const rooms = equalRooms(points.length, rans.length);
  return { ends: rooms, starts: rooms };
}

/**
 * The best runs of all. With a limit on starts it is asked without that limit first: what keeps it all the same is the
 * answer, and only else every start gets a layer of its own.
 */
export function answered(problem: SplitProblem, grid: Grid): Answer {
  const sky = openSky(grid);
  const free = readBack(problem, grid, [anyLayer(problem, grid, sky)]);
  if (free.starts <= problem.rules.starts) return free;
  const rooms = Array.from({ length: problem.rules.starts + 1 }, () => sky);
  return readBack(problem, grid, limitedLayers(problem, grid, rooms));
}

/** Any number of starts in one layer. */
function anyLayer(problem: SplitProblem, grid: Grid, room: Room): Layer {
  const ends = costsIn(room.ends);
  const { goesOn, firstStart } = openingOf(problem, grid);
  return layerOf(grid, { goesOn, firstStart, room }, ends, ends);
}

/** One layer for each number of starts, none first. */
function limitedLayers(problem: SplitProblem, grid: Grid, rooms: readonly Room[]): Layer[] {
  const layers: Layer[] = [];
  let [before, spare]: (Costs | undefined)[] = [];
  for (const [starts, room] of rooms.entries()) {
    const { goesOn, firstStart } = openingOf(problem, grid);
    const seeds = {
      goesOn: goesOn && starts === 0,
      firstStart: starts === 1 ? firstStart : Number.POSITIVE_INFINITY,
      room,
    };
    const ends: Costs = spare?.amounts.rooms === room.ends ? spare : costsIn(room.ends);
    layers.push(layerOf(grid, seeds, before, ends));
    [before, spare] = [ends, before];
  }
  return layers;
}
