import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawCases } from '../../../support/cases.ts';
import {
  deadlineOf,
  type Evening,
  evenings,
  lived,
  meanOf,
  minutesOf,
  type Telling,
} from '../../../support/device/told.ts';

const cases = lawCases(40, 10_000);
const UNTIL = 240;

const at = (minute: number) => new Date(Date.parse('2026-01-15T17:00:00Z') + 60_000 * minute).toISOString();

describe('told once, told again and planned again each minute, a device runs at the same times', () => {
  it(`on ${cases.numRuns} evenings of gaps, limits and preconditions, and misses nothing`, async () => {
    const law = fc.asyncProperty(evenings, fc.integer({ min: 1, max: 20 }), async (evening, step) => {
      const once = await lived(evening, 'once', UNTIL);
      expect({ every: step, ...(await lived(evening, step, UNTIL)) }).toEqual({ every: step, ...once });
      expect({ prices: true, ...(await lived(evening, 'prices', UNTIL)) }).toEqual({ prices: true, ...once });
      expect(once.errors).toEqual([]);
      const { minutes = 0, ...terms } = evening.demand;
      const isFree = Object.keys(terms).every((key) => !/^(maxPrice|min|max)/.test(key));
      const deadline = deadlineOf(evening);
      const { maxPrice, maxPriceRule, preconditionMinutes } = terms;
      if (maxPriceRule === 'average' && preconditionMinutes === undefined)
        expect(meanOf(evening, once.runs) ?? Number.NEGATIVE_INFINITY).toBeLessThanOrEqual(
          Number(maxPrice ?? 0) + 1e-9,
        );
      if (isFree && (minutes ?? 0) <= deadline) expect(minutesOf(once.runs, deadline)).toBe(minutes);
    });
    await fc.assert(law, cases);
  });

  it.each<[rule: string, Evening, runs: number[][], tellings: Telling[]]>([
    [
      'rule 11: a gap never misses a deadline that is in reach',
      {
        demand: { shape: 'contiguous', minutes: 150, readyBy: at(180) },
        prices: [
          [60, 0.1],
          [60, null],
          [60, 0.1],
        ],
      },
      [[30, 180]],
      ['once', 10, 'prices'],
    ],
    [
      'rule 11: nor do prices that are known only after it',
      {
        demand: { shape: 'contiguous', minutes: 60, readyBy: at(90) },
        prices: [
          [120, null],
          [60, 0.1],
        ],
      },
      [[30, 90]],
      ['once', 10, 'prices'],
    ],
    [
      'rule 11: without a minute to spare',
      {
        demand: { shape: 'contiguous', minutes: 180, readyBy: at(180) },
        prices: [
          [60, 0.1],
          [60, null],
          [60, 0.1],
        ],
      },
      [[0, 180]],
      ['once', 10, 'prices'],
    ],
    [
      'rule 11: in pieces, with no more of the gap than the deadline needs',
      {
        demand: { shape: 'split', minutes: 130, readyBy: at(180) },
        prices: [
          [60, 0.3],
          [60, null],
          [60, 0.1],
        ],
      },
      [
        [0, 70],
        [120, 180],
      ],
      ['once', 10, 'prices'],
    ],
    [
      'rule 12: the mean is that of all that was bought',
      {
        demand: { shape: 'split', minutes: 60, maxPrice: 0.1, maxPriceRule: 'average', readyBy: at(70) },
        prices: [
          [40, 0.12],
          [20, 0.5],
          [10, 0.04],
        ],
      },
      [
        [0, 30],
        [60, 70],
      ],
      ['once', 1, 7, 10, 'prices'],
    ],
    [
      'rule 13: what runs right before the deadline is the need, once',
      {
        demand: { shape: 'split', minutes: 30, maxOffMinutes: 30, preconditionMinutes: 30, readyBy: at(180) },
        prices: [[240, 0.1]],
      },
      [[150, 180]],
      ['once', 15, 1, 'prices'],
    ],
    [
      'rule 13: and counts towards a need that is longer',
      {
        demand: { shape: 'split', minutes: 50, maxOffMinutes: 60, preconditionMinutes: 30, readyBy: at(180) },
        prices: [
          [60, 0.3],
          [60, 0.1],
          [120, 0.2],
        ],
      },
      [
        [0, 5],
        [60, 75],
        [150, 180],
      ],
      ['once', 15, 1, 'prices'],
    ],
    [
      'rule 14: a need below the shortest run, where no price is known',
      {
        demand: { shape: 'split', minutes: 10, minOnMinutes: 25, readyBy: at(22) },
        prices: [
          [120, null],
          [60, 0.1],
        ],
      },
      [[0, 25]],
      ['once', 1, 'prices'],
    ],
    [
      'rule 14: a deadline that cannot be met under a limit is missed as late as was said',
      {
        demand: { shape: 'contiguous', minutes: 120, readyBy: at(100), maxPrice: 0.2 },
        prices: [
          [10, 0.3],
          [230, 0.1],
        ],
      },
      [[10, 130]],
      ['once', 1, 'prices'],
    ],
    [
      'rule 14: in pieces what fits below the limit by then',
      {
        demand: { shape: 'split', minutes: 90, readyBy: at(100), maxPrice: 0.2 },
        prices: [
          [60, 0.3],
          [180, 0.1],
        ],
      },
      [[60, 100]],
      ['once', 1, 'prices'],
    ],
    [
      'rule 14: what a limit leaves over and is too short for a run is left out for good',
      {
        demand: { shape: 'split', minutes: 6, minOnMinutes: 5, maxOffMinutes: 30, maxPrice: 0, readyBy: at(60) },
        prices: [
          [5, 0],
          [1, 0.01],
          [5, 0],
          [200, 0.02],
        ],
      },
      [[0, 5]],
      ['once', 1, 3, 'prices'],
    ],
    [
      'rule 14: what a limit of the mean leaves over and is too short for a run is left out for good',
      {
        demand: { shape: 'split', minutes: 6, minOnMinutes: 5, maxPrice: 0, maxPriceRule: 'average', readyBy: at(60) },
        prices: [
          [5, 0],
          [1, 0.01],
          [5, 0],
          [200, 0.02],
        ],
      },
      [[0, 5]],
      ['once', 1, 3, 'prices'],
    ],
    [
      'rule 15: a longest pause alone is ended for five minutes, not for one',
      {
        demand: { shape: 'split', minutes: 60, maxOffMinutes: 60, readyBy: at(180) },
        prices: [
          [170, 0.3],
          [70, 0.1],
        ],
      },
      [
        [0, 45],
        [105, 110],
        [170, 180],
      ],
      ['once', 5, 'prices'],
    ],
    [
      'rule 17: where no start is left, what is near the best below a mean is found at all',
      {
        demand: {
          ...{ shape: 'split', minutes: 62, whenUnknown: 'plan-known' },
          ...{ maxPrice: 0.05, maxPriceRule: 'average', maxOffMinutes: 32, maxStarts: 1, preconditionMinutes: 31 },
        },
        prices: [
          [31, 0.06],
          [33, -0.01],
          [34, 0.07],
          [12, 0.04],
          [33, null],
          [22, 0.01],
        ],
      },
      [[0, 62]],
      ['once', 7, 'prices'],
    ],
  ])('%s', async (_, evening, runs, tellings) => {
    for (const telling of tellings)
      expect([telling, (await lived(evening, telling, UNTIL)).runs]).toEqual([telling, runs]);
  });
});
