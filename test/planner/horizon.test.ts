import { describe, expect, it } from 'vitest';
import { amountBetween, amountsFrom, horizonOf, indexAt, meanPrice, microsOf } from '../../src/planner/horizon.ts';
import { at, hours, minuteOf, priced } from '../support/planner/planning.ts';

describe('prices', () => {
  it.each([
    ['a price that is no number', { start: at(60), end: at(120), price: Number.NaN }, 'finite number, got NaN'],
    ['an infinite price', { start: at(60), end: at(120), price: Number.POSITIVE_INFINITY }, 'finite number'],
    ['a start off the minute', { start: at(60) + 1, end: at(120), price: 1 }, 'whole minute'],
    ['an end off the minute', { start: at(60), end: at(120) + 0.5, price: 1 }, 'whole minute'],
    ['times in milliseconds', { start: at(60) * 1000, end: at(120) * 1000, price: 1 }, 'these are milliseconds'],
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

describe('what prices come to', () => {
  /** Hours at 10, -20 and 30 ct, one without a price, and 40 ct. */
  const horizon = hours(0.1, -0.2, 0.3, null, 0.4);
  const minute = (minutes: number) => at(minutes) / 60;

  it.each<[from: number, until: number, ct: number | null]>([
    [0, 60, 600],
    [0, 180, 1200],
    [30, 70, 100],
    [70, 80, -200],
    [150, 180, 900],
    [150, 181, null],
    [170, 250, null],
    [180, 190, null],
    [230, 250, null],
    [240, 300, 2400],
    [240, 301, null],
    [-1, 10, null],
    [300, 310, null],
    [50, 50, 0],
    [60, 50, 0],
    [190, 190, 0],
  ])('from minute %d to %d is %s ct x minutes', (from, until, ct) => {
    expect(amountBetween(horizon, minute(from), minute(until))).toBe(ct === null ? null : ct * 10_000);
  });

  it('is the same for as many minutes from each of some, and infinite where one has no price', () => {
    const froms = [0, 0, 30, 59, 60, 140, 141, 200, 239, 240, 260];
    const found = amountsFrom(horizon, Int32Array.from(froms, minute), 40);
    const each = froms.map(
      (from) => amountBetween(horizon, minute(from), minute(from + 40)) ?? Number.POSITIVE_INFINITY,
    );
    expect([...found]).toEqual(each);
    expect(each.filter(Number.isFinite)).toHaveLength(8);
  });

  it.each([
    [-10, 0],
    [0, 0],
    [59, 0],
    [60, 1],
    [179, 2],
    [180, 3],
    [240, 3],
    [299, 3],
    [300, 4],
  ])('at minute %d is that of interval %d', (at, index) => {
    expect(indexAt(horizon, minute(at))).toBe(index);
  });

  it('knows from each interval on where the first gap is', () => {
    expect([...horizon.gaps].map((gap) => minuteOf(60 * gap))).toEqual([180, 180, 180, 300]);
  });

  it('has the best first, and of one price the earliest', () => {
    const prices = [0.3, 0.1, 0.3, -0.1, 0.1];
    expect([...horizonOf(priced(60, prices)).byPrice]).toEqual([3, 1, 4, 0, 2]);
    expect([...horizonOf(priced(60, prices), 'revenue').byPrice]).toEqual([0, 2, 1, 4, 3]);
  });

  it('counts what is earned below zero, and a price of nothing as nothing', () => {
    expect([microsOf(0.25, 'cost'), microsOf(0.25, 'revenue'), microsOf(0, 'revenue')]).toEqual([250_000, -250_000, 0]);
    expect([...horizonOf(priced(60, [0.1, 0.2]), 'revenue').sums]).toEqual([0, -6_000_000]);
  });

  it('is in the mean that of each interval by its length', () => {
    const spans = [
      { start: at(0), end: at(30), price: 0.1 },
      { start: at(60), end: at(150), price: 0.3 },
    ];
    expect(meanPrice(spans)).toBeCloseTo(0.25, 12);
    expect(meanPrice([])).toBeNaN();
  });
});
