import { expect, it } from 'vitest';
import { priceText } from '../../src/messages/price-text.ts';

it.each([
  [0.25636, 'EUR', '25.6 ct'],
  [-0.0123, 'EUR', '-1.2 ct'],
  [1.907472, 'DKK', '190.7 øre'],
  [0.5, 'SEK', '50.0 öre'],
  [0.245, 'GBP', '24.5 p'],
  [0.2899, 'CHF', '29.0 Rp.'],
  [6.018, 'CZK', '6.02 CZK'],
])('%d of %s per kWh is %s to those who pay it', (price, currency, text) => {
  expect(priceText(price, currency)).toBe(text);
});
