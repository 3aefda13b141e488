import { type BandedTable, equalRooms, filledTable, get, rowOf, set } from './banded-table.ts';
import { amountAt, type Grid, openAt } from './grid.ts';

/** The least that units cost, whatever the rules say. */
export interface Floors {
  readonly blocks: readonly Block[];
  /** By block and number of units: up to the end of the block, and from its beginning on. Infinite where too few may run. */
  readonly before: BandedTable;
  readonly after: BandedTable;
  /** The least cost of the whole need. */
  readonly least: number;
}

/** A stretch of one price, or of none. */
interface Block {
  readonly from: number;
  readonly units: number;
  /** Price x minutes of one unit; infinite where none may run. */
  readonly price: number;
}

export function floorsOf(grid: Grid): Floors {
  const blocks = blocksOf(grid);
  const last = blocks.length - 1;
  const after = cheapestOf(blocks.toReversed(), grid.need, (index) => last - index);
  return {
    blocks,
    before: cheapestOf(blocks, grid.need, (index) => index),
    after,
    least: get(rowOf(after, 0), grid.need),
  };
}

function blocksOf(grid: Grid): Block[] {
  const blocks: { from: number; units: number; price: number }[] = [];
  for (let t = 0; t + 1 < grid.opens.length; t++) {
    const price = openAt(grid, t + 1) < 0 ? Number.POSITIVE_INFINITY : amountAt(grid, t + 1) - amountAt(grid, t);
    const last = blocks.at(-1);
    if (last?.price === price) last.units++;
    else blocks.push({ from: t, units: 1, price });
  }
  return blocks;
}

/** The cheapest units in each block and those before it, one after the other. */
function cheapestOf(blocks: readonly Block[], need: number, placeOf: (index: number) => number): BandedTable {
  const sums = filledTable(equalRooms(blocks.length, need + 1), Number.POSITIVE_INFINITY);
  const sorted: Block[] = [];
  for (const [index, block] of blocks.entries()) {
    const dearer = sorted.findIndex(({ price }) => price > block.price);
    if (block.price < Number.POSITIVE_INFINITY) sorted.splice(dearer < 0 ? sorted.length : dearer, 0, block);
    const row = rowOf(sums, placeOf(index));
    let ran = 0;
    let sum = 0;
    set(row, 0, 0);
    for (const { units, price } of sorted) {
      for (const until = Math.min(need, ran + units); ran < until; ) {
        ran++;
        sum += price;
        set(row, ran, sum);
      }
    }
  }
  return sums;
}
