import { describe, expect, it } from 'vitest';
import { covers, pointAt, within } from '../../src/core/series.ts';

const series = [
  { start: 0, end: 900 },
  { start: 900, end: 1800 },
  { start: 2700, end: 3600 },
];

describe('a series with a gap from 1800 to 2700', () => {
  it.each([
    [0, 0],
    [899, 0],
    [900, 900],
    [1800, undefined],
    [2700, 2700],
    [3600, undefined],
  ])('at %d the interval that starts at %s runs', (instant, start) => {
    expect(pointAt(series, instant)?.start).toBe(start);
  });

  it.each([
    [0, 1800, true],
    [300, 1500, true],
    [0, 1801, false],
    [0, 3600, false],
    [2700, 3600, true],
    [-1, 900, false],
  ])('covers %d to %d: %s', (start, end, expected) => {
    expect(covers(series, { start, end })).toBe(expected);
  });

  it('the intervals of a span are those that begin in it', () => {
    expect(within(series, { start: 900, end: 2700 })).toEqual([{ start: 900, end: 1800 }]);
  });
});
