/** About how many units of a currency a euro was worth in 2026. */
const usual: Readonly<Record<string, number>> = {
  ...{ CHF: 0.93, CZK: 24.3, DKK: 7.46, GBP: 0.87, HUF: 385, NOK: 11.5, PLN: 4.25, SEK: 11 },
};

/** A rate is off by so many times where a decimal point has slipped; no currency of the markets is within years. */
const FAR = 4;

/** Whether a euro may be worth `rate` units of a currency; of one that no market has, any that is more than none. */
export function isPlausibleRate(currency: string, rate: number): boolean {
  const about = usual[currency];
  return about === undefined ? rate > 0 : rate > about / FAR && rate < about * FAR;
}
