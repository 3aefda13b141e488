import type { Stretch } from '../../stretches.ts';
import { type Answer, isMeanKeptBy, NOTHING } from './answer.ts';
import { type Candidates, candidatesOf, everyStep } from './candidates.ts';
import { coarsely } from './coarse.ts';
import { keepsAll } from './fitting.ts';
import { type Grid, gridOf } from './grid.ts';
import { belowMean, meanEdgeOf } from './near/below-mean.ts';
import { nearBest } from './near/narrow.ts';
import { fittingStarts, reachOf } from './near/reach.ts';
import { type Opening, openingOf } from './near/relaxed.ts';
import { possibleRuns } from './possible.ts';
import type { SplitProblem } from './split-problem.ts';
import { answered, findIn } from './table.ts';

/**
 * Runs that add up to the need and keep every rule, or to as much of it as rules and prices allow; in minutes since the
 * epoch. They are the cheapest, but for what would take too long to prove. Of equal cost: fewer starts, then the
 * preferred end of the time, then the standing plan.
 *
 * A dynamic programme over instants and units run, of which only what is near the best is looked through. Where that is
 * too much, runs are what was found there, or in coarse steps, or in the last resort any that keep the rules.
 */
export const solve = (problem: SplitProblem): readonly Stretch[] => solved(problem, 1);

/** The runs among candidates, or where any number of minutes may turn out to be wanted every so many. */
function solved(problem: SplitProblem, step: number): readonly Stretch[] {
  const isMeanLimited = problem.meanLimit < Number.POSITIVE_INFINITY;
  const again = (change: Partial<SplitProblem>) => solved({ ...problem, ...change }, step);
  const candidates = isMeanLimited ? everyStep(problem, step) : candidatesOf(problem);
  const grid = gridOf(problem, candidates);
  if (cellsOf(grid) > FEW_CELLS) {
    const opening = openingOf(problem, grid);
    const reach = reachOf(grid, opening, fittingStarts(grid, problem.rules.starts));
    if (!reach) return problem.tail < problem.until ? again({ tail: problem.until }) : [];
    if (reach < grid.need) return again({ need: reach * grid.unit });
    const work = workOf(problem, candidates);
    const isTooMuch = work > MOST_WORK;
    const near = narrowly(problem, grid, opening, isTooMuch);
    if (near) return near.runs;
    const stepped = isTooMuch && step === 1 ? inSteps(problem) : undefined;
    if (stepped) return stepped;
    if (isMeanLimited && work > LAST_MEAN_WORK) return aboutBelowMean(problem);
    if (!isMeanLimited && work > LAST_WORK) return anyRuns(problem, grid, opening);
  }
  const { minutes, runs } = answered(problem, grid);
  if (minutes === 0 && problem.tail < problem.until) return again({ tail: problem.until });
  return minutes === problem.need || minutes === 0 || isMeanLimited ? runs : again({ need: minutes });
}

/** Fewer cells are looked through faster than they are left out. */
const FEW_CELLS = 2 ** 13;
/** More are not looked through: some 50 ms of one core, or near the best some 10. */
const MOST_WORK = 2.1e6;
const MOST_CELLS = 0.4e6;
/** More are not looked through even where no step keeps every rule: a fifth of a second, or below a mean one and a half. */
const LAST_WORK = 12e6;
const LAST_MEAN_WORK = 48e6;
const HALVINGS = 6;
/** Minutes of the steps in which it is planned instead. */
const STEPS = [5, 15, 30, 60];

const cellsOf = ({ points, rans }: Candidates) => points.length * rans.length;

/** Cells to be looked through at the most. */
function workOf({ rules, meanLimit }: SplitProblem, candidates: Candidates): number {
  const starts = rules.starts === Number.POSITIVE_INFINITY ? 0 : rules.starts;
  const isPruned = rules.maxOff === Number.POSITIVE_INFINITY && meanLimit === Number.POSITIVE_INFINITY;
  return cellsOf(candidates) * (isPruned ? 1 + starts / 8 : 2 + 2 * starts);
}

/** The runs in the finest steps that do not take too long and keep every rule. */
function inSteps(problem: SplitProblem): readonly Stretch[] | undefined {
  for (const step of STEPS) {
    if (workOf(problem, everyStep(problem, step)) > MOST_WORK) continue;
    const runs = coarsely(problem, step, (stepped) => solved(stepped, step));
    if (runs) return runs;
  }
  return undefined;
}

/** Runs that keep every rule, whatever they cost. */
function anyRuns(problem: SplitProblem, grid: Grid, opening: Opening): readonly Stretch[] {
  const { from, rules } = problem;
  const { unit } = grid;
  const runs = possibleRuns(grid, opening, fittingStarts(grid, rules.starts));
  return runs.map((run) => ({ from: from + unit * run.from, until: from + unit * run.until }));
}

/** Of the best runs for a half of the need, for a quarter more or less and so on, the most that keep a limit of the mean. */
function aboutBelowMean(problem: SplitProblem): readonly Stretch[] {
  let most: readonly Stretch[] = [];
  let [low, high] = [0, problem.need];
  for (let turn = 0; turn < HALVINGS; turn++) {
    const need = Math.ceil((low + high) / 2);
    const runs = solve({ ...problem, need, meanLimit: Number.POSITIVE_INFINITY });
    if (runs.length > 0 && keepsAll(runs, problem)) [most, low] = [runs, need];
    else high = need;
  }
  return most;
}

/** The best runs, where few cells are near them. */
function narrowly(problem: SplitProblem, grid: Grid, opening: Opening, isRough: boolean): Answer | undefined {
  const most = isRough ? MOST_CELLS : cellsOf(grid);
  const search = { problem, grid, opening, find: findIn(problem), most, isRough };
  if (problem.meanLimit === Number.POSITIVE_INFINITY) return nearBest(search);
  const edge = meanEdgeOf(search);
  if (!edge) return NOTHING;
  if (edge.high === grid.need) {
    const free = { ...problem, meanLimit: Number.POSITIVE_INFINITY };
    const best = nearBest({ ...search, problem: free, find: findIn(free) });
    if (!best || isMeanKeptBy(problem, grid, grid.need, best.amount)) return best;
  }
  return belowMean(search, edge);
}
