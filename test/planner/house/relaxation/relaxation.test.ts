import { describe, expect, it } from 'vitest';
import { relaxationOf } from '../../../../src/planner/house/relaxation/relaxation.ts';
import type { House } from '../../../../src/planner/house/types.ts';
import type { Store } from '../../../../src/planner/store/types.ts';
import { battery, type Hour, hoursOf, houseTerms, uncapped } from '../../../support/planner/house/house-slots.ts';
import { at } from '../../../support/planner/planning.ts';

interface Told {
  readonly money: number;
  readonly perKwh?: readonly number[];
  readonly powers?: readonly (readonly number[])[];
  readonly peakKw?: number;
}

const rounded = (numbers: Iterable<number>) => Array.from(numbers, (each) => Math.round(1e4 * each) / 1e4 || 0);

/** What comes of loads by the hour; none where none are given. */
function relaxed(hours: readonly Hour[], more: Partial<House>, loads: readonly number[] = [], now = 0): Told {
  const house = houseTerms(hours, more, at(now));
  const slots = uncapped(house);
  const relaxation = relaxationOf(house, slots, Math.max(0, ...loads), house.peak);
  const { money, perKwh, powers, peakKw } = relaxation(Float64Array.from(slots, (_, i) => loads[i] ?? 0));
  return {
    money: rounded([money])[0] as number,
    perKwh: rounded(perKwh),
    powers: powers.map(rounded),
    ...(peakKw !== undefined && { peakKw: rounded([peakKw])[0] as number }),
  };
}

const [cheap, dear]: Hour[] = [{ importPrice: 0.1 }, { importPrice: 0.3, loadKw: 2 }];
const evening = [cheap, dear] as Hour[];
const lossy: Store = { ...battery, capacityKwh: 1, chargeEfficiency: 0.9, dischargeEfficiency: 1 };
/** 4 money for a kW of the highest hour above what the month has had. */
const rule = { measure: 60, pick: 1, per: 'month', perKw: 4 } as const;

