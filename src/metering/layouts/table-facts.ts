import { isGasUnit, meterUnit } from '../amount.ts';
import type { CsvRow } from '../csv-rows.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection, MeterUnit } from '../types.ts';
import { columnPlace, type MeterLayout } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

/** What a table says once for all of its rows. */
export interface TableFacts {
  readonly meter: string;
  readonly unit: MeterUnit | undefined;
  /** Seconds. */
  readonly length: number | undefined;
  readonly direction: MeterDirection | undefined;
}

/** A metering point as it is written in Austria and other countries. */
const METER = /\b((?:AT|DE|ES|FR|LU|PT)[\dA-Z]{14,40})\b/;
/** A unit at the end of a column's name. */
const IN_NAME = /(?:^|[\s([_])(kwh|wh|mwh|kw|w)[)\]]?$/;

/** The facts that stand above the header and in it. */
export function tableFacts({ layout, before, header }: RecognisedTable, headerLine: string): TableFacts {
  const above = [...before.map(rowText), headerLine].join('\n');
  const { unit, minutes, feedIn } = layout.before ?? {};
  const fixed = typeof layout.unit === 'string' ? layout.unit : undefined;
  const named = unit?.exec(above)?.[1] ?? unitInNames(layout, header);
  if ((named !== undefined && isGasUnit(named)) || /(^|;)(erd|aard)?gas\b/im.test(above))
    throw new MeterFileError('gas', { seen: above });
  return {
    meter: meterIn(above, layout.before?.meter) ?? '',
    unit: fixed ?? (named === undefined ? undefined : meterUnit(named)),
    length: intervalLength(minutes?.exec(above)?.[1] ?? ''),
    direction: feedIn === undefined ? undefined : feedIn.test(above) ? 'feed-in' : 'consumption',
  };
}

/** The unit in the names of the columns with values; refuses columns of different units. */
function unitInNames({ values }: MeterLayout, header: readonly string[]): string | undefined {
  const names = values.flatMap(({ of }) => of.map((column) => header[columnPlace(column, header)] ?? ''));
  const units = [...new Set(names.flatMap((name) => IN_NAME.exec(name)?.[1] ?? []))];
  if (units.length > 1) throw new MeterFileError('unit', { seen: units.join(', ') });
  return units[0];
}

export const rowText = ({ cells }: CsvRow): string => cells.join(';');

/** The metering point that a line without a reading names. */
export const meterIn = (text: string, own: RegExp = METER): string | undefined => own.exec(text)?.[1];
