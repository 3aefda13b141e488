import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../../src/planner/store/cut.ts';
import { endCurve } from '../../../src/planner/store/end-value.ts';
import {
  movesOf,
  type Offer,
  offersOf,
  powersOf,
  sequelOf,
  shortOf,
  worthsAlong,
} from '../../../src/planner/store/moves.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planner/planning.ts';

/** Two hours each, from midnight. */
const slotsOf = (...hours: Partial<Slot>[]) =>
  hours.map(
    (hour, i): Slot => ({
      ...{ start: at(120 * i), end: at(120 * i + 120), importPrice: 4, exportPrice: 1, loadKw: 0, solarKw: 0 },
      ...hour,
    }),
  );
/** Of what is charged half is stored, and of what is taken out a quarter arrives. */
const store: Store = {
  ...{ capacityKwh: 10, minKwh: 1, maxKwh: 9, storedKwh: 5, maxChargeKw: 3, maxDischargeKw: 2 },
  ...{ chargeEfficiency: 0.5, dischargeEfficiency: 0.25, wearPerKwh: 0.5, endValue: [] },
};
const [slot] = slotsOf({});
const stage = { slot: slot as Slot, start: at(0), end: at(120), hours: 2, isThere: true, goals: [3, 6] };

describe('the powers of a move', () => {
  it.each<[begins: number, ends: number, chargeKw: number, dischargeKw: number]>([
    [5, 8, 3, 0],
    [5, 1, 0, 0.5],
    [5, 5, 0, 0],
  ])('from %d to %d kWh in two hours are %d kW in and %d kW out', (begins, ends, chargeKw, dischargeKw) => {
    expect(powersOf(stage, termsOf(store, []), begins, ends)).toEqual({ chargeKw, dischargeKw });
  });
});

it.each<[storedKwh: number, short: number]>([
  [2, 5],
  [4, 2],
  [6, 0],
  [8, 0],
])('with %d kWh stored %d are short of goals of 3 and 6', (storedKwh, short) => {
  expect(shortOf(stage, storedKwh)).toBe(short);
});

describe('of ways that cost the same the moves are', () => {
  /** What is stored after each slot. */
  function ends(more: Partial<Store>, ...hours: Partial<Slot>[]): readonly number[] {
    const lossless = { ...store, chargeEfficiency: 1, dischargeEfficiency: 1, wearPerKwh: 0, ...more };
    const slots = slotsOf(...hours);
    const terms = termsOf(lossless, slots);
    return movesOf(stagesOf(slots, lossless, at(0)), terms, endCurve(lossless, terms, slots)).ends;
  }

  it.each<[what: string, more: Partial<Store>, hours: Partial<Slot>[], expected: readonly number[]]>([
    ['those that move nothing for nothing', {}, [{ exportPrice: 0 }, { exportPrice: 0 }], [5, 5]],
    ['those that charge as early as may be', { goals: [{ storedKwh: 8, by: at(360) }] }, [{}, {}, {}], [8, 8, 8]],
    [
      'those that charge as much as they may before they charge the rest',
      { goals: [{ storedKwh: 8, by: at(360) }], maxChargeKw: 1 },
      [{}, {}, {}],
      [7, 8, 8],
    ],
    ['those that discharge as early as may be', { storedKwh: 3 }, [{ loadKw: 2 }, { loadKw: 2 }], [1, 1]],
    [
      'those that discharge as much as they may before they discharge the rest',
      { storedKwh: 6 },
      [{ loadKw: 2 }, { loadKw: 2 }],
      [2, 1],
    ],
    [
      'also where each slot is bought for less than it is sold, and so no curve is convex',
      { storedKwh: 6 },
      [
        { loadKw: 2, importPrice: 4, exportPrice: 5 },
        { loadKw: 2, importPrice: 4, exportPrice: 5 },
      ],
      [2, 1],
    ],
  ])('%s', (_, more, hours, expected) => {
    const found = ends(more, ...hours);
    expect(found).toHaveLength(expected.length);
    for (const [i, kwh] of found.entries()) expect(kwh).toBeCloseTo(expected[i] ?? Number.NaN, 9);
  });

  it('exactly those that leave a store as it is, whatever the noise of what it holds', () => {
    const held = 0.1 + 0.2 + 3;
    for (const more of [{}, { minChargeKw: 0.4 }])
      expect(ends({ ...more, storedKwh: held }, { exportPrice: 0 }, { exportPrice: 0 })).toEqual([held, held]);
  });
});

