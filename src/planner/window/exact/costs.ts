import { type BandedTable, beside, cut, emptyTable, highOf, lowOf, type Rooms, rowOf, widen } from './banded-table.ts';

/** The least that runs cost in each cell, and of equal costs the lower tie-break. */
export interface Costs {
  /** Price x minutes; infinite where there are no runs. */
  readonly amounts: BandedTable;
  readonly tieBreaks: BandedTable;
}

/** Costs that say which of several runs they are of. */
export interface Bests extends Costs {
  /** The point at which the runs of a cell end. */
  readonly points: BandedTable<Int32Array>;
}

export function costsIn(rooms: Rooms): Costs {
  const amounts = emptyTable(rooms);
  return { amounts, tieBreaks: beside(amounts, new Float64Array(rooms.cells)) };
}

export function bestsIn(rooms: Rooms): Bests {
  const costs = costsIn(rooms);
  return { ...costs, points: beside(costs.amounts, new Int32Array(rooms.cells)) };
}

/** Lowers the one row of `bests` to the costs of the runs that end at a point. */
export function include(bests: Bests, ends: Costs, point: number): void {
  const low = lowOf(ends.amounts, point);
  const high = highOf(ends.amounts, point);
  if (low === high) return;
  widen(bests.amounts, 0, low, high, Number.POSITIVE_INFINITY);
  const { numbers: amounts, origin: from } = rowOf(ends.amounts, point);
  const { numbers: tieBreaks } = ends.tieBreaks;
  const { numbers: leastAmounts, origin: to } = rowOf(bests.amounts, 0);
  const { numbers: leastTieBreaks } = bests.tieBreaks;
  const { numbers: points } = bests.points;
  for (let column = low; column < high; column++) {
    const amount = amounts[from + column] as number;
    const least = leastAmounts[to + column] as number;
    if (amount > least || amount === Number.POSITIVE_INFINITY) continue;
    const tieBreak = tieBreaks[from + column] as number;
    if (amount === least && tieBreak >= (leastTieBreaks[to + column] as number)) continue;
    leastAmounts[to + column] = amount;
    leastTieBreaks[to + column] = tieBreak;
    points[to + column] = point;
  }
}

/** Makes a row of others the one row of `from`. */
export function copy(from: Bests, to: Bests, row: number): void {
  const low = lowOf(from.amounts, 0);
  const high = highOf(from.amounts, 0);
  cut(to.amounts, row, low, high);
  const { origin } = rowOf(to.amounts, row);
  to.amounts.numbers.set(from.amounts.numbers.subarray(low, high), origin + low);
  to.tieBreaks.numbers.set(from.tieBreaks.numbers.subarray(low, high), origin + low);
  to.points.numbers.set(from.points.numbers.subarray(low, high), origin + low);
}
