import {
  type BandedTable,
  cut,
  equalRooms,
  get,
  highOf,
  lowOf,
  rowOf,
  set,
  wholeTable,
  widen,
} from './banded-table.ts';
import { type Bests, bestsIn, type Costs, costsIn, include } from './costs.ts';
import { amountAt, columnFrom, type Grid, openAt, tieBreakAt, timeOf, unitsOf } from './grid.ts';
import type { Room } from './near/bands.ts';
import type { Opening } from './near/relaxed.ts';
import { endPauses, olderRow, type Pauses, pausesOf } from './pauses.ts';

/** What one pass over the points finds: the runs that need one start more than those of the layer before. */
export interface Layer {
  /** The best end of all in each column. */
  readonly best: Bests;
  /** By point and column, where a start comes from: `FIRST_END` and the point of the end before it, or one of: */
  readonly origins: BandedTable<Int32Array>;
}

export const NO_START = 0;
/** A first start. */
export const FRESH = 1;
export const FIRST_END = 2;

export interface Seeds extends Opening {
  /** The columns in which a best plan can end or start. */
  readonly room: Room;
}

/**
 * The ends after one start more than those of `before`, none of which is needed for the first; written to `ends`. Where
 * both are the same, any number of starts.
 */
export function layerOf(grid: Grid, seeds: Seeds, before: Costs | undefined, ends: Costs): Layer {
  const pass = passOf(grid, seeds, ends);
  let open = -1;
  let start = 0;
  for (let end = 0; end < grid.points.length; end++) {
    const t = timeOf(grid, end);
    if (openAt(grid, t) !== open) {
      open = openAt(grid, t);
      cut(pass.on.amounts, 0, 0, 0);
    }
    if (seeds.goesOn && open === 0 && t >= grid.minOnLeft) goOn(pass);
    for (; timeOf(grid, start) <= t - grid.minOn; start++) {
      if (before) endPauses(pass.pauses, grid, before, timeOf(grid, start));
      if (open >= 0 && timeOf(grid, start) >= open) startAt(pass, start);
    }
    cut(ends.amounts, end, 0, 0);
    if (open >= 0) endAt(pass, end);
  }
  return pass.layer;
}

interface Pass {
  readonly grid: Grid;
  readonly seeds: Seeds;
  readonly ends: Costs;
  readonly layer: Layer;
  readonly pauses: Pauses;
  /**
   * The device is on: by units off so far, which stay the same while it is, shifted by `need`; without what is spent
   * up to now, which all share.
   */
  readonly on: Costs;
}

function passOf(grid: Grid, seeds: Seeds, ends: Costs): Pass {
  const on = costsIn(equalRooms(1, grid.opens.length + grid.need + 1));
  return {
    grid,
    seeds,
    ends,
    layer: {
      best: bestsIn(equalRooms(1, grid.rans.length)),
      origins: wholeTable(seeds.room.starts, new Int32Array(seeds.room.starts.cells)),
    },
    pauses: pausesOf(grid),
    on,
  };
}

/** The run under way goes on. */
function goOn({ grid: { need }, on }: Pass): void {
  widen(on.amounts, 0, need, need + 1, Number.POSITIVE_INFINITY);
  set(rowOf(on.amounts, 0), need, 0);
  set(rowOf(on.tieBreaks, 0), need, 0);
}

/** Lets the device start: for the first time, and after every pause that may be over. */
function startAt(pass: Pass, start: number): void {
  const { grid, seeds, pauses } = pass;
  const t = timeOf(grid, start);
  const isTail = t === grid.tail;
  if (t >= seeds.firstStart && (t <= grid.lastFirstStart || isTail)) startFirst(pass, start);
  startAfter(pass, start, pauses.recent, 0);
  if (olderRow(pauses) >= 0) startAfter(pass, start, pauses.older, olderRow(pauses));
  if (isTail && grid.isPauseBound) startAfter(pass, start, pauses.every, 0);
}

