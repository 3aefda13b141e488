import { type PriceLimits, widestLimits } from './auction.ts';

/** About how many units of a currency a euro was worth in 2026. */
const usualRates: Readonly<Record<string, number>> = {
  ...{ EUR: 1, CHF: 0.93, CZK: 24.3, DKK: 7.46, GBP: 0.87, HUF: 385, NOK: 11.5, PLN: 4.25, RON: 5.09, SEK: 11 },
};

/** About how many units of `currency` a euro is worth; `undefined` for a currency that no market has. */
export const usualRate = (currency: string): number | undefined => usualRates[currency];

/** Room above the auction's limits for network charges, levies and VAT of up to 27 %. */
const ALL_IN = 1.5;

/** The lowest and highest price per kWh that a household can pay or receive, in `currency`. */
export function householdLimits(currency: string): PriceLimits | undefined {
  const rate = usualRate(currency);
  if (rate === undefined) return undefined;
  const limit = (euro: number) => Number((euro * ALL_IN * rate).toPrecision(2));
  return { min: limit(widestLimits.min), max: limit(widestLimits.max) };
}
