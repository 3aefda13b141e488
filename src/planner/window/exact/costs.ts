import {
  type BandedTable,
  band,
  beside,
  cut,
  emptyTable,
  get,
  type Rooms,
  type Row,
  rowOf,
  set,
  widen,
} from './banded-table.ts';

/** The least that runs cost in each cell, and of equal costs the lower tie-break. */
export interface Costs {
  /** Price x minutes; infinite where there are no runs. */
  readonly amounts: BandedTable;
  readonly tieBreaks: BandedTable;
}

/** Costs that say which of several runs they are of. */
export interface Bests extends Costs {
  /** The point at which the runs of a cell end. */
  readonly points: BandedTable;
}

export function costsIn(rooms: Rooms): Costs {
  const amounts = emptyTable(rooms);
  return { amounts, tieBreaks: beside(amounts) };
}

export function bestsIn(rooms: Rooms): Bests {
  const amounts = emptyTable(rooms);
  return { amounts, tieBreaks: beside(amounts), points: beside(amounts) };
}

/** Lowers a row to the costs of the runs that end at a point. */
export function include(bests: Bests, row: number, ends: Costs, point: number): void {
  const { low, high } = band(ends.amounts, point);
  if (low === high) return;
  widen(bests.amounts, row, low, high, Number.POSITIVE_INFINITY);
  const amounts = rowOf(ends.amounts, point);
  const tieBreaks = rowOf(ends.tieBreaks, point);
  const leastAmounts = rowOf(bests.amounts, row);
  const leastTieBreaks = rowOf(bests.tieBreaks, row);
  const points = rowOf(bests.points, row);
  for (let column = low; column < high; column++) {
    const amount = get(amounts, column);
    const least = get(leastAmounts, column);
    if (amount > least || amount === Number.POSITIVE_INFINITY) continue;
    const tieBreak = get(tieBreaks, column);
    if (amount === least && tieBreak >= get(leastTieBreaks, column)) continue;
    set(leastAmounts, column, amount);
    set(leastTieBreaks, column, tieBreak);
    set(points, column, point);
  }
}

/** Makes a row of others the one row of `from`. */
export function copy(from: Bests, to: Bests, row: number): void {
  const { low, high } = band(from.amounts, 0);
  cut(to.amounts, row, low, high);
  copyRow(rowOf(from.amounts, 0), rowOf(to.amounts, row), low, high);
  copyRow(rowOf(from.tieBreaks, 0), rowOf(to.tieBreaks, row), low, high);
  copyRow(rowOf(from.points, 0), rowOf(to.points, row), low, high);
}

function copyRow(from: Row, to: Row, low: number, high: number): void {
  for (let column = low; column < high; column++) set(to, column, get(from, column));
}
