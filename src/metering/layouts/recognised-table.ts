import { type CsvRow, csvRows } from '../csv-rows.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterColumns } from '../types.ts';
import { austrianLayouts } from './austria.ts';
import { europeanLayouts } from './europe.ts';
import { homeLayouts } from './homes.ts';
import { columnName, columnPlace, type MeterLayout } from './layout.ts';
import { mappedLayout } from './mapped.ts';
import { operatorLayouts } from './operators.ts';

const layouts: readonly MeterLayout[] = [...austrianLayouts, ...europeanLayouts, ...operatorLayouts, ...homeLayouts];

const SEPARATORS = [';', ',', '\t', '|'];
/** Rows among which the header is looked for, and characters in which those are. */
const MOST_BEFORE = 40;
const HEAD = 40_000;

/** A table of a known layout. */
export interface RecognisedTable {
  readonly layout: MeterLayout;
  /** What stands above the header. */
  readonly before: readonly CsvRow[];
  readonly header: readonly string[];
  /** Made anew each time: a large file would fill the memory with them. */
  readonly rows: Iterable<CsvRow>;
}

/** The first layout that `text` has, with any separator. */
export function recognisedTable(
  text: string,
  { format, columns }: { readonly format?: string | undefined; readonly columns?: MeterColumns | undefined },
): RecognisedTable {
  const known = columns ? [mappedLayout(columns)] : allowed(format);
  const heads = headsOf(text);
  for (const layout of known)
    for (const { separator, rows } of heads) {
      const at = rows.findIndex(({ cells }) => hasLayout(cells.map(columnName), layout));
      if (at < 0) continue;
      const [header, ...above] = firstRows(text, separator, at + 1).reverse();
      const first = isHeaderless(layout) ? at : at + 1;
      return {
        layout,
        before: above.reverse(),
        header: header?.cells ?? [],
        rows: { [Symbol.iterator]: () => rowsFrom(first, text, separator) },
      };
    }
  throw unrecognised(
    heads.map(({ rows }) => rows),
    columns,
  );
}

/** Rows that someone is shown who is to say what the columns are. */
const MOST_SHOWN = 5;

/** The first rows of what may be a table, from its widest on: of the separator that makes them so. */
export function tableHead(text: string): (readonly string[])[] {
  const heads = headsOf(text).map(({ rows }) => rows);
  const widest = widestRow(heads);
  const rows = heads.find((head) => head.includes(widest)) ?? [];
  return rows
    .slice(rows.indexOf(widest))
    .slice(0, MOST_SHOWN)
    .map(({ cells }) => cells);
}

const headsOf = (text: string) =>
  SEPARATORS.map((separator) => ({ separator, rows: firstRows(text.slice(0, HEAD), separator, MOST_BEFORE) }));

const widestRow = (heads: readonly (readonly CsvRow[])[]): CsvRow =>
  heads.flat().reduce((most, row) => (filled(row) > filled(most) ? row : most), { line: 1, cells: [] });

function firstRows(text: string, separator: string, most: number): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of csvRows(text, separator)) if (rows.push(row) === most) break;
  return rows;
}

function* rowsFrom(first: number, text: string, separator: string): Generator<CsvRow> {
  let place = 0;
  for (const row of csvRows(text, separator)) {
    if (place >= first) yield row;
    place += 1;
  }
}

function allowed(format: string | undefined): readonly MeterLayout[] {
  if (format === undefined) return layouts;
  const named = layouts.filter((layout) => layout.format === format);
  const names = [...new Set(layouts.map((layout) => layout.format))].join(', ');
  if (named.length === 0)
    throw new MeterFileError('unknown-option', { option: 'format', seen: format, allowed: names });
  return named;
}

const columnsOf = ({ start = [], end = [], with: more = [] }: MeterLayout) => [...start, ...end, ...more];

export const hasLayout = (header: readonly string[], layout: MeterLayout) =>
  columnsOf(layout).every((column) => columnPlace(column, header) >= 0) &&
  layout.values.some(({ of }) => of.some((column) => columnPlace(column, header) >= 0));

/** A table whose columns are all told by number may have no header: its rows are then tried from the first one. */
const isHeaderless = (layout: MeterLayout) =>
  [...columnsOf(layout), ...layout.values.flatMap(({ of }) => of)].every((column) => typeof column === 'number');

function unrecognised(heads: readonly (readonly CsvRow[])[], columns: MeterColumns | undefined): MeterFileError {
  const widest = widestRow(heads);
  const seen = widest.cells.filter((cell) => cell !== '').join(', ');
  const gas = heads
    .flat()
    .find(({ cells }) => cells.some((cell) => /\b(erd)?gas\b|^n?m[3³]$|[([]m[3³][)\]]/i.test(cell)));
  if (gas && !columns) return new MeterFileError('gas', { seen: gas.cells.filter((cell) => cell !== '').join(', ') });
  const wanted = columns ? mappedLayout(columns) : undefined;
  const header = widest.cells.map(columnName);
  const missing = wanted && columnsOf(wanted).find((column) => columnPlace(column, header) < 0);
  return missing === undefined
    ? new MeterFileError('unknown-format', { seen })
    : new MeterFileError('no-column', { column: String(missing), columns: seen });
}

const filled = ({ cells }: Pick<CsvRow, 'cells'>) => cells.filter((cell) => cell !== '').length;
