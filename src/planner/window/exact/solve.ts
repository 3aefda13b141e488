import type { Stretch } from '../../stretches.ts';
import { type Answer, isMeanKeptBy, NOTHING } from './answer.ts';
import { type Candidates, candidatesOf, everyStep } from './candidates.ts';
import { coarsely } from './coarse.ts';
import { type Grid, gridOf } from './grid.ts';
import { belowMean, meanEdgeOf } from './near/below-mean.ts';
import { nearBest } from './near/narrow.ts';
import { reachOf } from './near/reach.ts';
import { type Opening, openingOf } from './near/relaxed.ts';
import type { SplitProblem } from './split-problem.ts';
import { answered, findIn } from './table.ts';

/**
 * The cheapest runs that add up to the need and keep every rule, or to as much of it as rules and prices allow; in
 * minutes since the epoch. Of equal cost: fewer starts, then the preferred end of the time, then the standing plan.
 *
 * A dynamic programme over instants and units run, of which only what is near the best is looked through. What would take
 * too long even so is planned in coarse steps.
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
    const reach = reachOf(grid, opening, problem.rules.starts);
    if (!reach) return problem.tail < problem.until ? again({ tail: problem.until }) : [];
    if (reach < grid.need) return again({ need: reach * grid.unit });
    const isTooMuch = workOf(problem, candidates) > MOST_WORK;
    const near = narrowly(problem, grid, opening, isTooMuch);
    if (near) return near.runs;
    const stepped = isTooMuch && step === 1 ? inSteps(problem) : undefined;
    if (stepped) return stepped;
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
