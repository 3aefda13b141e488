import type { Ceilings } from './ceilings.ts';
import type { Grid } from './grid.ts';
import { type Bests, bestsOf, better, type Ends, endPauses, type Pauses, pausesOf } from './pauses.ts';

/** What one pass over the points finds: the runs that need one start more than those of the layer before. */
export interface Layer {
  /** The best end of all in each column. */
  readonly best: Bests;
  /** In rows as those of the ends, where a start at a point comes from: `FIRST_END` and the end before it, or one of: */
  readonly origins: Int32Array;
  readonly ceilings: Ceilings;
}

export const NO_START = 0;
/** A first start. */
export const FRESH = 1;
export const FIRST_END = 2;

export interface Seeds {
  /** Whether the run under way may go on. */
  readonly goesOn: boolean;
  /** From where on a first start is possible; infinite when it is not. */
  readonly firstStart: number;
  readonly ceilings: Ceilings;
}

/**
 * The ends after one start more than those of `before`, none of which is needed for the first; written to `ends`. Where
 * both are the same, any number of starts.
 */
export function layerOf(grid: Grid, seeds: Seeds, before: Ends | undefined, ends: Ends): Layer {
  const { points, opens, minOn } = grid;
  const pass = passOf(grid, seeds, ends);
  let open = -1;
  let start = 0;
  for (let end = 0; end < points.length; end++) {
    const t = points[end] as number;
    if (opens[t] !== open) {
      open = opens[t] as number;
      forget(pass.on);
    }
    if (seeds.goesOn && open === 0 && t >= grid.minOnLeft) begin(pass.on, grid.need, 0, 0);
    for (; (points[start] as number) <= t - minOn; start++) {
      if (before) endPauses(pass.pauses, grid, before, start);
      if (open >= 0 && (points[start] as number) >= open) startAt(pass, start);
    }
    ends.lows[end] = 0;
    ends.highs[end] = 0;
    if (open >= 0) endAt(pass, end);
  }
  return pass.layer;
}

/**
 * The device is on: by units off so far, which stay the same while it is, shifted by `need`; without what is spent
 * up to now, which all share.
 */
interface On {
  readonly amounts: Float64Array;
  readonly tieBreaks: Float64Array;
  /** From `low` to `high`, itself not included, there are all that are finite. */
  low: number;
  high: number;
}

interface Pass {
  readonly grid: Grid;
  readonly seeds: Seeds;
  readonly ends: Ends;
  readonly layer: Layer;
  readonly pauses: Pauses;
  readonly on: On;
}

function passOf(grid: Grid, seeds: Seeds, ends: Ends): Pass {
  const width = grid.rans.length;
  const states = grid.opens.length + grid.need + 1;
  return {
    grid,
    seeds,
    ends,
    layer: { ceilings: seeds.ceilings, best: bestsOf(1, width), origins: new Int32Array(seeds.ceilings.cells) },
    pauses: pausesOf(grid),
    on: {
      amounts: new Float64Array(states).fill(Number.POSITIVE_INFINITY),
      tieBreaks: new Float64Array(states),
      low: states,
      high: 0,
    },
  };
}

/** Nothing is on. */
function forget(on: On): void {
  on.amounts.fill(Number.POSITIVE_INFINITY);
  on.low = on.amounts.length;
  on.high = 0;
}

function begin(on: On, state: number, amount: number, tieBreak: number): void {
  on.amounts[state] = amount;
  on.tieBreaks[state] = tieBreak;
  on.low = Math.min(on.low, state);
  on.high = Math.max(on.high, state + 1);
}

/** What a first start follows. */
const nothing: Bests = {
  amounts: Float64Array.of(0),
  tieBreaks: Float64Array.of(0),
  points: Int32Array.of(FRESH - FIRST_END),
  lows: Int32Array.of(0),
  offsets: Int32Array.of(0),
  highs: Int32Array.of(1),
};

/** Lets the device start: for the first time, and after every pause that may be over. */
function startAt(pass: Pass, start: number): void {
  const { grid, seeds, pauses } = pass;
  const { first, turn, recent, older } = pauses;
  const t = grid.points[start] as number;
  if (t >= seeds.firstStart && t <= grid.lastFirstStart) startAfter(pass, start, nothing, 0);
  trim(pass, start, recent, 0);
  startAfter(pass, start, recent, 0);
  if (first < turn) startAfter(pass, start, older, turn - 1 - first);
}

