import { markets } from '../../core/markets.ts';
import { priceUnit } from '../../messages/price-text.ts';
import type { FigureChange } from '../../service/catalogue/figures/changes.ts';

/** `AT grid at-wien from 2026-01-01: 4.21 -> 6.98 ct/kWh (x1.66)`. */
export function changeText({ country, row, from, before, after, factor, unit }: FigureChange): string {
  const { name, perMajor } = priceUnit(markets[country].currency);
  const units = {
    price: { scale: perMajor, text: ` ${name}/kWh` },
    share: { scale: 100, text: ' %' },
    formula: { scale: 1, text: '' },
  };
  const { scale, text: unitText } = units[unit];
  const text = (values: readonly number[]) =>
    values.map((value) => Number((value * scale).toFixed(6))).join(', ') || 'none';
  const times = before.length === 0 || after.length === 0 || !Number.isFinite(factor) ? '' : ` (x${factor.toFixed(2)})`;
  return `${country} ${row} from ${from}: ${text(before)} -> ${text(after)}${unitText}${times}`;
}
