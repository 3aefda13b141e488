import type { LocalDate } from './time.ts';

/** A value that holds from the local day `from` on, until the next row of its list. */
export interface Dated<T> {
  readonly from: LocalDate;
  readonly value: T;
}

/** The value in force on `date` of rows sorted by `from`; `undefined` before the first row. */
export function valueOn<T>(rows: readonly Dated<T>[], date: LocalDate): T | undefined {
  return rows.findLast((row) => row.from <= date)?.value;
}
