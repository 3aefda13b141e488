import type { Stretch } from '../../stretches.ts';
import { candidatesOf, everyMinute } from './candidates.ts';
import { type Ceilings, ceilingsOf, type Floors, floorsOf, openSky } from './ceilings.ts';
import { type Grid, gridOf } from './grid.ts';
import { FIRST_END, FRESH, type Layer, layerOf, NO_START, type Seeds } from './layer.ts';
import { endsOf } from './pauses.ts';
import type { SplitProblem } from './split-problem.ts';

/**
 * The cheapest runs that add up to the need and keep every rule, or to as much of it as rules and prices allow; in
 * minutes since the epoch. Of equal cost: fewer starts, then the preferred end of the time, then the standing plan.
 *
 * A dynamic programme over instants and units run.
 */
export function solve(problem: SplitProblem): readonly Stretch[] {
  const isMeanLimited = problem.meanLimit < Number.POSITIVE_INFINITY;
  const grid = gridOf(problem, isMeanLimited ? everyMinute(problem) : candidatesOf(problem));
  const { minutes, runs } = answered(problem, grid);
  if (minutes === 0 && problem.tail < problem.until) return solve({ ...problem, tail: problem.until });
  return minutes === problem.need || minutes === 0 || isMeanLimited ? runs : solve({ ...problem, need: minutes });
}

/** Fewer cells are looked through faster than they are left out. */
const FEW_CELLS = 2 ** 12;

/** Floors say little where pauses may not be long or the mean is limited: much has to run that is not the cheapest. */
const isWorthFloors = (problem: SplitProblem, grid: Grid): boolean =>
  cellsOf(grid) > FEW_CELLS && grid.maxOff >= grid.opens.length && problem.meanLimit === Number.POSITIVE_INFINITY;

/** With a greater share of all cells, it is as well to look through all of them. */
const WORTH_LEAVING = 3 / 4;

const cellsOf = ({ points, rans }: Grid) => points.length * rans.length;

/**
 * With a limit on starts it is asked without that limit first: what keeps it all the same is the answer, and only else
 * every start gets a layer of its own.
 */
function answered(problem: SplitProblem, grid: Grid): Answer {
  const floors = isWorthFloors(problem, grid) ? floorsOf(grid) : undefined;
  const step = grid.reward / 2 ** 12;
  const free = deepened(grid, floors, step, (ceilings) => answerOf(problem, grid, [anyLayer(problem, grid, ceilings)]));
  if (free.starts <= problem.rules.starts) return free;
  const known = free.minutes < problem.need ? Number.POSITIVE_INFINITY : free.amount - (floors?.least ?? 0);
  const slack = Math.max(step, 1.5 * known);
  return deepened(grid, floors, slack, (ceilings) => answerOf(problem, grid, limitedLayers(problem, grid, ceilings)));
}

/**
 * What meets the whole need within some cost is the best even if nothing above that cost was looked at. So little more
 * than the least is tried first, and then more and more.
 */
function deepened(grid: Grid, floors: Floors | undefined, first: number, find: (ceilings: Ceilings) => Answer): Answer {
  if (floors) {
    for (let slack = first; slack < grid.reward / 2; slack *= 4) {
      const ceilings = ceilingsOf(grid, floors, floors.least + slack);
      if (ceilings.cells > WORTH_LEAVING * cellsOf(grid)) break;
      const answer = find(ceilings);
      if (answer.minutes === grid.need * grid.unit) return answer;
    }
  }
  return find(openSky(grid));
}

interface Answer {
  readonly amount: number;
  readonly minutes: number;
  readonly runs: readonly Stretch[];
  readonly starts: number;
}

/** The best runs among all layers, for as much of the need as there is an answer to. */
function answerOf(problem: SplitProblem, grid: Grid, layers: readonly Layer[]): Answer {
  for (let ran = grid.need; ran > 0; ran--) {
    const best = bestEnd(grid, layers, ran);
    if (!best || !isAllowed(problem, grid, best)) continue;
    return { amount: best.amount, minutes: ran * grid.unit, ...traced(problem, grid, layers, best) };
  }
  return { amount: Number.POSITIVE_INFINITY, minutes: 0, runs: [], starts: 0 };
}

interface End {
  readonly layer: number;
  readonly point: number;
  readonly ran: number;
  readonly amount: number;
  readonly tieBreak: number;
}

