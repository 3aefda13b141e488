import type { CsvRow } from '../csv-rows.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { type DayOrder, dayOrderOf, type MeterStamp, stampOf } from '../stamp.ts';
import { columnPlace, type LayoutColumn } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

/** The stamps of one row; at least one of them is there. */
export interface RowTimes {
  readonly start: MeterStamp | undefined;
  readonly end: MeterStamp | undefined;
}

/** A reader of a row's times; nothing for a row without a date, as one of sums or of names. */
export function rowTimes({ layout, header, rows }: RecognisedTable): (row: CsvRow) => RowTimes | undefined {
  const placesOf = (columns: readonly LayoutColumn[] = []) => columns.map((column) => columnPlace(column, header));
  const [start, end] = [placesOf(layout.start), placesOf(layout.end)];
  const label = start.length > 0 ? start : end;
  const text = (row: CsvRow, places: readonly number[]) =>
    places
      .map((place) => row.cells[place] ?? '')
      .join(' ')
      .trim();
  const order = layout.zone === undefined ? dayOrderOf(rows.map((row) => text(row, label))) : 'day-first';
  return (row) => {
    const { line } = row;
    if (!/\d/.test(text(row, label)) || row.cells[0]?.startsWith('#')) return undefined;
    const startText = text(row, start);
    const endText = layout.endIsTime ? `${row.cells[start[0] ?? 0]} ${text(row, end)}` : text(row, end);
    const read = layout.numberedHours ? numberedStamp : stampOf;
    const stamp = (cell: string) => read(cell, order) ?? refuse(line, cell);
    const last = end.length === 0 || text(row, end) === '' ? undefined : stamp(endText);
    return {
      start: start.length === 0 ? undefined : stamp(startText),
      end: last && {
        ...last,
        seconds: last.seconds + beyond(last, layout.endIsInside),
        dayless: layout.endIsTime === true,
      },
    };
  };
}

function refuse(line: number, cell: string): never {
  throw new MeterFileError('stamp', { line, cell });
}

/** Seconds from the last minute or second of an interval to its end. */
const beyond = ({ seconds }: MeterStamp, isInside = false) => (isInside ? (seconds % 60 === 59 ? 1 : 60) : 0);

/** The date and the number of the hour that ends, or its time. */
function numberedStamp(text: string, order: DayOrder): MeterStamp | undefined {
  const [, date = '', hour = ''] = /^(\S+) (\d{1,2})$/.exec(text) ?? [];
  const day = date ? stampOf(date, order) : stampOf(text, order);
  const hours = Number(hour);
  return day && hours <= 25 ? { ...day, seconds: day.seconds + hours * 3600, text } : undefined;
}
