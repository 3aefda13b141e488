import { changed, type Grid } from '../grid.ts';
import type { SplitProblem } from '../split-problem.ts';
import { leastCost, meeting, multipliersFor, onEdges, type Relaxed, relaxed } from './multipliers.ts';
import { type Findings, foundNear, type Search, viewFrom } from './narrow.ts';
import { noBeginnings, type Opening } from './relaxed.ts';

/** What runs may cost at the most, and for each of their units, in so many starts. */
interface Line {
  readonly most: number;
  readonly mean: number;
  readonly starts: number;
}

/** Where costs cross the line of what a mean allows. */
export interface MeanEdge extends Line {
  readonly best: Relaxed;
  /** The most units of the need that may keep the mean. */
  readonly high: number;
}

const TURNS = 24;

/** Nothing where nothing keeps the mean. */
export function meanEdgeOf({ problem, grid, opening }: Search<Findings>): MeanEdge | undefined {
  const line = meanLine(problem, grid);
  const { starts } = line;
  let edge = edgeOf(grid, opening, line, 0);
  for (let turn = 0; edge && edge.best.starts > starts && turn < 2; turn++) {
    const { multipliers } = multipliersFor(changed(grid, { need: Math.max(1, edge.high) }), opening, starts);
    edge = edgeOf(grid, opening, line, multipliers.start);
  }
  return edge && { ...line, ...edge };
}

/** The cheapest runs for as much of the need as keeps the mean; nothing where there are too many cells near them. */
export function belowMean<Found extends Findings>(search: Search<Found>, edge: MeanEdge): Found | undefined {
  const { most, mean, high, starts, best } = edge;
  let isCounted = best.multipliers.start > 0;
  const view = viewFrom(search, best, isCounted);
  for (let width = 8; ; ) {
    const low = Math.max(1, high - width);
    const found = foundNear(view, { low, high, most, mean, starts }, isCounted, search);
    if (!found) return undefined;
    const isReached = found.minutes >= low * search.grid.unit;
    if (isReached && found.starts > starts) isCounted = true;
    else if (isReached || low === 1) return found;
    else width *= 4;
  }
}

function meanLine({ meanLimit, spare, tail, until, rules }: SplitProblem, { unit, reward }: Grid): Line {
  const tailUnits = (until - tail) / unit;
  const mean = meanLimit * unit;
  return { most: spare - (mean + reward) * tailUnits, mean, starts: rules.starts };
}

function edgeOf(grid: Grid, opening: Opening, line: Line, start: number): { best: Relaxed; high: number } | undefined {
  const { most, mean, starts } = line;
  const least = relaxed(grid, opening, { unit: mean, start });
  if (!(leastCost(least, 0, starts) <= most)) return undefined;
  const found = crossing(onEdges(grid, opening), opening, line, start).map((unit) =>
    relaxed(grid, opening, { unit, start }),
  );
  const [near = least, far = least] = found;
  const middle = meeting(near, far);
  if (Number.isFinite(middle)) found.push(relaxed(grid, opening, { unit: middle, start }));
  const highs = found.map((each) => unitsBelow(each, line, grid.need));
  const high = Math.min(...highs);
  return { best: found[highs.indexOf(high)] ?? least, high };
}

/** The most units of the need that may cost less than a line, as far as some multipliers tell. */
function unitsBelow(by: Relaxed, { most, mean, starts }: Line, need: number): number {
  const { unit } = by.multipliers;
  return unit > mean ? Math.min(need, Math.floor((most - leastCost(by, 0, starts)) / (unit - mean))) : need;
}

/** Multipliers of a unit, with runs below the line and above it. */
function crossing(grid: Grid, opening: Opening, { most, mean }: Line, start: number): readonly number[] {
  const made = noBeginnings(grid);
  const at = (unit: number) => relaxed(grid, opening, { unit, start }, made);
  const keeps = ({ amount, ran }: Relaxed) => amount <= most + mean * ran;
  let less = at(mean);
  let more = less;
  for (let step = 1 + Math.abs(mean) / 4; more.ran < grid.need && keeps(more) && step < grid.reward; step *= 4) {
    less = more;
    more = at(Math.round(mean + step));
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const unit = meeting(less, more);
    if (!(unit > less.multipliers.unit && unit < more.multipliers.unit)) break;
    const found = at(unit);
    if (keeps(found)) less = found;
    else more = found;
  }
  return [less.multipliers.unit, more.multipliers.unit];
}
