import {
  type Band,
  type BandedTable,
  equalRooms,
  filledTable,
  get,
  type Rooms,
  type Row,
  roomsFor,
  rowOf,
  set,
} from './banded-table.ts';
import type { Floors } from './floors.ts';
import { type Grid, unitsOf } from './grid.ts';

/** The most that runs up to a point may have cost, if the whole need is to be met at no more than some cost. */
export interface Ceilings {
  /** In rows that several points share. */
  readonly amounts: BandedTable;
  readonly rows: Int32Array;
  /** For each point, the columns in which that is possible at all. */
  readonly rooms: Rooms;
}

export const ceilingOf = ({ amounts, rows }: Ceilings, point: number): Row => rowOf(amounts, rows[point] as number);

/** No ceilings. */
export function openSky({ points, rans }: Grid): Ceilings {
  return {
    amounts: filledTable(equalRooms(1, rans.length), Number.POSITIVE_INFINITY),
    rows: new Int32Array(points.length),
    rooms: equalRooms(points.length, rans.length),
  };
}

/** The rest of `most` when the rest of the need is met at the least cost. What is above cannot become a plan. */
export function ceilingsOf(grid: Grid, floors: Floors, most: number): Ceilings {
  const { blocks, before, after } = floors;
  const width = grid.rans.length;
  const amounts = filledTable(equalRooms(blocks.length, width), 0);
  const bands = blocks.map((_, row) => {
    const [spent, rest, ceilings] = [rowOf(before, row), rowOf(after, row), rowOf(amounts, row)];
    let [low, high] = [width, 0];
    for (let column = 0; column < width; column++) {
      const ran = unitsOf(grid, column);
      const ceiling = most - get(rest, grid.need - ran);
      set(ceilings, column, ceiling);
      if (get(spent, ran) > ceiling) continue;
      if (high === 0) low = column;
      high = column + 1;
    }
    return { low: Math.min(low, high), high };
  });
  const rows = rowsOf(grid, floors);
  return { amounts, rows, rooms: roomsFor(rows.length, (point) => bands[rows[point] as number] as Band) };
}

/** The block that each point lies in, or begins. */
function rowsOf(grid: Grid, { blocks }: Floors): Int32Array {
  let row = 0;
  return grid.points.map((t) => {
    while ((blocks[row + 1]?.from ?? Number.POSITIVE_INFINITY) <= t) row++;
    return row;
  });
}
