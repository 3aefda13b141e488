import type { CsvRow } from '../csv-rows.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { columnName } from './layout.ts';
import { hasLayout, type RecognisedTable } from './recognised-table.ts';

/** Rows without a time that may be totals and notes, beyond a tenth of all readings. More of them show a wrong column. */
const MOST_FOREIGN = 40;

/** The rows of a file that are no readings of its table: totals, notes, and another table below it. */
export interface ForeignRows {
  /** Counts a row that has no time but `label` in its place. Below readings a header of another table begins that table. */
  add(row: CsvRow, label: string, readings: number): void;
  /** Whether the rows are those of another table, as of registers. */
  isOtherTable(): boolean;
  /** Refuses foreign rows where they outnumber the `readings`. */
  check(readings: number): void;
}

export function foreignRows({ layout }: RecognisedTable): ForeignRows {
  let first: { line: number; cell: string } | undefined;
  let count = 0;
  let isOther = false;
  return {
    add: (row, label, readings) => {
      if (readings > 0 && isHeader(row)) isOther = !hasLayout(row.cells.map(columnName), layout);
      if (!/\d/.test(label)) return;
      count += 1;
      first ??= { line: row.line, cell: label };
    },
    isOtherTable: () => isOther,
    check: (readings) => {
      if (first && (readings === 0 || count > MOST_FOREIGN + readings / 10)) throw new MeterFileError('stamp', first);
    },
  };
}

const TIME_NAME =
  /^(dat|zeit|uhrzeit|ables|von|beginn|start|time|day|period|from|horo|heure|jour|d[ée]but|fecha|hora|giorno|van|tijd|tid|fra|från|aika|ajan|czas|den\b)/i;

/** Names in several columns, one of them of a time, and no number in any. */
const isHeader = ({ cells }: CsvRow) =>
  cells.some((cell) => TIME_NAME.test(cell)) &&
  cells.filter((cell) => /\p{L}/u.test(cell)).length > 1 &&
  !cells.some((cell) => /^[-+\d]/.test(cell));
