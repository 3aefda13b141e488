import { describe, expect, it } from 'vitest';
import {
  accuracyOf,
  judged,
  recorded,
  type TrackRecord,
} from '../../../../src/runtime/prices/expected/track-record.ts';

const HOUR = 3600;
const none: TrackRecord = { made: [], verdicts: [] };

/** Hours counted from 0, expected at 30 ct and between 20 and 40 ct. */
const expectedIn = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    start: (first + i) * HOUR,
    end: (first + i + 1) * HOUR,
    total: 0.3,
    low: 0.2,
    high: 0.4,
  }));
const pricesIn = (first: number, ...totals: readonly number[]) =>
  totals.map((total, i) => ({ start: (first + i) * HOUR, end: (first + i + 1) * HOUR, total }));
const day = (total: number) => new Array<number>(24).fill(total);

describe('the record of forecasts', () => {
  // Promise P-239 internals/forecast: `forecastAccuracy`: mean error and share inside the band
  it.each([
    ['as expected', 0.3, { meanError: 0, inside: 1, days: 1 }],
    ['at the end of the band', 0.4, { meanError: 0.1, inside: 1, days: 1 }],
    ['above the band', 0.45, { meanError: 0.15, inside: 0, days: 1 }],
    ['below the band', 0.1, { meanError: 0.2, inside: 0, days: 1 }],
  ])('says how far off a day was that turned out %s', (_, total, accuracy) => {
    const record = recorded(none, expectedIn(24, 8 * 24));
    expect(record.made).toHaveLength(24);
    expect(accuracyOf(judged(record, pricesIn(24, ...day(total))))).toEqual(accuracy);
  });

  // Promise P-238 internals/forecast: the first day after the known ones is judged by what was expected of it first
  it('is of what was expected first, not of what was known better later', () => {
    const first = recorded(none, expectedIn(24, 24));
    expect(recorded(first, expectedIn(30, 24))).toBe(first);
  });

  it('waits until the whole day is known, and gives up one whose prices were missed', () => {
    const record = recorded(none, expectedIn(24, 24));
    expect(judged(record, pricesIn(24, ...day(0.3).slice(1)))).toEqual(record);
    expect(judged(record, pricesIn(72, ...day(0.3)))).toEqual(none);
  });

  // Promise P-240 internals/forecast: the accuracy is that of the last thirty such days
  it('goes back a month', () => {
    let record = none;
    for (let i = 1; i <= 40; i++)
      record = judged(recorded(record, expectedIn(24 * i, 24)), pricesIn(24 * i, ...day(i <= 10 ? 9 : 0.3)));
    expect(accuracyOf(record)).toEqual({ meanError: 0, inside: 1, days: 30 });
  });
});