describe('what comes of a house at the best', () => {
  it.each<[string, Hour[], Partial<House>, Told]>([
    [
      'without a store is what the meter says',
      [{ loadKw: 2 }, { solarKw: 1 }],
      {},
      { money: 0.52, perKwh: [0.3, 0.08] },
    ],
    [
      'shifts 1 kWh from 10 to 30 ct; 90 % of what is charged is stored',
      evening,
      { stores: [lossy] },
      { money: 0.1 / 0.9 + 0.3, perKwh: [0.1, 0.3], powers: [[1 / 0.9, -1]] },
    ],
    [
      'gets 90 % of what is taken out',
      evening,
      { stores: [{ ...battery, capacityKwh: 1, dischargeEfficiency: 0.9 }] },
      { money: 0.1 + 1.1 * 0.3, perKwh: [0.1, 0.3], powers: [[1, -0.9]] },
    ],
    [
      'pays wear for what is taken out',
      evening,
      { stores: [{ ...battery, capacityKwh: 1, wearPerKwh: 0.05 }] },
      { money: 0.1 + 0.05 + 0.3, powers: [[1, -1]] },
    ],
    [
      'keeps what wear and losses make dearer',
      [{ importPrice: 0.28 }, dear] as Hour[],
      { stores: [lossy] },
      { money: 0.6, powers: [[0, 0]] },
    ],
    [
      'charges no faster than the store can',
      evening,
      { stores: [{ ...battery, maxChargeKw: 0.5 }] },
      { money: 0.05 + 1.5 * 0.3, powers: [[0.5, -0.5]] },
    ],
    [
      'begins with what is stored',
      [dear] as Hour[],
      { stores: [{ ...battery, storedKwh: 1.5 }] },
      { money: 0.15, perKwh: [0.3], powers: [[-1.5]] },
    ],
    [
      'leaves the reserve alone',
      [dear] as Hour[],
      { stores: [{ ...battery, storedKwh: 1.5, minKwh: 1 }] },
      { money: 0.45, powers: [[-0.5]] },
    ],
    [
      'earns what is left in the store: 2 kWh at 20 ct, 1 of which is bought',
      [{ importPrice: 0.1 }],
      { stores: [{ ...battery, storedKwh: 1, endValue: [{ kwh: 2, perKwh: 0.2 }] }] },
      { money: -0.3, perKwh: [0.1], powers: [[1]] },
    ],
    [
      'counts the worth of the reserve too',
      [{ importPrice: 0.3, exportPrice: 0 }],
      { stores: [{ ...battery, storedKwh: 1, minKwh: 1, endValue: [{ kwh: 2, perKwh: 0.2 }] }] },
      { money: -0.2, powers: [[0]] },
    ],
    [
      'charges for a goal while it is cheap',
      [...evening, {}] as Hour[],
      { stores: [{ ...battery, maxDischargeKw: 0, goals: [{ storedKwh: 3, by: at(120) }] }] },
      { money: 0.3 + 0.6, powers: [[3, 0, 0]] },
    ],
    [
      'is not held down by a goal below the reserve',
      evening,
      {
        stores: [
          {
            ...battery,
            minKwh: 6,
            storedKwh: 6,
            goals: [{ storedKwh: 1, by: at(60) }],
            endValue: [{ kwh: 10, perKwh: 0.2 }],
          },
        ],
      },
      { money: 0.4 - 8 * 0.2, powers: [[4, -2]] },
    ],
    [
      'goes without a store that is away',
      [...evening, { importPrice: 0.4, loadKw: 1 }] as Hour[],
      {
        stores: [
          {
            ...battery,
            available: [
              { start: at(0), end: at(60) },
              { start: at(120), end: at(180) },
            ],
          },
        ],
      },
      { money: 0.1 + 0.6, powers: [[1, 0, -1]] },
    ],
    [
      'knows a store that is full and away',
      [...evening, { importPrice: 0.4, loadKw: 1 }] as Hour[],
      { stores: [{ ...battery, capacityKwh: 1, storedKwh: 1, available: [{ start: at(120), end: at(180) }] }] },
      { money: 0.6, powers: [[0, 0, -1]] },
    ],
    [
      'draws the standby of a store while it is there',
      [{ loadKw: 1 }, { loadKw: 1 }],
      { stores: [{ ...battery, maxChargeKw: 0, standbyKw: 0.5, available: [{ start: at(60), end: at(120) }] }] },
      { money: 0.3 + 0.45 },
    ],
    [
      'turns the sun down where selling costs',
      [{ solarKw: 3, loadKw: 1, exportPrice: -0.1, curtailable: true }],
      {},
      { money: 0, perKwh: [0] },
    ],
    [
      'sells for less than nothing what cannot be turned down',
      [{ solarKw: 3, loadKw: 1, exportPrice: -0.1 }],
      {},
      { money: 0.2, perKwh: [-0.1] },
    ],
    [
      'sells no dearer than it buys: both at once earn nothing',
      [{ importPrice: 0.1, exportPrice: 0.3, loadKw: 1 }],
      {},
      { money: 0.1, perKwh: [0.1] },
    ],
    [
      'charges from the sun alone a store that may not buy',
      [{ importPrice: 0.1, solarKw: 0.5 }, dear] as Hour[],
      { stores: [{ ...battery, fromGrid: false }] },
      { money: 1.5 * 0.3, powers: [[0.5, -0.5]] },
    ],
    [
      'does not sell from a store that may not',
      [{ loadKw: 0.5 }],
      { stores: [{ ...battery, storedKwh: 2, toGrid: false }] },
      { money: 0, powers: [[-0.5]] },
    ],
    [
      'sells from a store that may',
      [{ loadKw: 0.5 }],
      { stores: [{ ...battery, storedKwh: 2 }] },
      { money: -0.12, perKwh: [0.08], powers: [[-2]] },
    ],
    [
      'shares the work between stores: the one with less wear goes first',
      evening,
      {
        stores: [
          { ...battery, capacityKwh: 1.5, wearPerKwh: 0.1 },
          { ...battery, capacityKwh: 1.5, wearPerKwh: 0.02 },
        ],
      },
      {
        money: 0.2 + 0.05 + 0.03,
        powers: [
          [0.5, -0.5],
          [1.5, -1.5],
        ],
      },
    ],
    [
      'buys no more than the limit while it can: the rest of 5 kW is stored before',
      [{}, { loadKw: 5 }],
      { importKw: 4, stores: [battery] },
      { money: 1.5 },
    ],
    [
      'sells no more than the limit while the sun can be turned down',
      [{ solarKw: 5, curtailable: true }],
      { exportKw: 2 },
      { money: -0.16, perKwh: [0] },
    ],
  ])('%s', (_, hours, more, { money, ...told }) => {
    const found = relaxed(hours, more);
    expect(found.money).toBeCloseTo(money, 4);
    expect(found).toMatchObject({ ...told, ...(told.powers && { powers: told.powers.map(rounded) }) });
  });

  it.each<[string, Hour, Partial<House>, aboveKwh: number]>([
    ['bought above the limit', { loadKw: 6 }, { importKw: 4 }, 2],
    ['bought where nothing may be', { loadKw: 6 }, { importKw: 0 }, 6],
    ['sold above the limit', { solarKw: 6 }, { exportKw: 4 }, 2],
  ])('weighs what has to be %s', (_, hour, more, aboveKwh) => {
    const free = relaxed([hour], {}).money;
    expect(relaxed([hour], more).money).toBeCloseTo(free + houseTerms([hour], more).limitWeight * aboveKwh, 3);
  });

  it('weighs what is short of a goal that cannot be met', () => {
    const stores = [{ ...battery, maxChargeKw: 1, goals: [{ storedKwh: 3, by: at(60) }] }];
    const { money, powers } = relaxed([{}], { stores });
    expect(powers).toEqual([[1]]);
    // Ten times the dearest price for each of 2 kWh.
    expect(money).toBeCloseTo(0.3 + 2 * 3, 4);
  });
});

