import { expect, it } from 'vitest';
import { repeatedInterval } from '../../../src/feeds/doubts/repeated-prices.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';

const quarters = (price: (quarter: number) => number | undefined) => Array.from({ length: 96 }, (_, i) => price(i));

it.each<[string, (quarter: number) => number | undefined, number]>([
  ['differ', (i) => i, 900],
  ['repeat each hour', (i) => Math.floor(i / 4), 3600],
  ['repeat each half hour', (i) => Math.floor(i / 2), 1800],
  ['repeat each hour but one', (i) => (i === 41 ? 9.5 : Math.floor(i / 4)), 900],
  ['repeat each hour, with a hole', (i) => (i === 41 ? undefined : Math.floor(i / 4)), 3600],
  ['repeat each hour from 00:15 on', (i) => Math.floor((i + 3) / 4), 900],
])('quarter hours that %s', (_, price, seconds) => {
  expect(repeatedInterval(quarters(price), 900)).toBe(seconds);
});

it('hours do not repeat', () => {
  expect(repeatedInterval([1, 1, 2, 2], 3600)).toBe(3600);
});

it('no shipped day of quarter hours in DE-LU repeats its prices', () => {
  const days = [...(loadPrices('data/prices').get('DE-LU')?.days.values() ?? [])].filter(
    (day) => day.resolution === 900,
  );
  expect(days.length).toBeGreaterThan(300);
  expect(days.filter(({ prices }) => repeatedInterval(prices, 900) !== 900)).toEqual([]);
});
