import { usualRate } from '../../core/market/currency.ts';

/** A rate is off by so many times where a decimal point has slipped; no currency of the markets is within years. */
const FAR = 4;

/** Whether a euro may be worth `rate` units of a currency; of one that no market has, any that is more than none. */
export function isPlausibleRate(currency: string, rate: number): boolean {
  const about = usualRate(currency);
  return about === undefined ? rate > 0 : rate > about / FAR && rate < about * FAR;
}
