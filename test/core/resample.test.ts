import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resample } from '../../src/core/resample.ts';
import type { PricePoint } from '../../src/core/series.ts';

/** Consecutive intervals of `seconds` from 00:00, one energy price each; `undefined` is a gap. */
const series = (seconds: number, prices: readonly (number | undefined)[]): PricePoint[] =>
  prices.flatMap((energy, i) => (energy === undefined ? [] : [{ start: i * seconds, end: (i + 1) * seconds, energy }]));
const energies = (points: readonly PricePoint[]) => points.map((point) => [point.start / 60, point.energy]);

describe('resampling', () => {
  const quarters = series(900, [0.1, 0.2, 0.3, 0.6]);

  it.each([
    [3600, [[0, 0.3]]],
    [
      1800,
      [
        [0, 0.15],
        [30, 0.45],
      ],
    ],
    [
      900,
      [
        [0, 0.1],
        [15, 0.2],
        [30, 0.3],
        [45, 0.6],
      ],
    ],
  ])('four quarter hours in intervals of %d s', (seconds, expected) => {
    const result = energies(resample(quarters, seconds));
    expect(result.map(([start]) => start)).toEqual(expected.map(([start]) => start));
    result.forEach(([, energy], i) => {
      expect(energy).toBeCloseTo(expected[i]?.[1] as number, 12);
    });
  });

  it('an hourly price is the same price four times at 900', () => {
    expect(energies(resample(series(3600, [0.25]), 900))).toEqual([
      [0, 0.25],
      [15, 0.25],
      [30, 0.25],
      [45, 0.25],
    ]);
  });

  it.each([
    ['its second half is not published', [0.1, 0.2], []],
    ['a quarter inside is unknown', [0.1, undefined, 0.3, 0.4, 0.5, 0.5, 0.5, 0.5], [[60, 0.5]]],
  ])('an hour is not answered when %s', (_, prices, expected) => {
    expect(energies(resample(series(900, prices), 3600))).toEqual(expected);
  });

  it('each component is an average of its own; one that a part lacks is absent', () => {
    const points = [
      { start: 0, end: 1800, energy: 0.1, grid: 0.2, vat: 0.01 },
      { start: 1800, end: 3600, energy: 0.3, grid: 0.2 },
    ];
    expect(resample(points, 3600)).toEqual([{ start: 0, end: 3600, energy: 0.2, grid: 0.2 }]);
  });

  it('asks of no interval what only its neighbours lack', () => {
    const points = [
      { start: 0, end: 3600, energy: 0.1 },
      { start: 3600, end: 7200, energy: 0.2, grid: 0.1 },
      { start: 7200, end: 10_800, energy: 0.3 },
    ];
    expect(resample(points, 3600)).toEqual(points);
    expect(resample(points, 1800)[2]).toEqual({ start: 3600, end: 5400, energy: 0.2, grid: 0.1 });
  });

  it.each([
    ['a quarter past', 900, [60]],
    ['the whole hour', 3600, [60, 120]],
    ['a quarter to, before 1970', -4500, [-60]],
    ['a whole hour before 1970', -3600, [-60, 0]],
  ])('begins with the first whole hour of UTC of a series from %s', (_, from, starts) => {
    const points = series(900, Array(8).fill(0.1)).map(({ start, end }) => ({ start: start + from, end: end + from }));
    expect(energies(resample(points, 3600)).map(([start]) => start)).toEqual(starts);
  });

  it('an interval of one price has that price to the last digit', () => {
    const prices = Array.from({ length: 100 }, (_, i) => i / 10_000);
    const hours = resample(series(3600, prices), 900).filter(({ start }) => start % 3600 === 0);
    expect(hours.map(({ energy }) => energy)).toEqual(prices);
  });

  it('nothing stays nothing', () => {
    expect(resample([], 900)).toEqual([]);
  });

  it('the mean over whole hours is the same at every resolution', () => {
    const price = fc.integer({ min: -500, max: 5000 }).map((n) => n / 1000);
    const hours = fc.array(fc.tuple(price, price, price, price), { minLength: 1, maxLength: 25 });
    const mean = (points: readonly PricePoint[]) =>
      points.reduce((sum, point) => sum + (point.energy as number), 0) / points.length;
    fc.assert(
      fc.property(hours, (hours) => {
        const source = series(900, hours.flat());
        for (const seconds of [900, 1800, 3600]) expect(mean(resample(source, seconds))).toBeCloseTo(mean(source), 9);
      }),
      { seed: 1 },
    );
  });
});
