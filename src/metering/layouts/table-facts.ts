import { isGasUnit, meterUnit } from '../amount.ts';
import type { CsvRow } from '../csv-rows.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection, MeterUnit } from '../types.ts';
import type { RecognisedTable } from './recognised-table.ts';

/** What a table says once for all of its rows. */
export interface TableFacts {
  readonly meter: string;
  readonly unit: MeterUnit | undefined;
  /** Seconds. */
  readonly length: number | undefined;
  readonly direction: MeterDirection | undefined;
}

/** A metering point as it is written in Austria and other countries, or as `own` has it. */
const METER = /\b((?:AT|DE|ES|FR|LU|PT)[\dA-Z]{14,40})\b/;
const IN_NAME = /(?:^|[\s([_])(kwh|wh|mwh|kw|w)[)\]]?$/;

/** The facts that stand above the header and in it. */
export function tableFacts({ layout, before, header }: RecognisedTable, headerLine: string): TableFacts {
  const above = [...before.map(rowText), headerLine].join('\n');
  const { unit, minutes, feedIn } = layout.before ?? {};
  const fixed = typeof layout.unit === 'string' ? layout.unit : undefined;
  const named =
    unit?.exec(above)?.[1] ?? header.map((name) => IN_NAME.exec(name)?.[1]).find((name) => name !== undefined);
  if ((named !== undefined && isGasUnit(named)) || /(^|;)(erd|aard)?gas\b/im.test(above))
    throw new MeterFileError('gas', { seen: above });
  return {
    meter: meterIn(above, layout.before?.meter) ?? '',
    unit: fixed ?? (named === undefined ? undefined : meterUnit(named)),
    length: layout.seconds ?? intervalLength(minutes?.exec(above)?.[1] ?? ''),
    direction: feedIn === undefined ? undefined : feedIn.test(above) ? 'feed-in' : 'consumption',
  };
}

export const rowText = ({ cells }: CsvRow): string => cells.join(';');

/** The metering point that a line without a reading names. */
export const meterIn = (text: string, own: RegExp = METER): string | undefined => own.exec(text)?.[1];
