import type { FormatHabits } from '../entry.ts';
import type { MeterDirection, MeterUnit } from '../types.ts';

/** A column by its name in lower case, by what its name is like, or by its number from 1. */
export type LayoutColumn = string | RegExp | number;

/** A value of a row. */
export interface LayoutValue {
  /** The first of these that the table has. */
  readonly of: readonly LayoutColumn[];
  /** Left out where the rows tell it, or nothing does. */
  readonly direction?: MeterDirection;
}

/** Words of a row's direction. */
export interface DirectionWords {
  readonly consumption: RegExp;
  readonly feedIn?: RegExp;
}

/** A layout of a table of meter readings. A table has it where all columns are there, and one of `values` at the least. */
export interface MeterLayout {
  readonly format: string;
  /** The IANA zone of its local times. */
  readonly zone?: string;
  /** The columns that together are the start of the interval. */
  readonly start?: readonly LayoutColumn[];
  readonly end?: readonly LayoutColumn[];
  /** True where `end` is a time of the day of `start`, or of the next one. */
  readonly endIsTime?: boolean;
  /** True where the end as told is the interval's last minute or second. */
  readonly endIsInside?: boolean;
  /** True where a row is a day, with a column for each of its hours. */
  readonly columnsAreHours?: boolean;
  /** True where dates stand in rows of their own, above the times of their day. */
  readonly dayHeadings?: boolean;
  /** Further columns that tell the layout from others. */
  readonly with?: readonly LayoutColumn[];
  /** Values of one direction are added up. */
  readonly values: readonly LayoutValue[];
  /**
   * The column that tells each row's direction; rows of which it says neither are no energy of either. `otherwise` counts in a
   * table without any row of the first kinds.
   */
  readonly kind?: { readonly of: LayoutColumn; readonly otherwise?: DirectionWords } & DirectionWords;
  /** The column of what counts a part of the same energy. */
  readonly register?: LayoutColumn;
  readonly meter?: LayoutColumn;
  /** The unit of all values, or the column that names each row's, alone or in brackets. Left out where it stands before the header or nowhere. */
  readonly unit?: MeterUnit | { readonly of: LayoutColumn };
  /** The column of the interval's length, as PT15M, QH or minutes. */
  readonly length?: LayoutColumn;
  /** The length of all intervals; a quarter hour where the labels show it. */
  readonly seconds?: number;
  readonly quality?: { readonly of: LayoutColumn; readonly estimated: RegExp };
  readonly cumulative?: boolean;
  readonly habits?: FormatHabits;
  /** What stands before the header, each as the first group of its expression. */
  readonly before?: {
    readonly unit?: RegExp;
    readonly minutes?: RegExp;
    readonly meter?: RegExp;
    readonly feedIn?: RegExp;
  };
}

/** A column's name as layouts have it. */
export const columnName = (cell: string): string => cell.trim().toLowerCase().replace(/\s+/g, ' ');

/** The place of a column in a header, from 0; -1 where it has none. */
export function columnPlace(column: LayoutColumn, header: readonly string[]): number {
  if (typeof column === 'number') return column <= header.length ? column - 1 : -1;
  return header.findIndex((name) => (typeof column === 'string' ? name === column : column.test(name)));
}