describe('loads of devices', () => {
  it('are paid with what the stores do about them', () => {
    expect(relaxed(evening, { stores: [lossy] }, [0, 3]).money).toBeCloseTo(0.1 / 0.9 + 4 * 0.3, 4);
  });

  it('are asked for one after the other: none leaves anything behind', () => {
    const house = houseTerms(evening, { stores: [lossy] });
    const relaxation = relaxationOf(house, uncapped(house), 3);
    const [none, some] = [Float64Array.of(0, 0), Float64Array.of(0, 3)];
    const [first, second] = [relaxation(none), relaxation(some)];
    expect(second.money - first.money).toBeCloseTo(0.9, 6);
    expect(relaxation(none).money).toBe(first.money);
  });

  it('may be covered by a store that may not sell', () => {
    const stores = [{ ...battery, storedKwh: 4, toGrid: false }];
    expect(relaxed([{ loadKw: 0.5 }], { stores }, [2])).toMatchObject({ money: 0, powers: [[-2.5]] });
    expect(relaxed([{ solarKw: 0.5 }], { stores }, [2])).toMatchObject({ powers: [[-1.5]] });
  });

  it('are no leave to sell for a store that may not: of 4 kWh one is left', () => {
    const stores = [{ ...battery, storedKwh: 4, toGrid: false }];
    const found = relaxed([{ loadKw: 0.5 }, { loadKw: 0.5 }], { stores }, [0, 2]);
    expect(found).toMatchObject({ money: 0, powers: [[-0.5, -2.5]] });
  });

  it('cost by the kWh, however long a slot is', () => {
    const [first, second] = hoursOf({ importPrice: 0.1 }, { importPrice: 0.3 });
    const slots = [
      { ...first, end: at(15) },
      { ...second, start: at(15) },
    ] as ReturnType<typeof hoursOf>;
    expect(relaxed([], { slots }, [2, 2])).toEqual({ money: 0.05 + 1.05, perKwh: [0.1, 0.3], powers: [] });
  });
});

