import { amountAt, changed, type Grid, openAt } from '../grid.ts';
import { type Beginnings, beginningsOf, type Multipliers, noBeginnings, type Opening } from './relaxed.ts';

/** The cheapest runs by some multipliers, however many units they run in however many starts. */
export interface Relaxed {
  readonly multipliers: Multipliers;
  /** Price x minutes. */
  readonly amount: number;
  readonly ran: number;
  readonly starts: number;
}

/** No runs of so many units in so many starts, or fewer, cost less. */
export function leastCost({ multipliers: { unit, start }, amount, ran, starts }: Relaxed, units: number, most: number) {
  return amount + unit * (units - ran) + (start === 0 ? 0 : start * (starts - most));
}

/** Turns after which multipliers are good enough. */
const TURNS = 24;
/** Turns that make better what is nearly right. */
const FEW_TURNS = 4;

/** @param made where passes over one grid write, one after the other */
export function relaxed(grid: Grid, opening: Opening, multipliers: Multipliers, made?: Beginnings): Relaxed {
  const { ends, rans, counts } = beginningsOf(grid, opening, multipliers, undefined, made);
  const last = leastIn(ends);
  const [ran, starts] = [rans[last] as number, counts[last] as number];
  const amount = (ends[last] as number) + multipliers.unit * ran - multipliers.start * starts;
  return { multipliers, ran, starts, amount };
}

/** The point at which costs are least. */
export function leastIn(ends: Float64Array): number {
  let last = 0;
  for (let end = 1; end < ends.length; end++) if ((ends[end] as number) < (ends[last] as number)) last = end;
  return last;
}

/** Multipliers at which the cheapest runs come close to the need in as many starts as are left. */
export function multipliersFor(grid: Grid, opening: Opening, starts: number): Relaxed {
  const sparse = onEdges(grid, opening);
  const start = perStart(sparse, opening, starts);
  const pair = perUnit(sparse, opening, start);
  if (sparse === grid) return nearer(pair);
  const isGuess = pair.less && pair.more;
  return nearer(
    isGuess ? perUnit(grid, opening, start, pair.less.multipliers.unit, FEW_TURNS) : perUnit(grid, opening, start),
  );
}

/** The grid with no more points than those at which the price changes: what is found there is nearly right. */
export function onEdges(grid: Grid, opening: Opening): Grid {
  const { opens, points, tail } = grid;
  const price = (t: number) => (openAt(grid, t) < 0 ? Number.NaN : amountAt(grid, t) - amountAt(grid, t - 1));
  const isEdge = (t: number) => t === 0 || t === tail || t === opens.length - 1 || price(t) !== price(t + 1);
  const sparse = changed(grid, { points: points.filter(isEdge) });
  const isEnough = relaxed(sparse, opening, { unit: 0, start: 0 }).amount < Number.POSITIVE_INFINITY;
  return isEnough && sparse.points.length < points.length / 2 ? sparse : grid;
}

/** Runs on both sides of the need, at nearly the same multiplier; one of them where there is no other. */
interface Pair {
  readonly less: Relaxed | undefined;
  readonly more: Relaxed | undefined;
}

const nearer = ({ less, more }: Pair) => (less ?? more) as Relaxed;

/** Of a mixture of both that meets the need, the starts. */
function startsIn({ less, more }: Pair, need: number): number {
  if (!less || !more || less.ran === more.ran) return (less ?? more)?.starts ?? 0;
  return less.starts + ((need - less.ran) / (more.ran - less.ran)) * (more.starts - less.starts);
}

/** The cheapest runs at the multiplier of a unit at which those of less than the need and of more cost the same. */
function perUnit(grid: Grid, opening: Opening, start: number, guess?: number, turns = TURNS): Pair {
  const { least, most } = grid.priceRange;
  let unit = guess ?? Math.round((least + most) / 2);
  let step = Math.max(1, Math.round((most - least) / (guess === undefined ? 4 : 256)));
  let [less, more]: (Relaxed | undefined)[] = [];
  const made = noBeginnings(grid);
  // No multiplier above all costs together makes another choice, and sums of larger ones are not exact.
  for (let turn = 0; turn < turns && step <= 16 * grid.reward; turn++) {
    const found = relaxed(grid, opening, { unit, start }, made);
    if (found.ran <= grid.need) less = found;
    if (found.ran >= grid.need) more = found;
    if (found.ran === grid.need) break;
    if (less && more) {
      unit = meeting(less, more);
      if (!(unit > less.multipliers.unit && unit < more.multipliers.unit)) break;
    } else {
      unit += less ? step : -step;
      step *= 4;
    }
  }
  return { less, more };
}

const costOf = ({ multipliers: { start }, amount, starts }: Relaxed) => amount + start * starts;

/** The multiplier of a unit at which two cost the same. */
export function meeting(less: Relaxed, more: Relaxed): number {
  return Math.round((costOf(more) - costOf(less)) / (more.ran - less.ran));
}

/** The multiplier of a start at which the cheapest runs come next to the limit on starts; 0 where they keep it. */
function perStart(grid: Grid, opening: Opening, limit: number): number {
  if (limit === Number.POSITIVE_INFINITY) return 0;
  const { least, most } = grid.priceRange;
  const { need } = grid;
  const at = (start: number, guess?: number) => {
    const pair = perUnit(grid, opening, start, guess);
    const starts = startsIn(pair, need);
    const best = nearer(pair);
    return { start, unit: best.multipliers.unit, starts, cost: leastCost(best, need, 0) - start * starts };
  };
  let more = at(0);
  if (more.starts <= limit) return 0;
  let start = 1 + Math.round(((most - least) * need) / more.starts / 4);
  let less: typeof more | undefined;
  for (let turn = 0; turn < TURNS && start <= 16 * grid.reward; turn++) {
    const found = at(start, (less ?? more).unit);
    if (found.starts <= limit) less = found;
    else more = found;
    if (Math.abs(found.starts - limit) < 0.01) break;
    const next = less ? Math.round((less.cost - more.cost) / (more.starts - less.starts)) : start * 4;
    if (less && (next <= more.start || next >= less.start)) break;
    start = next;
  }
  return (less ?? more).start;
}
