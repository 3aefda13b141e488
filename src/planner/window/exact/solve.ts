import type { Stretch } from '../../stretches.ts';
import { type Answer, readBack } from './answer.ts';
import { type Candidates, candidatesOf, everyStep } from './candidates.ts';
import { type Ceilings, ceilingsOf, openSky } from './ceilings.ts';
import { coarsely } from './coarse.ts';
import { costsIn } from './costs.ts';
import { type Floors, floorsOf } from './floors.ts';
import { type Grid, gridOf } from './grid.ts';
import { type Layer, layerOf, type Seeds } from './layer.ts';
import type { SplitProblem } from './split-problem.ts';

/**
 * The cheapest runs that add up to the need and keep every rule, or to as much of it as rules and prices allow; in
 * minutes since the epoch. Of equal cost: fewer starts, then the preferred end of the time, then the standing plan.
 *
 * A dynamic programme over instants and units run. What would take too long is planned in coarse steps.
 */
export function solve(problem: SplitProblem): readonly Stretch[] {
  const candidates = everyOf(problem, 1);
  if (workOf(problem, candidates) <= MOST_WORK) return exactly(problem, candidates);
  const step = STEPS.find((step) => workOf(problem, everyStep(problem, step)) <= MOST_WORK) ?? (STEPS.at(-1) as number);
  const stepped = coarsely(problem, step, (stepped) => exactly(stepped, everyOf(stepped, step)));
  return stepped ?? exactly(problem, candidates);
}

const everyOf = (problem: SplitProblem, step: number) =>
  problem.meanLimit < Number.POSITIVE_INFINITY ? everyStep(problem, step) : candidatesOf(problem);

/** What would hold up everything else is not looked through: some 50 ms of one core. */
const MOST_WORK = 2.1e6;
/** Minutes of the steps in which it is planned instead. */
const STEPS = [5, 15, 30, 60];

/** Cells to be looked through at the most; where floors help, few of them are. */
function workOf({ rules, meanLimit }: SplitProblem, { points, rans }: Candidates): number {
  const starts = rules.starts === Number.POSITIVE_INFINITY ? 0 : rules.starts;
  const isPruned = rules.maxOff === Number.POSITIVE_INFINITY && meanLimit === Number.POSITIVE_INFINITY;
  return points.length * rans.length * (isPruned ? 1 + starts / 8 : 2 + 2 * starts);
}

function exactly(problem: SplitProblem, candidates: Candidates): readonly Stretch[] {
  const isMeanLimited = problem.meanLimit < Number.POSITIVE_INFINITY;
  const again = (other: SplitProblem) => exactly(other, everyOf(other, candidates.unit));
  const grid = gridOf(problem, candidates);
  const { minutes, runs } = answered(problem, grid);
  if (minutes === 0 && problem.tail < problem.until) return again({ ...problem, tail: problem.until });
  return minutes === problem.need || minutes === 0 || isMeanLimited ? runs : again({ ...problem, need: minutes });
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
  const free = deepened(grid, floors, step, (ceilings) => readBack(problem, grid, [anyLayer(problem, grid, ceilings)]));
  if (free.starts <= problem.rules.starts) return free;
  const known = free.minutes < problem.need ? Number.POSITIVE_INFINITY : free.amount - (floors?.least ?? 0);
  const slack = Math.max(step, 1.5 * known);
  return deepened(grid, floors, slack, (ceilings) => readBack(problem, grid, limitedLayers(problem, grid, ceilings)));
}

/**
 * What meets the whole need within some cost is the best even if nothing above that cost was looked at. So little more
 * than the least is tried first, and then more and more.
 */
function deepened(grid: Grid, floors: Floors | undefined, first: number, find: (ceilings: Ceilings) => Answer): Answer {
  if (floors) {
    for (let slack = first; slack < grid.reward / 2; slack *= 4) {
      const ceilings = ceilingsOf(grid, floors, floors.least + slack);
      if (ceilings.rooms.cells > WORTH_LEAVING * cellsOf(grid)) break;
      const answer = find(ceilings);
      if (answer.minutes === grid.need * grid.unit) return answer;
    }
  }
  return find(openSky(grid));
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
  const ends = costsIn(ceilings.rooms);
  return layerOf(grid, seedsOf(problem, grid, ceilings), ends, ends);
}

/** One layer for each number of starts, none first. */
function limitedLayers(problem: SplitProblem, grid: Grid, ceilings: Ceilings): Layer[] {
  const seeds = seedsOf(problem, grid, ceilings);
  const later = { ...seeds, goesOn: false, firstStart: Number.POSITIVE_INFINITY };
  let [before, ends] = [costsIn(ceilings.rooms), costsIn(ceilings.rooms)];
  const layers = [layerOf(grid, { ...later, goesOn: seeds.goesOn }, undefined, before)];
  for (let starts = 1; starts <= problem.rules.starts; starts++) {
    layers.push(layerOf(grid, starts === 1 ? { ...seeds, goesOn: false } : later, before, ends));
    [before, ends] = [ends, before];
  }
  return layers;
}
