import type { LocalDate } from './time.ts';

/** A value that holds from the local day `from` on, until the next row of its list. */
export interface Dated<T> {
  readonly from: LocalDate;
  readonly value: T;
}

/** The row in force on `date` of rows sorted by `from`; `undefined` before the first row. */
export function rowOn<T extends { readonly from: LocalDate }>(rows: readonly T[], date: LocalDate): T | undefined {
  return rows.findLast((row) => row.from <= date);
}

/** The value of the row in force on `date`. */
export const valueOn = <T>(rows: readonly Dated<T>[], date: LocalDate): T | undefined => rowOn(rows, date)?.value;