describe('the least power of charging', () => {
  const car = {
    ...store,
    maxDischargeKw: 0,
    chargeEfficiency: 1,
    minKwh: 0,
    storedKwh: 0,
    minChargeKw: 1,
    maxChargeKw: 3,
  };
  const ends = (goal: number, ...hours: Partial<Slot>[]) => {
    const slots = slotsOf(...hours);
    const given = { ...car, goals: [{ storedKwh: goal, by: at(120 * hours.length) }] };
    const terms = termsOf(given, slots);
    return movesOf(stagesOf(slots, given, at(0)), terms, endCurve(given, terms, slots)).ends;
  };

  it.each<[what: string, goal: number, hours: Partial<Slot>[], expected: readonly number[]]>([
    ['is kept where less is missing', 1, [{}], [2]],
    ['is no more than it where more is missing', 3, [{}], [3]],
    ['is kept in each slot: 7 kWh are no 6 and 1', 7, [{ importPrice: 2 }, { importPrice: 3 }], [5, 7]],
    ['is the reason not to charge where the limit is below it', 1, [{ importKw: 0.9 }], [0]],
    ['may be all that the limit leaves', 1, [{ importKw: 1 }], [2]],
  ])('%s', (_, goal, hours, expected) => {
    for (const [i, kwh] of ends(goal, ...hours).entries()) expect(kwh).toBeCloseTo(expected[i] ?? Number.NaN, 9);
  });
});

describe('what a store would take and give', () => {
  /** In the second of two slots of two hours, of which each ends with so much stored. */
  function offers(ends: readonly number[], worth: number, more: { isThere?: boolean } = {}): readonly Offer[] {
    const worths = { last: new Float64Array([9, worth]), next: new Float64Array([9, 9]) };
    const stages = [stage, { ...stage, ...more }];
    return offersOf(termsOf(store, []), { stages, ends, worths }, 1);
  }

  it.each<[what: string, ends: readonly number[], take: number, give: number]>([
    // What it has room for: 4 kWh are 8 kWh of the house, 4 kW over two hours; 3 kW are the most.
    ['is its most where there is room for more', [5, 5], -3, 0.5],
    ['is no more than there is room for', [8, 8], -1, 0.875],
    ['is nothing to take where it is full', [9, 9], 0, 1],
    ['is nothing to give at its reserve', [1, 1], -3, 0],
    ['is what it charges, and its room beside', [6, 8], -3, 0.875],
    ['is what it charges where it is full then', [7, 9], -2, 1],
    ['is what it gives, and what it has beside', [5, 3], -3, 0.5],
    ['is nothing to give above its reserve where it ends below it', [0.5, 0.5], -3, 0],
  ])('%s', (_, ends, take, give) => {
    const found = offers(ends, 2).map(({ kw }) => kw + 0);
    expect(found).toEqual([take, give]);
  });

  it('is no more than it can give', () => {
    const strong = { ...store, dischargeEfficiency: 1, maxDischargeKw: 2 };
    const worths = { last: new Float64Array([2]), next: new Float64Array([2]) };
    expect(offersOf(termsOf(strong, []), { stages: [stage], ends: [9], worths }, 0)[1]?.kw).toBe(2);
  });

  it('counts in the first slot from what is stored now', () => {
    const worths = { last: new Float64Array([2]), next: new Float64Array([2]) };
    const terms = termsOf({ ...store, storedKwh: 8 }, []);
    expect(offersOf(terms, { stages: [stage], ends: [9], worths }, 0).map(({ kw }) => kw)).toEqual([-1, 1]);
  });

  it('is taken for what is kept of a kWh, and given for what is lost with it and the wear', () => {
    expect(offers([5, 5], 2).map(({ perKwh }) => perKwh)).toEqual([1, 8.5]);
  });

  it('is nothing where it is away, nor where nothing is known of it', () => {
    expect(offers([5, 5], 2, { isThere: false })).toEqual([]);
    expect(offersOf(termsOf(store, []), undefined, 0)).toEqual([]);
    const worths = { last: new Float64Array([2]), next: new Float64Array([2]) };
    expect(offersOf(termsOf(store, []), { stages: [stage], ends: [5], worths }, 1)).toEqual([]);
  });
});

it('what follows each slot is worked out in a room that the next store takes, or in one of its own', () => {
  const slots = slotsOf({ loadKw: 2 }, { loadKw: 2, importPrice: 8 });
  const terms = termsOf(store, slots);
  const stages = stagesOf(slots, store, at(0));
  const sequel = sequelOf(stages, terms, endCurve(store, terms, slots));
  const worths = worthsAlong([5, 5], sequel);
  movesOf(stagesOf(slotsOf({}, {}, {}), store, at(0)), terms, endCurve(store, terms, slots));
  expect(worthsAlong([5, 5], sequel)).toEqual(worths);
  // A kWh saves 8 less the wear in the second slot, and a quarter of it arrives; after the last it is worth nothing.
  expect([...worths.last].map((worth) => Math.round(1e6 * worth) / 1e6)).toEqual([1.875, 0]);
  expect(worths.next).toHaveLength(2);
});