/** Leaves out of a row, at both its ends, what is above its ceiling: ceilings only sink with time. */
function trim(
  { grid, seeds: { ceilings } }: Pass,
  start: number,
  { amounts, lows, highs, offsets }: Bests,
  row: number,
) {
  const first = offsets[row] as number;
  const ceiling = (ceilings.rows[start] as number) * grid.rans.length;
  const isHigh = (column: number) =>
    (amounts[first + column] as number) > (ceilings.amounts[ceiling + column] as number);
  let [low, high] = [lows[row] as number, highs[row] as number];
  while (low < high && isHigh(low)) low++;
  while (low < high && isHigh(high - 1)) high--;
  lows[row] = low;
  highs[row] = high;
}

function startAfter({ grid, seeds, layer, on }: Pass, start: number, from: Bests, row: number): void {
  const { rans, need } = grid;
  const { ceilings } = seeds;
  const t = grid.points[start] as number;
  const spent = grid.amounts[t] as number;
  const sour = grid.startTieBreak - (grid.tieBreaks[t] as number);
  const first = from.offsets[row] as number;
  const origin = ceilings.offsets[start] as number;
  const ceiling = (ceilings.rows[start] as number) * rans.length;
  const high = from.highs[row] as number;
  for (let column = from.lows[row] as number; column < high; column++) {
    const before = from.amounts[first + column] as number;
    if (before === Number.POSITIVE_INFINITY) continue;
    if (before > (ceilings.amounts[ceiling + column] as number)) continue;
    const state = t - (rans[column] as number) + need;
    const amount = before - spent;
    const than = on.amounts[state] as number;
    if (amount > than) continue;
    const tieBreak = (from.tieBreaks[first + column] as number) + sour;
    if (amount === than && tieBreak >= (on.tieBreaks[state] as number)) continue;
    begin(on, state, amount, tieBreak);
    layer.origins[origin + column] = FIRST_END + (from.points[first + column] as number);
  }
}

/** Lets the device stop; what is above its ceiling then need not go on either. */
function endAt({ grid, ends, layer, on, seeds: { ceilings } }: Pass, end: number): void {
  const { rans, need } = grid;
  const t = grid.points[end] as number;
  const spent = grid.amounts[t] as number;
  const sour = grid.tieBreaks[t] as number;
  const offset = ceilings.offsets[end] as number;
  const ceiling = (ceilings.rows[end] as number) * rans.length;
  const { low, high } = columnsOn(grid, ceilings, on, end);
  let [first, last] = [high, low];
  for (let column = low; column < high; column++) {
    const state = t - (rans[column] as number) + need;
    const amount = (on.amounts[state] as number) + spent;
    const isLow = amount <= (ceilings.amounts[ceiling + column] as number);
    if (!isLow) on.amounts[state] = Number.POSITIVE_INFINITY;
    ends.amounts[offset + column] = isLow ? amount : Number.POSITIVE_INFINITY;
    ends.tieBreaks[offset + column] = (on.tieBreaks[state] as number) + sour;
    if (!isLow || amount === Number.POSITIVE_INFINITY) continue;
    if (first === high) first = column;
    last = column + 1;
  }
  ends.lows[end] = first;
  ends.highs[end] = last;
  better(layer.best, 0, ends, end, rans.length);
}

/** The columns in which the device may be on at a point. */
function columnsOn({ points, need, firsts }: Grid, { lows, highs }: Ceilings, on: On, end: number) {
  while (on.low < on.high && on.amounts[on.low] === Number.POSITIVE_INFINITY) on.low++;
  while (on.low < on.high && on.amounts[on.high - 1] === Number.POSITIVE_INFINITY) on.high--;
  const t = points[end] as number;
  const least = Math.max(0, t + need + 1 - on.high);
  const most = Math.min(need, t + need - on.low);
  const low = Math.max(lows[end] as number, firsts[least] ?? 0);
  const high = least > most ? low : Math.min(highs[end] as number, firsts[most + 1] ?? 0);
  return { low, high: Math.max(low, high) };
}
