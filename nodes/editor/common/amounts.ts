import { priceUnit } from '../../../src/messages/price-text.ts';
import { language } from './words.ts';

/** An amount of money: `5.40 DKK`; in a currency that is not known, which is empty, `5.40`. */
export function moneyIn(currency: string): (amount: number) => string {
  const style = currency ? ({ style: 'currency', currency, currencyDisplay: 'code' } as const) : TWO_DECIMALS;
  const format = new Intl.NumberFormat(language(), style);
  return unsigned(format);
}

/** Less than half of the last decimal has no sign: nobody pays minus nothing. */
function unsigned(format: Intl.NumberFormat): (value: number) => string {
  const { maximumFractionDigits: digits = 0 } = format.resolvedOptions();
  return (value) => format.format(Math.abs(value) * 10 ** digits < 0.5 ? 0 : value);
}

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/**
 * A price per kWh in the market's usual unit, without it: `135.2`.
 * @param digits decimals, where they are other than those of the unit.
 */
export function priceIn(currency: string, language: string, digits?: number): (perKwh: number) => string {
  const { perMajor, decimals } = priceUnit(currency);
  const number = unsigned(numberWith(digits ?? decimals, language));
  return (perKwh) => number(perKwh * perMajor);
}

/** Below one kWh with a second decimal, so that a little is not said as nothing. */
export const energyText = (kwh: number): string =>
  `${new Intl.NumberFormat(language(), { maximumFractionDigits: Math.abs(kwh) < 1 ? 2 : 1 }).format(kwh)} kWh`;

/** Numbers with so many decimals, no more and no fewer. */
export const numberWith = (digits: number, language: string): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** `2 h 30 min`, `45 min`. */
export function durationText(minutes: number): string {
  const unit = (name: string, value: number) =>
    new Intl.NumberFormat(language(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && unit('hour', hours), (rest > 0 || hours === 0) && unit('minute', rest)]
    .filter(Boolean)
    .join(' ');
}
