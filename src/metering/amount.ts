import { MeterFileError } from './meter-file-error.ts';
import type { MeterUnit } from './types.ts';

/** Kilowatts or kilowatt-hours of one of a unit. */
const sizes: Readonly<Record<MeterUnit, number>> = { Wh: 0.001, kWh: 1, MWh: 1000, W: 0.001, kW: 1 };
export const meterUnits: readonly MeterUnit[] = ['Wh', 'kWh', 'MWh', 'W', 'kW'];
const units = new Map(meterUnits.map((name) => [name.toLowerCase(), name]));

export const sizeOf = (unit: MeterUnit): number => sizes[unit];

export const isPower = (unit: MeterUnit): boolean => unit === 'W' || unit === 'kW';

export const isGasUnit = (text: string): boolean => /^n?m(3|³)$/i.test(text.trim());

/** The unit that `text` names, in whatever case. */
export function meterUnit(text: string, otherwise?: MeterUnit): MeterUnit {
  const unit = units.get(text.trim().toLowerCase()) ?? otherwise;
  if (unit === undefined) throw new MeterFileError('unit', { seen: text });
  return unit;
}

/** Blanks that part thousands. */
const thousands = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;
const number = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?$/i;

/**
 * A reader of the numbers of a file, with decimal commas or points, and with blanks between thousands; nothing in a cell that is
 * empty or holds words. Commas and points beside each other are refused: a point could then part thousands.
 */
export function amountReader(): (cell: string, line: number) => number | undefined {
  const first = { ',': 0, '.': 0 };
  return (text, line) => {
    const cell = text.replace(thousands, '');
    if (!number.test(cell)) {
      if (/\d/.test(cell)) throw new MeterFileError('number', { line, cell });
      return undefined;
    }
    const mark = cell.includes(',') ? ',' : cell.includes('.') ? '.' : undefined;
    if (mark) first[mark] ||= line;
    if (first[','] && first['.'])
      throw new MeterFileError('decimal-mark', { commaLine: first[','], dotLine: first['.'] });
    return Number(mark === ',' ? cell.replace(',', '.') : cell);
  };
}