describe('a price for the highest window', () => {
  const flat: Hour[] = [{ loadKw: 1 }, { loadKw: 3 }, { loadKw: 2 }];

  it.each<[string, Partial<House>, money: number, peakKw: number, perKwh: number[]]>([
    ['is paid for what is above the month', { peak: { rule, dailyMaxima: [2] } }, 1.8 + 4, 3, [0.3, 4.3, 0.3]],
    ['is nothing below it', { peak: { rule, dailyMaxima: [3.5] } }, 1.8, 3.5, [0.3, 0.3, 0.3]],
    ['is nothing below more than the house can buy', { peak: { rule, dailyMaxima: [4] } }, 1.8, 4, [0.3, 0.3, 0.3]],
    [
      'is a twelfth of a price for a year',
      { peak: { rule: { ...rule, per: 'year' }, dailyMaxima: [2] } },
      1.8 + 4 / 12,
      3,
      [0.3, 0.3 + 4 / 12, 0.3],
    ],
    [
      'is half for one of two days',
      { peak: { rule: { ...rule, pick: 2 }, dailyMaxima: [2, 2] } },
      1.8 + 2,
      3,
      [0.3, 2.3, 0.3],
    ],
    [
      'is paid above the floor',
      { peak: { rule: { ...rule, floor: 2.5 }, dailyMaxima: [] } },
      1.8 + 2,
      3,
      [0.3, 4.3, 0.3],
    ],
    [
      'counts the hours that count',
      { peak: { rule: { ...rule, when: [{ start: at(120), end: at(180) }] }, dailyMaxima: [] } },
      1.8 + 8,
      2,
      [0.3, 0.3, 4.3],
    ],
    [
      'counts none where no hour does',
      { peak: { rule: { ...rule, when: [] }, dailyMaxima: [1] } },
      1.8,
      1,
      [0.3, 0.3, 0.3],
    ],
  ])('%s', (_, more, money, peakKw, perKwh) => {
    const found = relaxed(flat, more);
    expect(found.money).toBeCloseTo(money, 4);
    expect(found).toMatchObject({ peakKw, perKwh: rounded(perKwh) });
  });

  it('is saved by a store that is charged before', () => {
    const peak = { rule, dailyMaxima: [2] };
    const found = relaxed(flat, { peak, stores: [{ ...battery, wearPerKwh: 0.01 }] });
    expect(found).toMatchObject({ money: 1.81, peakKw: 2, powers: [[1, -1, 0]] });
  });

  it('is not paid again for the window under way: 2 kWh of it are bought, 1 more is free below 3 kW', () => {
    const peak = { rule, dailyMaxima: [3], windowKwh: 2 };
    expect(relaxed([{ loadKw: 2 }, {}], { peak }, [], 30)).toMatchObject({ money: 0.3, peakKw: 3 });
    // Half an hour at 4 kW is a window of 4 kW.
    expect(relaxed([{ loadKw: 4 }, {}], { peak }, [], 30)).toMatchObject({ money: 0.6 + 4, peakKw: 4 });
  });

  it('is paid for the window under way alone where that is the highest: nothing below it is dearer', () => {
    const peak = { rule, dailyMaxima: [], windowKwh: 5 };
    const { perKwh, ...found } = relaxed([{}, { loadKw: 4 }], { peak }, [], 30);
    expect(found).toMatchObject({ money: 1.2 + 20, peakKw: 5 });
    expect(perKwh?.[1]).toBe(0.3);
  });
});