function bestEnd(grid: Grid, layers: readonly Layer[], ran: number): End | undefined {
  const column = grid.columns[ran] as number;
  let best: End | undefined;
  for (const [layer, { best: bests }] of layers.entries()) {
    const { amounts, tieBreaks, points, lows, highs } = bests;
    const isFilled = (lows[0] as number) <= column && column < (highs[0] as number);
    const amount = isFilled ? (amounts[column] as number) : Number.POSITIVE_INFINITY;
    const tieBreak = tieBreaks[column] as number;
    const than = best?.amount ?? Number.POSITIVE_INFINITY;
    if (amount > than || amount === Number.POSITIVE_INFINITY || (best && amount === than && tieBreak >= best.tieBreak))
      continue;
    best = { layer, point: points[column] as number, ran, amount, tieBreak };
  }
  return best;
}

/** True where the whole tail runs and the mean before it keeps its limit. */
function isAllowed({ meanLimit, until, tail }: SplitProblem, { unit, reward }: Grid, { ran, amount }: End): boolean {
  const tailUnits = (until - tail) / unit;
  const outside = amount + reward * tailUnits;
  return (
    outside < reward / 2 && (meanLimit === Number.POSITIVE_INFINITY || outside <= meanLimit * (ran - tailUnits) * unit)
  );
}

function seedsOf({ rules }: SplitProblem, { opens, minOff, minOnLeft }: Grid, ceilings: Ceilings): Seeds {
  const goesOn = rules.running && opens[1] === 0;
  const mustGoOn = goesOn && minOnLeft > 0;
  const firstStart = rules.running ? minOff : 0;
  return {
    goesOn,
    firstStart: mustGoOn ? Number.POSITIVE_INFINITY : firstStart,
    ceilings,
  };
}

/** Any number of starts in one layer. */
function anyLayer(problem: SplitProblem, grid: Grid, ceilings: Ceilings): Layer {
  const ends = endsOf(ceilings.offsets, ceilings.cells);
  return layerOf(grid, seedsOf(problem, grid, ceilings), ends, ends);
}

/** One layer for each number of starts, none first. */
function limitedLayers(problem: SplitProblem, grid: Grid, ceilings: Ceilings): Layer[] {
  const seeds = seedsOf(problem, grid, ceilings);
  const later = { ...seeds, goesOn: false, firstStart: Number.POSITIVE_INFINITY };
  let [before, ends] = [endsOf(ceilings.offsets, ceilings.cells), endsOf(ceilings.offsets, ceilings.cells)];
  const layers = [layerOf(grid, { ...later, goesOn: seeds.goesOn }, undefined, before)];
  for (let starts = 1; starts <= problem.rules.starts; starts++) {
    layers.push(layerOf(grid, starts === 1 ? { ...seeds, goesOn: false } : later, before, ends));
    [before, ends] = [ends, before];
  }
  return layers;
}

/** The runs that lead to an end. */
function traced(
  { from }: SplitProblem,
  grid: Grid,
  layers: readonly Layer[],
  end: End,
): Omit<Answer, 'minutes' | 'amount'> {
  const { points, columns, unit } = grid;
  const runs: Stretch[] = [];
  let starts = 0;
  let { layer, point, ran } = end;
  for (let origin = FIRST_END + point; origin !== FRESH; point = origin - FIRST_END) {
    const until = points[point] as number;
    const start = startOf(grid, layers[layer] as Layer, point, ran);
    runs.unshift({ from: from + unit * (points[start] ?? 0), until: from + unit * until });
    if (start < 0) break;
    starts++;
    ran -= until - (points[start] as number);
    const { origins, ceilings } = layers[layer] as Layer;
    origin = origins[(ceilings.offsets[start] as number) + (columns[ran] as number)] as number;
    layer = Math.max(0, layer - 1);
  }
  return { runs, starts };
}

/** The point at which the run that ends at `end` started; -1 for the one that was under way from the beginning. */
function startOf(grid: Grid, { origins, ceilings: { offsets, lows, highs } }: Layer, end: number, ran: number): number {
  const { points, opens, minOn, columns } = grid;
  const until = points[end] as number;
  for (let start = end - 1; (points[start] ?? -1) >= (opens[until] as number); start--) {
    const before = ran - until + (points[start] as number);
    if (before < 0) break;
    const isLongEnough = (points[start] as number) <= until - minOn;
    const column = columns[before] ?? -1;
    if (
      isLongEnough &&
      column >= (lows[start] as number) &&
      column < (highs[start] as number) &&
      origins[(offsets[start] as number) + column] !== NO_START
    )
      return start;
  }
  return -1;
}
