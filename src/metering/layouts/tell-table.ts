import { amountIn, isGasUnit, isPower, meterUnit, oneDecimalMark, sizeOf } from '../amount.ts';
import type { CsvRow } from '../csv-rows.ts';
import type { MeterEntry, ToldMeter } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection, MeterOptions, MeterUnit } from '../types.ts';
import { columnName } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';
import { type RowTimes, rowTimes } from './row-times.ts';
import { type RowWords, rowWords, type ValueCell } from './row-words.ts';
import { meterIn, rowText, type TableFacts, tableFacts } from './table-facts.ts';
import { tableSide } from './table-side.ts';

/** A row with a time, in its own words. */
interface ToldRow extends RowTimes, RowWords {
  readonly row: CsvRow;
  /** The last metering point that a line above names. */
  readonly above: string;
}

/** The entries of a table, in the order of its rows. */
export function toldTable(recognised: RecognisedTable, options: MeterOptions): ToldMeter {
  const table = tableSide({ ...recognised, header: recognised.header.map(columnName) });
  const facts = tableFacts(table, recognised.header.join(';'));
  const all = toldRows(table, facts).filter(({ values }) => values.length > 0);
  const rows = all.filter(({ unit = '' }) => !isGasUnit(unit));
  const [gas] = all;
  if (gas && rows.length === 0) throw new MeterFileError('gas', { seen: rowText(gas.row) });
  if (rows.length === 0) throw new MeterFileError('no-readings', { rows: table.rows.length });
  oneDecimalMark(rows.flatMap(({ row, values }) => values.map(({ cell }) => ({ line: row.line, cell }))));
  const units = rows.map((row) => rowUnit(row, facts.unit ?? options.unit));
  const unit = oneKind(units);
  const { format, zone, cumulative = false, habits = {} } = table.layout;
  return {
    format,
    zone,
    unit,
    cumulative: (options.cumulative ?? cumulative) && !isPower(unit),
    habits,
    entries: rows.flatMap((row, i) => entriesOf(row, units[i] ?? unit, facts)),
  };
}

function toldRows(table: RecognisedTable, { meter }: TableFacts): ToldRow[] {
  const [timesOf, wordsOf] = [rowTimes(table), rowWords(table)];
  const rows: ToldRow[] = [];
  let above = meter;
  for (const row of table.rows) {
    const times = timesOf(row);
    if (times) rows.push({ row, above, ...times, ...wordsOf(row) });
    else above = meterIn(rowText(row), table.layout.before?.meter) ?? above;
  }
  return rows;
}

/** The unit of a row; what is no unit, as the name of a measurement, is as good as none. */
function rowUnit({ unit }: RowWords, otherwise: MeterUnit | undefined): MeterUnit {
  if (unit !== undefined && (unit !== '' || otherwise === undefined)) return meterUnit(unit, otherwise);
  if (otherwise === undefined) throw new MeterFileError('unit-needed');
  return otherwise;
}

/** The first of several units of the same kind. */
function oneKind(units: readonly MeterUnit[]): MeterUnit {
  const [first = 'kWh'] = units;
  const other = units.find((unit) => isPower(unit) !== isPower(first));
  if (other !== undefined) throw new MeterFileError('unit', { seen: `${first}, ${other}` });
  return first;
}

/** An entry for each direction of a row, with all that is added up in it. */
function entriesOf(told: ToldRow, unit: MeterUnit, facts: TableFacts): MeterEntry[] {
  const { row, start, end, register, estimated } = told;
  const directions = [...new Set(told.values.map(({ direction }) => direction))];
  return directions.map((direction) => ({
    line: row.line,
    meter: told.meter ?? told.above,
    register,
    direction: direction ?? facts.direction,
    start,
    end,
    length: told.length ?? facts.length,
    value: total(told.values, direction, row.line, sizeOf(unit)),
    estimated,
  }));
}

/** The sum of the cells of a direction; nothing where one of them has no number. */
function total(values: readonly ValueCell[], wanted: MeterDirection | undefined, line: number, size: number) {
  const amounts = values.flatMap(({ cell, direction }) => (direction === wanted ? [amountIn(cell, line)] : []));
  return amounts.reduce(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount * size),
    0,
  );
}
