import { amountReader, isGasUnit, isPower, meterUnit, sizeOf } from '../amount.ts';
import type { MeterEntry, ToldMeter } from '../entry.ts';
import { fittingLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterOptions, MeterUnit } from '../types.ts';
import { dayHeadings } from './day-headings.ts';
import { foreignRows } from './foreign-rows.ts';
import { hourColumns } from './hour-columns.ts';
import { columnName } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';
import { rowTimes } from './row-times.ts';
import { rowWords } from './row-words.ts';
import { meterIn, rowText, tableFacts } from './table-facts.ts';
import { tableSide } from './table-side.ts';

/** The entries of a table, in the order of its rows: one for each direction of a row, with all that is added up in it. */
export function toldTable(recognised: RecognisedTable, options: MeterOptions): ToldMeter {
  const named = { ...recognised, header: recognised.header.map(columnName) };
  const table = dayHeadings(hourColumns(tableSide(named)));
  const facts = tableFacts(table, recognised.header.join(';'));
  const { format, zone, before, cumulative = false, habits = {} } = table.layout;
  const [timesOf, wordsOf, amountIn] = [rowTimes(table, options), rowWords(table), amountReader()];
  const foreign = foreignRows(table);
  const units = new Set<MeterUnit>();
  const entries: MeterEntry[] = [];
  let above = facts.meter;
  let gas = '';
  let rows = 0;
  for (const row of table.rows) {
    rows += 1;
    const times = timesOf(row);
    if (typeof times === 'string') {
      foreign.add(row, times, entries.length);
      above = meterIn(rowText(row), before?.meter) ?? above;
      continue;
    }
    if (foreign.isOtherTable()) continue;
    const { values, unit: unitText, meter: named, length = facts.length, register } = wordsOf(row);
    // Some files name the meter in the first of its rows only.
    const meter = named || above;
    above = meter;
    if (values.length === 0) continue;
    if ((unitText !== undefined && isGasUnit(unitText)) || (entries.length === 0 && row.cells.some(isGas))) {
      gas ||= rowText(row);
      continue;
    }
    const unit = rowUnit(unitText, facts.unit ?? options.unit);
    units.add(unit);
    const { line, cells } = row;
    for (const { direction = facts.direction, places, estimated, status } of values) {
      const value = total(
        places.map((place) => amountIn(cells[place] ?? '', line)),
        sizeOf(unit),
      );
      const entry = { line, meter, register, direction, ...times, length, value: known(value, status), estimated };
      entries.push(status ? { ...entry, status } : entry);
    }
  }
  foreign.check(entries.length);
  if (entries.length === 0 && gas) throw new MeterFileError('gas', { seen: gas });
  if (entries.length === 0) throw new MeterFileError('no-readings', { rows });
  const unit = oneKind([...units]);
  return {
    ...{ format, zone, unit, habits, entries: withLength(entries, table.layout.seconds) },
    cumulative: (options.cumulative ?? cumulative) && !isPower(unit),
  };
}

/** The entries with the length that the layout gives them. */
function withLength(entries: readonly MeterEntry[], seconds: number | undefined): readonly MeterEntry[] {
  if (seconds === undefined) return entries;
  const length = fittingLength(
    seconds,
    entries.flatMap(({ start, end }) => start ?? end ?? []),
  );
  return entries.map((entry) => ({ ...entry, length }));
}

/** A cell that says what the file is about. */
const isGas = (cell: string) => /^(erd|aard)?gas$/i.test(cell);

/** A unit behind other words of a cell. */
const IN_BRACKETS = /[([](\w{1,3})[)\]]$/;

/** The unit of a row; what is no unit, as the name of a measurement, is as good as none. */
function rowUnit(text: string | undefined, otherwise: MeterUnit | undefined): MeterUnit {
  if (text !== undefined && (text !== '' || otherwise === undefined))
    return meterUnit(IN_BRACKETS.exec(text)?.[1] ?? text, otherwise);
  if (otherwise === undefined) throw new MeterFileError('unit-needed');
  return otherwise;
}

/** The first of several units, which all count energy or all power. */
function oneKind(units: readonly MeterUnit[]): MeterUnit {
  const [first = 'kWh'] = units;
  if (units.some((unit) => isPower(unit) !== isPower(first)))
    throw new MeterFileError('unit', { seen: units.join(', ') });
  return first;
}

/** Without the zero that stands for an unknown value. */
const known = (value: number | undefined, status: MeterEntry['status']) =>
  status === 'unknown' && value === 0 ? undefined : value;

/** The sum of the parts of an energy; nothing where one of them is missing. */
const total = (amounts: readonly (number | undefined)[], size: number): number | undefined =>
  amounts.reduce((sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount * size), 0);
