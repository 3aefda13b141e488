import type { Stretch } from '../../stretches.ts';
import { get, highOf, lowOf, rowOf } from './banded-table.ts';
import { type Grid, openAt, timeOf, unitsOf } from './grid.ts';
import { FIRST_END, FRESH, type Layer, NO_START } from './layer.ts';
import type { SplitProblem } from './split-problem.ts';

/** Runs read back from the layers, for as much of the need as there are any. */
export interface Answer {
  readonly amount: number;
  readonly minutes: number;
  readonly runs: readonly Stretch[];
  readonly starts: number;
}

export const NOTHING: Answer = { amount: Number.POSITIVE_INFINITY, minutes: 0, runs: [], starts: 0 };

/** The best runs among all layers. */
export function readBack(problem: SplitProblem, grid: Grid, layers: readonly Layer[]): Answer {
  for (let column = grid.rans.length - 1; column >= 0 && unitsOf(grid, column) > 0; column--) {
    const best = bestEnd(layers, column);
    const ran = unitsOf(grid, column);
    if (!best || !isAllowed(problem, grid, ran, best.amount)) continue;
    return { amount: best.amount, minutes: ran * grid.unit, ...traced(problem, grid, layers, best, ran) };
  }
  return NOTHING;
}

interface End {
  readonly layer: number;
  readonly point: number;
  readonly amount: number;
}

function bestEnd(layers: readonly Layer[], column: number): End | undefined {
  let [amount, tieBreak] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let found = -1;
  for (let layer = 0; layer < layers.length; layer++) {
    const { amounts, tieBreaks } = (layers[layer] as Layer).best;
    if (column < (amounts.lows[0] as number) || column >= (amounts.highs[0] as number)) continue;
    const cost = amounts.numbers[column] as number;
    if (cost > amount || cost === Number.POSITIVE_INFINITY) continue;
    const tie = tieBreaks.numbers[column] as number;
    if (cost === amount && tie >= tieBreak) continue;
    [found, amount, tieBreak] = [layer, cost, tie];
  }
  if (found < 0) return undefined;
  return { layer: found, point: get(rowOf((layers[found] as Layer).best.points, 0), column), amount };
}

/** True where the whole tail runs and the mean before it keeps its limit. */
function isAllowed(problem: SplitProblem, grid: Grid, ran: number, amount: number): boolean {
  const { until, tail } = problem;
  const outside = amount + (grid.reward * (until - tail)) / grid.unit;
  return outside < grid.reward / 2 && isMeanKeptBy(problem, grid, ran, amount);
}

/** True where the mean before the tail keeps its limit. */
export function isMeanKeptBy(problem: SplitProblem, { unit, reward }: Grid, ran: number, amount: number): boolean {
  const { meanLimit, spare, until, tail } = problem;
  const tailUnits = (until - tail) / unit;
  const outside = amount + reward * tailUnits;
  return meanLimit === Number.POSITIVE_INFINITY || outside <= meanLimit * (ran - tailUnits) * unit + spare;
}

/** The runs that lead to an end, found from the last to the first. */
function traced({ from }: SplitProblem, grid: Grid, layers: readonly Layer[], best: End, need: number) {
  const runs: Stretch[] = [];
  let starts = 0;
  let ran = need;
  let { layer, point } = best;
  for (let origin = FIRST_END + point; origin !== FRESH; point = origin - FIRST_END) {
    const { origins } = layers[layer] as Layer;
    const until = timeOf(grid, point);
    const start = startOf(grid, origins, point, ran);
    const begun = start < 0 ? 0 : timeOf(grid, start);
    runs.unshift({ from: from + grid.unit * begun, until: from + grid.unit * until });
    if (start < 0) break;
    starts++;
    ran -= until - begun;
    origin = get(rowOf(origins, start), grid.columns[ran] as number);
    layer = Math.max(0, layer - 1);
  }
  return { runs, starts };
}

/** The point at which the run that ends at `end` started; -1 for the one that was under way from the beginning. */
function startOf(grid: Grid, origins: Layer['origins'], end: number, ran: number): number {
  const until = timeOf(grid, end);
  for (let start = end - 1; start >= 0 && timeOf(grid, start) >= openAt(grid, until); start--) {
    const minutes = until - timeOf(grid, start);
    const column = grid.columns[ran - minutes] ?? -1;
    if (minutes < grid.minOn || column < lowOf(origins, start) || column >= highOf(origins, start)) continue;
    if (get(rowOf(origins, start), column) !== NO_START) return start;
  }
  return -1;
}
