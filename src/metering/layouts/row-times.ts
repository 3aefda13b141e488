import type { CsvRow } from '../csv-rows.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { dayOrderOf, hourStamp, isLikeDate, type MeterStamp, stampReader } from '../stamp.ts';
import type { MeterOptions } from '../types.ts';
import { columnPlace, type LayoutColumn } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

const MIDNIGHT = /[T ](?:0?0|24)(?::00)*(?:Z|[-+].*)?$/;

/** The stamps of one row; at least one of them is there. */
export interface RowTimes {
  readonly start: MeterStamp | undefined;
  readonly end: MeterStamp | undefined;
}

/** A reader of a row's times; for a row without a date, as one of sums or of names, the text in its place. */
export function rowTimes(
  { layout, header, rows }: RecognisedTable,
  { country, timeZone = layout.zone ?? '' }: MeterOptions,
): (row: CsvRow) => RowTimes | string {
  const placesOf = (columns: readonly LayoutColumn[] = []) => columns.map((column) => columnPlace(column, header));
  const [start, end] = [placesOf(layout.start), placesOf(layout.end)];
  const label = start.length > 0 ? start : end;
  // A time of the day alone is that of the day of the start.
  const endDay = layout.endIsTime ? start.slice(0, 1) : [];
  // All markets, and all of Europe, write the day first.
  const isDayFirst = country !== undefined || timeZone.startsWith('Europe/');
  const order = dayOrderOf(labelsOf(rows, label), isDayFirst ? 'day-first' : undefined);
  const plain = stampReader(order);
  const read = layout.habits?.numberedHours ? (text: string) => hourStamp(text, plain) : plain;
  const stamp = ({ line }: CsvRow, text: string) => {
    const found = read(text);
    if (!found) throw new MeterFileError('stamp', { line, cell: text });
    return found;
  };
  let hasMidnight = false;
  return (row) => {
    const text = joined(row, label);
    if (row.cells[0]?.startsWith('#')) return '';
    const labelled = read(text);
    if (!labelled && !isLikeDate(text)) return text;
    // A day beside its midnight is the total of the day.
    if (hasMidnight && !/[T ,]\d/.test(text)) return text;
    hasMidnight ||= MIDNIGHT.test(text);
    const endText = label === end ? text : joined(row, end);
    const whole = endDay.length > 0 ? `${joined(row, endDay)} ${endText}` : endText;
    return {
      start: label === start ? (labelled ?? stamp(row, text)) : undefined,
      end: endText === '' ? undefined : endStamp(stamp(row, whole), layout),
    };
  };
}

function* labelsOf(rows: Iterable<CsvRow>, label: readonly number[]): Generator<string> {
  for (const row of rows) yield joined(row, label);
}

/** The cells at these places as one text. */
function joined({ cells }: CsvRow, places: readonly number[]): string {
  const [first = -1, ...more] = places;
  const text = cells[first] ?? '';
  return more.length === 0 ? text : more.reduce((all, place) => `${all} ${cells[place] ?? ''}`, text).trim();
}

/** An end, moved from the last minute or second of the interval where it is told by that. */
function endStamp(told: MeterStamp, layout: RecognisedTable['layout']): MeterStamp {
  if (layout.endIsTime) return { ...told, dayless: true };
  return layout.endIsInside ? { ...told, seconds: told.seconds + (told.seconds % 60 === 59 ? 1 : 60) } : told;
}
