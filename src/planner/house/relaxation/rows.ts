import type { Column } from '../../linear/interior-point.ts';

type Entry = [row: number, factor: number];

/** A linear programme that is being written: rows in the order of time, as columns are to join near ones. */
export interface HouseRows {
  readonly columns: (Column & { readonly rows: Entry[] })[];
  readonly right: number[];
}

/** A column by its number; what can be nothing but 0 has none. */
export type Place = number | undefined;

/** Float noise of amounts. */
const NOISE = 1e-9;

export const addRow = ({ right }: HouseRows, amount: number): number => right.push(amount) - 1;

export const addColumn = ({ columns }: HouseRows, cost: number, most: number, ...rows: Entry[]): Place =>
  most > NOISE ? columns.push({ cost, most, rows }) - 1 : undefined;

/** Adds a column to one row more. */
export function addEntry({ columns }: HouseRows, place: Place, row: number, factor: number): void {
  if (place !== undefined) columns[place]?.rows.push([row, factor]);
}

export const amountIn = (amounts: Float64Array, place: Place): number =>
  place === undefined ? 0 : (amounts[place] as number);
