import { describe, expect, it } from 'vitest';
import { levelOf, rankOf, statisticsOf } from '../../src/core/statistics.ts';

describe('a day in figures', () => {
  it('has its minimum, maximum, average and number of intervals', () => {
    expect(statisticsOf([0.1, 0.2, 0.6])).toEqual({ min: 0.1, max: 0.6, average: 0.3, slots: 3 });
  });

  it('has none without intervals', () => {
    expect(statisticsOf([])).toBeUndefined();
  });
});

describe('the rank of an interval', () => {
  // Promise P-264 integrate/topics: rank 1 is the cheapest of the day
  it.each([
    [0.1, 1],
    [0.2, 2],
    [0.6, 4],
  ])('%d is number %d of 0.1, 0.2, 0.2 and 0.6: equal prices share the lower rank', (price, rank) => {
    expect(rankOf(price, [0.6, 0.2, 0.1, 0.2])).toBe(rank);
  });
});

describe('the level of an interval', () => {
  const day = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  // Promise P-263 integrate/topics: `price/level` has one of five words
  it.each([
    [1, 'VERY_CHEAP'],
    [2, 'CHEAP'],
    [3, 'CHEAP'],
    [4, 'NORMAL'],
    [7, 'NORMAL'],
    [8, 'EXPENSIVE'],
    [9, 'EXPENSIVE'],
    [10, 'VERY_EXPENSIVE'],
  ])('the price %d of 1 to 10 is %s', (price, level) => {
    expect(levelOf(price, day)).toBe(level);
  });

  it.each([
    ['all prices are equal', [0.2, 0.2, 0.2]],
    ['they differ by under 10 % of the average', [0.2, 0.21, 0.219]],
    ['they are negative and nearly equal', [-0.2, -0.21, -0.219]],
    ['they are in forints and nearly equal', [20, 21, 21.5]],
  ])('is NORMAL all day when %s', (_, totals) => {
    expect(totals.map((total) => levelOf(total, totals))).toEqual(['NORMAL', 'NORMAL', 'NORMAL']);
  });

  it.each([
    ['six hours of a night rate', 6, ['VERY_CHEAP', 'NORMAL']],
    ['eight hours of a night rate', 8, ['VERY_CHEAP', 'NORMAL']],
    ['18 hours of the cheap rate', 18, ['VERY_CHEAP', 'EXPENSIVE']],
    ['22 hours of the cheap rate', 22, ['VERY_CHEAP', 'VERY_EXPENSIVE']],
  ])('never calls the dear one of two rates cheap: %s', (_, cheap, levels) => {
    const day = Array.from({ length: 24 }, (_, hour) => (hour < cheap ? 0.2 : 0.3));
    expect([0.2, 0.3].map((total) => levelOf(total, day))).toEqual(levels);
  });

  it('is another when they differ by 10 % of the average', () => {
    expect([19, 21].map((total) => levelOf(total, [19, 21]))).toEqual(['VERY_CHEAP', 'NORMAL']);
  });
});
