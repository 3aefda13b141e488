import { describe, expect, it } from 'vitest';
import type { HouseClaim } from '../../../src/planner/house/types.ts';
import { candidatesFor, isGuided } from '../../../src/planner/joint/candidates.ts';
import { tryOf } from '../../../src/planner/joint/house-try.ts';
import { searchIn } from '../../../src/planner/joint/search.ts';
import type { Store } from '../../../src/planner/store/types.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { battery, houseTerms } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, phased, runsOf, split } from '../../support/planner/planning.ts';

const claimOf = (demand: Demand, own?: readonly number[]): HouseClaim => ({
  ...{ demand, state: idleState, ...(own && { horizon: hours(...own) }) },
});

interface Asked {
  readonly claim: HouseClaim;
  readonly starts?: number;
  readonly stores?: readonly Store[];
  readonly importKw?: number;
  readonly loads?: readonly number[];
}

/** When the plans run that are worth a try for a device, in hours of 40, 10, 30 and 20 ct. */
function triedFor({ claim, starts = 1, stores = [], importKw = 99, loads = [] }: Asked) {
  const cents = [40, 10, 30, 20].map((ct, i) => ({ importPrice: ct / 100, loadKw: loads[i] ?? 0 }));
  const house = searchIn(houseTerms(cents, { devices: [claim], stores, importKw }));
  const from = tryOf(house, [], Number.POSITIVE_INFINITY);
  return candidatesFor(house, claim, [from.ground()], starts).map((plan) => runsOf(plan).flat());
}

describe('plans that are worth a try', () => {
  it.each<[string, Asked, number[][]]>([
    ['are the best one', { claim: claimOf(contiguous(60)) }, [[60, 120]]],
    [
      'are those of the cheapest starts',
      { claim: claimOf(contiguous(60)), starts: 3 },
      [
        [60, 120],
        [180, 240],
        [120, 180],
      ],
    ],
    ['are the best one alone of what is split', { claim: claimOf(split(90)), starts: 3 }, [[60, 120, 180, 210]]],
    [
      'are the best one alone at prices of its own',
      { claim: claimOf(contiguous(60), [0.1, 0.2, 0.3, 0.4]), starts: 3 },
      [[0, 60]],
    ],
    [
      'go by a limit at the prices of the meter',
      { claim: claimOf(contiguous(60, { limit: { rule: 'interval', price: 0.15 } })) },
      [[60, 120]],
    ],
    [
      'keep to the time that a demand leaves',
      { claim: claimOf(contiguous(60, { earliest: at(120) })), starts: 4 },
      [
        [180, 240],
        [120, 180],
      ],
    ],
    [
      'find room',
      { claim: claimOf(contiguous(60)), importKw: 2, loads: [0, 1.5, 0, 0], starts: 2 },
      [
        [180, 240],
        [120, 180],
      ],
    ],
    [
      'are those that find room with the battery, and those that find it late without',
      { claim: claimOf(contiguous(60, { readyBy: at(120) })), importKw: 2, loads: [1.5, 1.5, 0, 0], stores: [battery] },
      [
        [60, 120],
        [120, 180],
      ],
    ],
    ['are none twice', { claim: claimOf(contiguous(60)), stores: [battery] }, [[60, 120]]],
    [
      'are one that runs at no time where nothing has room',
      { claim: claimOf(contiguous(60)), importKw: 0.5, starts: 3 },
      [[]],
    ],
    [
      'begin as the phases that are left can',
      {
        claim: {
          ...claimOf(
            phased([
              { minutes: 60, kw: 9 },
              { minutes: 60, kw: 1 },
            ]),
          ),
          state: { ...idleState, delivered: { minutes: 60, starts: 1 } },
        },
        starts: 2,
      },
      [
        [60, 120],
        [180, 240],
      ],
    ],
  ])('%s', (_, asked, times) => {
    expect(triedFor(asked)).toEqual(times);
  });
});

describe('a device is guided by what the others leave', () => {
  it.each<[string, HouseClaim, boolean]>([
    ['in one piece', claimOf(contiguous(60)), true],
    ['in pieces', claimOf(split(60)), true],
    ['but not with prices of its own', claimOf(contiguous(60), [0.1]), false],
    ['but not below a limit', claimOf(contiguous(60, { limit: { rule: 'interval', price: 0 } })), false],
    ['but not for a spread', claimOf(contiguous(60, { minSpread: 0 })), false],
    ['but not where it runs on below a price', claimOf(split(60, { alsoBelowPrice: 0 })), false],
  ])('%s', (_, claim, isIt) => {
    expect(isGuided(claim)).toBe(isIt);
  });
});
