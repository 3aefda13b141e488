import { describe, expect, it } from 'vitest';
import { type Figure, isMet, isSure, merged } from '../../scripts/bench/harness/figure.mts';
import { doubtOf, median, ratioOf } from '../../scripts/bench/harness/ratio.mts';
import { table } from '../../scripts/bench/harness/table.mts';

it.each<[number[], number]>([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[1, 1, 1, 1, 1000], 1],
  [[], Number.NaN],
])('of %j the median is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

it.each<[number[], number]>([
  [[3], 0],
  [[1, 1, 1, 1, 1000], 0],
  [[9, 10, 10, 11], 0.03925],
  [[8, 10, 10, 12], 0.0785],
  [[8, 8, 8, 8, 10, 10, 10, 10, 10, 10, 10, 10, 12, 12, 12, 12], 0.03925],
])(
  'the median of %j may be %d of it off: half as far with half the width, or with four times as many',
  (values, doubt) => {
    expect(doubtOf(values)).toBeCloseTo(doubt, 5);
  },
);

describe('a ratio', () => {
  /** Takes so many milliseconds, one call after the other, the last for ever. */
  const taking = (name: string, calls: string[], ms: number[]) => () => {
    calls.push(name);
    return (ms.length > 1 ? ms.shift() : ms[0]) ?? Number.NaN;
  };

  it('is that of the median round, one first and then the other, without the round that warms up', async () => {
    const calls: string[] = [];
    const ours = taking('o', calls, [999, 10, 12, 500, 11, 10]);
    const yardstick = taking('y', calls, [1, 5, 6, 5, 5, 4]);
    expect(await ratioOf(ours, yardstick, { rounds: 5 })).toEqual({ times: 2.2, ms: 11 });
    expect(calls.join('')).toBe('oyoyyooyyooy');
  });

  it('minds no machine that is slow for a round, on both sides', async () => {
    expect(await ratioOf(taking('o', [], [0, 6, 600, 6]), taking('y', [], [0, 3, 300, 3]), { rounds: 3 })).toEqual({
      times: 2,
      ms: 6,
    });
  });

  it('has three rounds at least, however little time there is', async () => {
    const calls: string[] = [];
    await ratioOf(taking('o', calls, [1]), taking('y', calls, [1]), { seconds: 0 });
    expect(calls).toHaveLength(8);
  });
});

const window: Figure = { name: 'a window', value: 1.5, unit: '×', yardstick: 'bare sums', atMost: 2, ms: 0.005 };
const memory: Figure = { name: 'memory', value: 41.26, unit: 'MB', atMost: 40 };

it('is one figure of several processes, by name: medians, and how far they may be off', () => {
  const process = (value: number, ms: number) => [{ ...window, value, ms }, memory];
  expect(merged([process(1, 4), process(3, 6), process(2, 5)])).toEqual([
    { ...window, value: 2, ms: 5, doubt: expect.closeTo(0.453, 3) },
    { ...memory, doubt: 0 },
  ]);
});

it.each<[number | undefined, boolean]>([
  [0.05, true],
  [0.051, false],
  [Number.NaN, false],
  [undefined, true],
])('a figure that may be %s off is measured enough: %j', (doubt, enough) => {
  expect(isSure({ ...window, ...(doubt !== undefined && { doubt }) })).toBe(enough);
});

it.each<[number, number | undefined, boolean]>([
  [40, 50, true],
  [46, 50, false],
  [46, undefined, true],
])('a turn of %d ms with a doubt of 10 %% is measured enough for a budget of %s: %j', (value, atMost, enough) => {
  const budget = atMost !== undefined && { atMost };
  expect(isSure({ name: 'a turn', unit: 'ms', value, doubt: 0.1, ...budget })).toBe(enough);
});

it.each<[number, { atMost?: number }, boolean]>([
  [2, { atMost: 2 }, true],
  [2.01, { atMost: 2 }, false],
  [2.01, {}, true],
  [Number.NaN, { atMost: 2 }, false],
])('%d keeps to the budget %j: %j', (value, budget, kept) => {
  expect(isMet({ name: 'memory', unit: 'MB', value, ...budget })).toBe(kept);
});

it('is a table that says what fell short, and beside what', () => {
  expect(table([{ ...window, doubt: 0.034 }, memory])).toBe(
    [
      '           median        budget    ±  here  beside',
      'a window    1.5 ×       ok <= 2  3 %  5 µs  bare sums',
      'memory    41.3 MB  MISSED <= 40',
      '',
    ].join('\n'),
  );
});
