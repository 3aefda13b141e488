/** What a household's bill calls the hundredth of a currency, where it counts in it. */
const hundredths: Readonly<Record<string, string>> = {
  CHF: 'Rp.',
  DKK: 'øre',
  EUR: 'ct',
  GBP: 'p',
  NOK: 'øre',
  PLN: 'gr',
  SEK: 'öre',
};

/** A price per kWh the way people of the market say it: `25.6 ct`, `6.02 CZK`. */
export function priceText(price: number, currency: string): string {
  const unit = hundredths[currency];
  return unit ? `${(price * 100).toFixed(1)} ${unit}` : `${price.toFixed(2)} ${currency}`;
}
