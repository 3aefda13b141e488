import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../src/planner/horizon.ts';
import { at, priced } from '../support/planning.ts';

describe('prices', () => {
  it.each([
    ['a price that is no number', { start: at(60), end: at(120), price: Number.NaN }, 'finite number, got NaN'],
    ['an infinite price', { start: at(60), end: at(120), price: Number.POSITIVE_INFINITY }, 'finite number'],
    ['a start off the minute', { start: at(60) + 1, end: at(120), price: 1 }, 'whole minute'],
    ['an end off the minute', { start: at(60), end: at(120) + 0.5, price: 1 }, 'whole minute'],
    ['times in milliseconds', { start: at(60) * 1000, end: at(120) * 1000, price: 1 }, 'whole minute'],
    ['an interval without length', { start: at(60), end: at(60), price: 1 }, 'the end must be after the start'],
    ['an overlap', { start: at(45), end: at(120), price: 1 }, 'overlaps the interval before'],
    ['a duplicate', { start: at(0), end: at(60), price: 1 }, 'starts at the same time'],
    ['the wrong order', { start: at(-60), end: at(0), price: 1 }, 'sorted by time'],
  ])('%s is refused by the name of the interval', (_, second, says) => {
    expect(() => horizonOf([...priced(60, [0.1]), second])).toThrow(says);
    expect(() => horizonOf([...priced(60, [0.1]), second])).toThrow(/^prices\[1\] \(/);
  });

  it('names the interval by its times', () => {
    expect(() => horizonOf(priced(60, [0.1, Number.NaN]))).toThrow(
      'prices[1] (2026-11-20T01:00:00.000Z to 2026-11-20T02:00:00.000Z): the price must be a finite number, got NaN',
    );
  });

  it('are kept as intervals of one price; a gap stays a gap', () => {
    const { spans } = horizonOf(priced(60, [0.1, 0.1, 0.2, null, 0.2]));
    expect(spans).toEqual([
      { start: at(0), end: at(120), price: 0.1 },
      { start: at(120), end: at(180), price: 0.2 },
      { start: at(240), end: at(300), price: 0.2 },
    ]);
  });

  it('count in whole micro-units, so that float noise is no difference', () => {
    expect(horizonOf(priced(60, [0.1 + 0.2, 0.3])).spans).toHaveLength(1);
  });

  it('sum up before each interval, in micro-units x minutes', () => {
    expect([...horizonOf(priced(60, [0.1, -0.2, null, 0.3])).sums]).toEqual([0, 6_000_000, -6_000_000]);
  });

  it('may be none', () => {
    expect(horizonOf([]).spans).toEqual([]);
  });
});