function startFirst({ grid, layer, on, seeds }: Pass, start: number): void {
  if (seeds.room.starts.lows[start] !== 0 || seeds.room.starts.highs[start] === 0) return;
  const t = timeOf(grid, start);
  const state = t + grid.need;
  const amounts = rowOf(on.amounts, 0);
  widen(on.amounts, 0, state, state + 1, Number.POSITIVE_INFINITY);
  // Only a run under way can have been off for as little: it goes on, which costs the same and no start.
  if (get(amounts, state) !== Number.POSITIVE_INFINITY) return;
  set(amounts, state, -amountAt(grid, t));
  set(rowOf(on.tieBreaks, 0), state, grid.startTieBreak - tieBreakAt(grid, t));
  set(rowOf(layer.origins, start), 0, FRESH);
}

function startAfter({ grid, seeds, layer, on }: Pass, start: number, bests: Bests, row: number): void {
  const low = Math.max(lowOf(bests.amounts, row), seeds.room.starts.lows[start] as number);
  const high = Math.min(highOf(bests.amounts, row), seeds.room.starts.highs[start] as number);
  if (low >= high) return;
  const { rans } = grid;
  const t = timeOf(grid, start);
  const spent = amountAt(grid, t);
  const tieBreak = grid.startTieBreak - tieBreakAt(grid, t);
  const shift = t + grid.need;
  widen(on.amounts, 0, shift - unitsOf(grid, high - 1), shift - unitsOf(grid, low) + 1, Number.POSITIVE_INFINITY);
  const { numbers: amounts, origin } = rowOf(bests.amounts, row);
  const { numbers: tieBreaks } = bests.tieBreaks;
  const { numbers: points } = bests.points;
  const { numbers: origins, origin: own } = rowOf(layer.origins, start);
  const { numbers: onAmounts } = on.amounts;
  const { numbers: onTieBreaks } = on.tieBreaks;
  for (let column = low; column < high; column++) {
    const before = amounts[origin + column] as number;
    if (before === Number.POSITIVE_INFINITY) continue;
    const state = shift - (rans[column] as number);
    const amount = before - spent;
    const than = onAmounts[state] as number;
    if (amount > than) continue;
    const total = (tieBreaks[origin + column] as number) + tieBreak;
    if (amount === than && total >= (onTieBreaks[state] as number)) continue;
    onAmounts[state] = amount;
    onTieBreaks[state] = total;
    origins[own + column] = FIRST_END + (points[origin + column] as number);
  }
}

/** Lets the device stop. */
function endAt({ grid, ends, layer, on, seeds: { room } }: Pass, end: number): void {
  const { rans, need } = grid;
  const t = timeOf(grid, end);
  const shift = t + need;
  const low = Math.max(room.ends.lows[end] as number, columnFrom(grid, Math.max(0, shift + 1 - highOf(on.amounts, 0))));
  const high = Math.min(
    room.ends.highs[end] as number,
    columnFrom(grid, Math.min(need, shift - lowOf(on.amounts, 0)) + 1),
  );
  if (low >= high) return;
  const spent = amountAt(grid, t);
  const tieBreak = tieBreakAt(grid, t);
  const { numbers: onAmounts } = on.amounts;
  const { numbers: onTieBreaks } = on.tieBreaks;
  const { numbers: amounts, origin } = rowOf(ends.amounts, end);
  const { numbers: tieBreaks } = ends.tieBreaks;
  let first = high;
  let last = low;
  for (let column = low; column < high; column++) {
    const state = shift - (rans[column] as number);
    const amount = (onAmounts[state] as number) + spent;
    amounts[origin + column] = amount;
    tieBreaks[origin + column] = (onTieBreaks[state] as number) + tieBreak;
    if (amount === Number.POSITIVE_INFINITY) continue;
    if (first === high) first = column;
    last = column + 1;
  }
  if (first >= last) return;
  cut(ends.amounts, end, first, last);
  include(layer.best, ends, end);
}
