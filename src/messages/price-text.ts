import { hundredths } from '../core/vocabulary.ts';

/** The unit that people of the market say prices in: its name, how many make one of the currency, and decimals. */
export interface PriceUnit {
  readonly name: string;
  readonly perMajor: number;
  readonly decimals: number;
}

/** @param currency ISO 4217. */
export function priceUnit(currency: string): PriceUnit {
  const name = hundredths[currency];
  return name ? { name, perMajor: 100, decimals: 1 } : { name: currency, perMajor: 1, decimals: 2 };
}

/**
 * A price per kWh in that unit: `25.6 ct`, `6.02 CZK`.
 * @param number writes it with so many decimals.
 */
export function priceText(
  price: number,
  currency: string,
  number = (value: number, digits: number) => value.toFixed(digits),
): string {
  const { name, perMajor, decimals } = priceUnit(currency);
  return `${number(price * perMajor, decimals)} ${name}`;
}
