import { describe, expect, it } from 'vitest';
import { standIn } from '../../src/forecast/stand-in.ts';
import type { ForecastDay } from '../../src/forecast/types.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Friday, Saturday, Sunday and Monday. */
const days: ForecastDay[] = (['working', 'other', 'other', 'working'] as const).map((kind, i) => ({
  start: i * DAY,
  end: (i + 1) * DAY,
  kind,
}));
/** So many hours from Friday on, at the prices that count them. */
const hours = (count: number, from = 0) =>
  Array.from({ length: count }, (_, hour) => ({
    start: from + hour * HOUR,
    end: from + (hour + 1) * HOUR,
    price: hour,
  }));
const pricesAt = (hour: number, prices: ReturnType<typeof standIn>) =>
  days.map(({ start }) => prices.find((price) => price.start === start + hour * HOUR)?.price);

describe('where there is no forecast', () => {
  it.each([
    ['a day is as the newest of its kind', hours(48), [7, 31, 31, 7]],
    ['a day is as the newest of all where none of its kind is known', hours(24), [7, 7, 7, 7]],
    [
      'an hour that is missing is as the mean of its day',
      hours(24).filter((_, hour) => hour !== 7),
      [11.7, 11.7, 11.7, 11.7],
    ],
  ])('%s', (_, known, expected) => {
    expect(pricesAt(7, standIn(known, days)).map((price) => Math.round(10 * (price ?? 0)) / 10)).toEqual(expected);
  });

  it('nothing is said of quarters of a day', () => {
    expect(standIn(hours(12), days)).toEqual([]);
  });

  it('every quarter hour has a price', () => {
    expect(standIn(hours(24), days)).toHaveLength(4 * 96);
  });
});
