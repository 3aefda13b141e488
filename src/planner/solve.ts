import { candidatesOf, everyMinute } from './candidates.ts';
import { type Grid, gridOf } from './grid.ts';
import { endsOf, FRESH, type Layer, layerOf, NO_START, type Seeds } from './layer.ts';
import type { Ends } from './pauses.ts';
import type { Puzzle } from './puzzle.ts';
import type { Stretch } from './stretches.ts';

/**
 * The cheapest runs that add up to the need and keep every rule, or to as much of it as rules and prices allow; in
 * minutes since the epoch. Of equal cost: fewer starts, then the preferred end of the time, then the standing plan.
 *
 * A dynamic programme over instants and units run. With a limit on starts it asks without that limit first: what keeps
 * it all the same is the answer, and only else every start gets a layer of its own.
 */
export function solve(puzzle: Puzzle): readonly Stretch[] {
  const isMeanLimited = puzzle.meanLimit < Number.POSITIVE_INFINITY;
  const grid = gridOf(puzzle, isMeanLimited ? everyMinute(puzzle) : candidatesOf(puzzle));
  const ends = endsOf(grid);
  const free = answerOf(puzzle, grid, [layerOf(grid, seedsOf(puzzle, grid), ends, ends)]);
  const { starts } = puzzle.rules;
  const { minutes, runs } = free.starts > starts ? answerOf(puzzle, grid, limitedLayers(puzzle, grid, ends)) : free;
  if (minutes === 0 && puzzle.tail < puzzle.until) return solve({ ...puzzle, tail: puzzle.until });
  return minutes === puzzle.need || minutes === 0 || isMeanLimited ? runs : solve({ ...puzzle, need: minutes });
}

interface Answer {
  readonly minutes: number;
  readonly runs: readonly Stretch[];
  readonly starts: number;
}

/** The best runs among all layers, for as much of the need as there is an answer to. */
function answerOf(puzzle: Puzzle, grid: Grid, layers: readonly Layer[]): Answer {
  for (let ran = grid.need; ran > 0; ran--) {
    const best = bestEnd(grid, layers, ran);
    if (best && isAllowed(puzzle, grid, best))
      return { minutes: ran * grid.unit, ...traced(puzzle, grid, layers, best) };
  }
  return { minutes: 0, runs: [], starts: 0 };
}

interface End {
  readonly layer: number;
  readonly point: number;
  readonly ran: number;
  readonly amount: number;
  readonly taste: number;
}

function bestEnd(grid: Grid, layers: readonly Layer[], ran: number): End | undefined {
  const column = grid.columns[ran] as number;
  let best: End | undefined;
  for (const [
    layer,
    {
      best: { amounts, tastes, points },
    },
  ] of layers.entries()) {
    const amount = amounts[column] ?? Number.POSITIVE_INFINITY;
    const taste = tastes[column] as number;
    const than = best?.amount ?? Number.POSITIVE_INFINITY;
    if (amount > than || amount === Number.POSITIVE_INFINITY || (best && amount === than && taste >= best.taste))
      continue;
    best = { layer, point: points[column] as number, ran, amount, taste };
  }
  return best;
}

/** Whether the whole tail runs and the mean before it keeps its limit; what a start costs is part of the mean. */
function isAllowed({ meanLimit, until, tail }: Puzzle, { unit, reward }: Grid, { ran, amount }: End): boolean {
  const tailUnits = (until - tail) / unit;
  const outside = amount + reward * tailUnits;
  return (
    outside < reward / 2 && (meanLimit === Number.POSITIVE_INFINITY || outside <= meanLimit * (ran - tailUnits) * unit)
  );
}

function seedsOf({ rules }: Puzzle, { opens, minOff, minOnLeft }: Grid): Seeds {
  const goesOn = rules.running && opens[1] === 0;
  const mustGoOn = goesOn && minOnLeft > 0;
  const firstStart = rules.running ? minOff : 0;
  return { goesOn, firstStart: mustGoOn ? Number.POSITIVE_INFINITY : firstStart, startAmount: rules.startAmount };
}

/** One layer for each number of starts, none first; `spare` is free to be written to. */
function limitedLayers(puzzle: Puzzle, grid: Grid, spare: Ends): Layer[] {
  const seeds = seedsOf(puzzle, grid);
  const later = { ...seeds, goesOn: false, firstStart: Number.POSITIVE_INFINITY };
  let [before, ends] = [spare, endsOf(grid)];
  const layers = [layerOf(grid, { ...later, goesOn: seeds.goesOn }, undefined, before)];
  for (let starts = 1; starts <= puzzle.rules.starts; starts++) {
    layers.push(layerOf(grid, starts === 1 ? { ...seeds, goesOn: false } : later, before, ends));
    [before, ends] = [ends, before];
  }
  return layers;
}

/** The runs that lead to an end. */
function traced({ from }: Puzzle, grid: Grid, layers: readonly Layer[], end: End): Omit<Answer, 'minutes'> {
  const { points, rans, columns, unit } = grid;
  const runs: Stretch[] = [];
  let starts = 0;
  let { layer, point, ran } = end;
  for (let origin = point; origin !== FRESH; point = origin) {
    const until = points[point] as number;
    const start = startOf(grid, layers[layer] as Layer, point, ran);
    runs.unshift({ from: from + unit * (points[start] ?? 0), until: from + unit * until });
    if (start < 0) break;
    starts++;
    ran -= until - (points[start] as number);
    origin = (layers[layer] as Layer).origins[start * rans.length + (columns[ran] as number)] as number;
    layer = Math.max(0, layer - 1);
  }
  return { runs, starts };
}

/** The point at which the run that ends at `end` started; -1 for the one that was under way from the beginning. */
function startOf(grid: Grid, { origins }: Layer, end: number, ran: number): number {
  const { points, opens, minOn, rans, columns } = grid;
  const until = points[end] as number;
  for (let start = end - 1; (points[start] ?? -1) >= (opens[until] as number); start--) {
    const before = ran - until + (points[start] as number);
    if (before < 0) break;
    const isLongEnough = (points[start] as number) <= until - minOn;
    const column = columns[before] ?? -1;
    if (isLongEnough && column >= 0 && origins[start * rans.length + column] !== NO_START) return start;
  }
  return -1;
}
