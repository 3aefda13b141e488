import { describe, expect, it } from 'vitest';
import type { House, HouseClaim } from '../../../src/planner/house/types.ts';
import { type HouseTry, tryOf } from '../../../src/planner/joint/house-try.ts';
import { planAt } from '../../../src/planner/joint/plan-at.ts';
import { plannedAgain } from '../../../src/planner/joint/planned-again.ts';
import { searchIn } from '../../../src/planner/joint/search.ts';
import type { Store } from '../../../src/planner/store/types.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { finish } from '../../../src/planner/work.ts';
import { battery, type Hour, houseTerms } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, runsOf, split } from '../../support/planner/planning.ts';

const claimOf = (demand: Demand): HouseClaim => ({ demand, state: idleState });
const runsIn = ({ turns }: HouseTry) => turns.map(({ plan }) => runsOf(plan));

/** 2 kW in and out. */
const store: Store = { ...battery, capacityKwh: 4, maxChargeKw: 2, maxDischargeKw: 2 };

/** A house whose devices run at these times, in minutes from midnight, each in one piece. */
function standing(given: readonly Hour[], more: Partial<House>, capKw: number, ...times: [number, number][]) {
  const house = searchIn(houseTerms(given, more));
  const turns = house.claims.map((claim, i) => {
    const [from, until] = times[i] as [number, number];
    const only = [{ from: at(from) / 60, until: at(until) / 60 }];
    return { claim, plan: planAt(claim, hours(...given.map(() => 0.1)), at(0), only) };
  });
  return { house, from: tryOf(house, turns, capKw) };
}

describe('a device that is planned again', () => {
  const prices: Hour[] = [{ importPrice: 0.3 }, { importPrice: 0.2 }, { importPrice: 0.1 }];
  const [one, other] = [claimOf(contiguous(60)), claimOf(split(60))];

  it.each([
    ['moves to where it costs less', 0, [120, 180], 0.1],
    ['moves where that saves more than it is worth', 0.19, [120, 180], 0.1],
    ['stays where that saves less', 0.21, [0, 60], 0.3],
  ])('%s', (_, worth, run, money) => {
    const { house, from } = standing(prices, { devices: [one] }, 9, [0, 60]);
    const again = finish(plannedAgain(house, from, one, worth));
    expect([runsIn(again), again.money]).toEqual([[[run]], expect.closeTo(money, 9)]);
  });

  it('leaves all others where they are, and takes what they leave', () => {
    const { house, from } = standing(prices, { devices: [one, other], importKw: 1 }, 9, [0, 60], [120, 180]);
    const again = finish(plannedAgain(house, from, one, 0));
    expect(again.turns.map(({ claim, plan }) => [claim === one, runsOf(plan)])).toEqual([
      [false, [[120, 180]]],
      [true, [[60, 120]]],
    ]);
  });

  it('stays below the cap that the house has', () => {
    const { house, from } = standing(prices, { devices: [one] }, 2, [0, 60]);
    expect(finish(plannedAgain(house, from, one, 0)).capKw).toBe(2);
  });

  it('finds of several starts one that is not the best by itself', () => {
    // Now: a stored kWh of sun, one bought for 20 ct and one for 40 for the last hour's three.
    // Better: 2 kWh for 20 ct, and the sun for what is left of the last hour.
    const sunny: Hour[] = [
      { importPrice: 0.3, loadKw: 1, solarKw: 2 },
      { importPrice: 0.2 },
      { importPrice: 0.4, loadKw: 1 },
    ];
    const heating = claimOf(contiguous(60, { phases: [{ minutes: 60, kw: 2 }] } as Partial<Demand>));
    const stores = [{ ...store, capacityKwh: 2 }];
    const { house, from } = standing(sunny, { devices: [heating], stores }, 9, [120, 180]);
    const again = finish(plannedAgain(house, from, heating, 0));
    expect(from.money).toBeCloseTo(0.6, 9);
    expect([runsIn(again), again.money]).toEqual([[[[60, 120]]], expect.closeTo(0.4, 9)]);
  });
});

const pieces = (kw: number) => claimOf(split(120, { need: { minutes: 120, kw } } as Partial<Demand>));

describe('beside a battery a device goes by what a stored kWh is worth', () => {
  it.each<[string, Hour[], Store, kw: number, begun: number, before: number, runs: number[][], after: number]>([
    [
      // Now: an hour for 40 ct, and one for 40 ct / 0.9. Better: one for 40 ct, and one for 20 ct.
      'without it',
      [{ importPrice: 0.4 }, { importPrice: 0.5 }, { importPrice: 0.2 }],
      { ...store, capacityKwh: 2, chargeEfficiency: 0.9 },
      1,
      0,
      0.4 + 0.4 / 0.9,
      [
        [0, 60],
        [120, 180],
      ],
      0.6,
    ],
    [
      // Now: 1 kWh for 50 ct, 1 for 30, 2 stored for as much of which 1.8 are left for the load, and 0.2 for 40 ct.
      // Better: 1 kWh for 30 ct, 2 for 40, and for 30 ct what 0.9 kWh of stored sun leave of 2.
      'with it',
      [
        { importPrice: 0.5, loadKw: 1, solarKw: 2 },
        { importPrice: 0.3, loadKw: 1, solarKw: 2 },
        { importPrice: 0.4, loadKw: 2 },
      ],
      { ...store, chargeEfficiency: 0.9 },
      2,
      0,
      0.5 + 0.3 + 2 * 0.3 + 0.2 * 0.4,
      [[60, 180]],
      0.3 + 2 * 0.4 + (1.1 / 0.9) * 0.3,
    ],
    [
      // Now: 1 kWh for 30 ct, and 1 for 20. Better: the stored 2 kWh first, 1 kWh of sun stored, and 2 kWh for 20 ct.
      'half-way between',
      [{ importPrice: 0.5 }, { importPrice: 0.3, loadKw: 1, solarKw: 2 }, { importPrice: 0.2, loadKw: 1 }],
      { ...store, storedKwh: 2 },
      2,
      0,
      0.5,
      [
        [0, 60],
        [120, 180],
      ],
      0.4,
    ],
    [
      // Now: 1 kWh for 10 ct, 3 for 30, and 1 for 40 as 2 are stored. Better: 3 kWh for 10 ct, and 2 for 30.
      'half-way between, if it is full',
      [
        { importPrice: 0.1, loadKw: 1 },
        { importPrice: 0.4 },
        { importPrice: 0.3, loadKw: 1 },
        { importPrice: 0.4, loadKw: 1 },
      ],
      { ...store, capacityKwh: 2, storedKwh: 2, chargeEfficiency: 0.5 },
      2,
      120,
      1.4,
      [
        [0, 60],
        [120, 180],
      ],
      0.9,
    ],
  ])('%s', (_, given, beside, kw, begun, before, runs, after) => {
    const claim = pieces(kw);
    const { house, from } = standing(given, { devices: [claim], stores: [beside] }, 99, [begun, begun + 120]);
    const again = finish(plannedAgain(house, from, claim, 0));
    expect(from.money).toBeCloseTo(before, 9);
    expect([runsIn(again), again.money]).toEqual([[runs], expect.closeTo(after, 9)]);
  });
});
