/** Columns from `low` to `high`, itself not included. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Room for some columns in each row, in as many cells one after the other. */
export interface Rooms {
  readonly lows: Int32Array;
  readonly highs: Int32Array;
  /** The cell at which each row would begin if it had a column 0. */
  readonly origins: Int32Array;
  readonly cells: number;
}

/**
 * Numbers in rows and columns. A row has room for some columns, and its band are those of them that hold a number: outside
 * it nothing is kept, and nothing needs to be looked at.
 */
export interface BandedTable<Numbers = Float64Array> {
  readonly numbers: Numbers;
  readonly rooms: Rooms;
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** As many rows as wanted, with room for the same columns. */
export function equalRooms(rows: number, width: number): Rooms {
  const origins = new Int32Array(rows);
  for (let row = 1; row < rows; row++) origins[row] = row * width;
  return { lows: new Int32Array(rows), highs: new Int32Array(rows).fill(width), origins, cells: rows * width };
}

/** Room for the band of each row. */
export function roomsFor(rows: number, bandOf: (row: number) => Band): Rooms {
  const [lows, highs, origins] = [new Int32Array(rows), new Int32Array(rows), new Int32Array(rows)];
  let cells = 0;
  for (let row = 0; row < rows; row++) {
    const { low, high } = bandOf(row);
    lows[row] = low;
    highs[row] = high;
    origins[row] = cells - low;
    cells += high - low;
  }
  return { lows, highs, origins, cells };
}

/** A table whose bands are empty. */
export function emptyTable(rooms: Rooms): BandedTable {
  const rows = rooms.lows.length;
  return { numbers: new Float64Array(rooms.cells), rooms, lows: new Int32Array(rows), highs: new Int32Array(rows) };
}

/** A table that holds `numbers` wherever there is room. */
export function wholeTable<Numbers>(rooms: Rooms, numbers: Numbers): BandedTable<Numbers> {
  return { numbers, rooms, lows: rooms.lows, highs: rooms.highs };
}

/** Other numbers in the cells of a table; they have their bands in common. */
export function beside<Numbers>({ rooms, lows, highs }: BandedTable, numbers: Numbers): BandedTable<Numbers> {
  return { numbers, rooms, lows, highs };
}

/** One row of a table: its column 0 would be at `origin`. */
export interface Row<Numbers = Float64Array> {
  readonly numbers: Numbers;
  readonly origin: number;
}

/** Loops over a whole band count on from the origin by themselves: a call for each cell costs more than what they do in it. */
export function rowOf<Numbers>({ numbers, rooms }: BandedTable<Numbers>, row: number): Row<Numbers> {
  return { numbers, origin: rooms.origins[row] as number };
}

/** The number in a column of the band. */
export function get({ numbers, origin }: Row<Float64Array | Int32Array>, column: number): number {
  return numbers[origin + column] as number;
}

/** Sets the number in a column of the band. */
export function set({ numbers, origin }: Row<Float64Array | Int32Array>, column: number, value: number): void {
  numbers[origin + column] = value;
}

/**
 * The first column of a row's band, and the one after its last. Two functions instead of a band, of which there would be millions: its
 * hidden class is that of all `{ low, high }`, and where one of those holds a fraction, Node 20 makes each of them three times as slowly.
 */
export const lowOf = ({ lows }: BandedTable<unknown>, row: number): number => lows[row] as number;
export const highOf = ({ highs }: BandedTable<unknown>, row: number): number => highs[row] as number;

/** Makes a row's band another one, whose cells are those that they were. */
export function cut({ lows, highs }: BandedTable, row: number, low: number, high: number): void {
  lows[row] = low;
  highs[row] = high;
}

/** Makes a row's band hold the columns from `low` to `high` too; those that it did not hold are `empty`. */
export function widen(table: BandedTable, row: number, low: number, high: number, empty: number): void {
  const { numbers, origin } = rowOf(table, row);
  const isEmpty = lowOf(table, row) >= highOf(table, row);
  const first = isEmpty ? low : lowOf(table, row);
  const last = isEmpty ? low : highOf(table, row);
  if (low < first) numbers.fill(empty, origin + low, origin + first);
  if (high > last) numbers.fill(empty, origin + last, origin + high);
  cut(table, row, Math.min(first, low), Math.max(last, high));
}
