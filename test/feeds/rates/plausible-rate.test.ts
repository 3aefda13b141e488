import { expect, it } from 'vitest';
import { isPlausibleRate } from '../../../src/feeds/rates/plausible-rate.ts';

it.each<[string, number, boolean]>([
  ['DKK', 7.46, true],
  ['DKK', 15, true],
  ['DKK', 74.6, false],
  ['DKK', 0.746, false],
  ['DKK', 0, false],
  ['DKK', -7.46, false],
  ['DKK', Number.NaN, false],
  ['DKK', Number.POSITIVE_INFINITY, false],
  ['CHF', 0.93, true],
  ['CZK', 24.3, true],
  ['GBP', 0.87, true],
  ['HUF', 385, true],
  ['NOK', 11.5, true],
  ['PLN', 4.25, true],
  ['SEK', 11, true],
  ['HUF', 11, false],
  ['USD', 1200, true],
  ['USD', 0, false],
])('a euro may be worth %s %f: %s', (currency, rate, isSo) => {
  expect(isPlausibleRate(currency, rate)).toBe(isSo);
});
