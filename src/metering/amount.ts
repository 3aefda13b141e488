import { MeterFileError } from './meter-file-error.ts';
import type { MeterUnit } from './types.ts';

/** Kilowatts or kilowatt-hours of one of a unit. */
const sizes: Readonly<Record<MeterUnit, number>> = { Wh: 0.001, kWh: 1, MWh: 1000, W: 0.001, kW: 1 };
const names: readonly MeterUnit[] = ['Wh', 'kWh', 'MWh', 'W', 'kW'];
const units = new Map(names.map((name) => [name.toLowerCase(), name]));

export const sizeOf = (unit: MeterUnit): number => sizes[unit];

export const isPower = (unit: MeterUnit): boolean => unit === 'W' || unit === 'kW';

export const isGasUnit = (text: string): boolean => /^n?m(3|³)$/i.test(text.trim());

/** The unit that a cell names, in whatever case. */
export function meterUnit(text: string, otherwise?: MeterUnit): MeterUnit {
  const unit = units.get(text.trim().toLowerCase()) ?? otherwise;
  if (unit === undefined) throw new MeterFileError('unit', { seen: text });
  return unit;
}

const number = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?$/i;

/** The number in a cell as the file has it; nothing in one that is empty or holds words. */
export function amountIn(cell: string, line: number): number | undefined {
  if (number.test(cell)) return Number(cell.replace(',', '.'));
  if (/\d/.test(cell)) throw new MeterFileError('number', { line, cell });
  return undefined;
}

/** Refuses cells with decimal commas and points beside each other: a point could then part thousands. */
export function oneDecimalMark(cells: Iterable<{ readonly line: number; readonly cell: string }>): void {
  let commaLine = 0;
  let dotLine = 0;
  for (const { line, cell } of cells) {
    if (!number.test(cell)) continue;
    if (cell.includes(',')) commaLine ||= line;
    else if (cell.includes('.')) dotLine ||= line;
    if (commaLine && dotLine) throw new MeterFileError('decimal-mark', { commaLine, dotLine });
  }
}
