import { expect, it } from 'vitest';
import { moneyIn, priceIn } from '../../../../nodes/editor/common/amounts.ts';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';

placeWords(wordsIn('en-US'));

const plain = (text: string) => text.replace(/\s/g, ' ');

it.each([
  [0, 'EUR', 'EUR 0.00'],
  [-0.004, 'EUR', 'EUR 0.00'],
  [-0, '', '0.00'],
  [-0.005, 'EUR', '-EUR 0.01'],
  [0.006, 'EUR', 'EUR 0.01'],
  [-0.4, 'JPY', 'JPY 0'],
  [-1.6, 'JPY', '-JPY 2'],
])('%d in %j is told as %s: nothing has no sign', (amount, currency, text) => {
  expect(plain(moneyIn(currency)(amount))).toBe(text);
});

it.each([
  [-0.0004, '0.0'],
  [-0.0006, '-0.1'],
  [0.25636, '25.6'],
])('%d a kWh is a price of %s ct', (perKwh, text) => {
  expect(priceIn('EUR', 'en')(perKwh)).toBe(text);
});
