import { expect, it } from 'vitest';
import type { KnownDay } from '../../src/forecast/day-shape.ts';
import { waitingGains } from '../../src/forecast/waiting-gains.ts';
import { chanceOf } from '../support/chance.ts';

const DAY = 86_400;
const estimate = new Float64Array(96).fill(0.2);

/** Days on which every price is the same, and was estimated at 20 ct. */
const gainsOf = (prices: readonly number[]) => {
  const days: KnownDay[] = prices.map((price, i) => ({
    ...{ start: i * DAY, end: (i + 1) * DAY, kind: 'working', mean: price },
    prices: new Float64Array(96).fill(price),
  }));
  return waitingGains(
    days,
    days.map(() => () => estimate),
  );
};

it('nothing is gained from waiting for prices that turn out as estimated', () => {
  expect(gainsOf(Array.from({ length: 60 }, () => 0.2))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it('of days of 10 or 30 ct at random, one of several is cheap: the gain grows to almost 10 ct', () => {
  const chance = chanceOf(1);
  const gains = gainsOf(Array.from({ length: 60 }, () => chance.of([0.1, 0.3] as const)));
  // The mean of a single day is its estimate; of two days, three in four choices find a cheap one.
  expect(gains[0]).toBeLessThan(0.02);
  expect(gains[1]).toBeGreaterThan(0.02);
  expect(gains[6]).toBeGreaterThan(0.06);
  expect(gains[6]).toBeLessThan(0.1);
});

it('nothing is gained where prices rise all the time, and nothing is known of twenty days', () => {
  expect(gainsOf(Array.from({ length: 60 }, (_, i) => 0.2 + i / 100))).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(gainsOf(Array.from({ length: 20 }, () => 0.1))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
