import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cappedSlots, reckoningOf } from '../../../src/planner/house/reckoning.ts';
import { sharedMoves } from '../../../src/planner/house/shared-stores.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Store } from '../../../src/planner/store/types.ts';
import { lawCases } from '../../support/cases.ts';
import { battery, type Hour, hoursOf, houseTerms, uncapped } from '../../support/planner/house/house-slots.ts';
import { at } from '../../support/planner/planning.ts';

const rounded = (powers: readonly Float64Array[]) =>
  powers.map((each) => [...each].map((kw) => Math.round(1e6 * kw) / 1e6 || 0));
const shared = (hours: readonly Hour[], stores: readonly Store[]) => {
  const house = houseTerms(hours, { stores });
  return sharedMoves(house, uncapped(house));
};
/** The dear hour takes 2 kWh. */
const evening: Hour[] = [{ importPrice: 0.1 }, { importPrice: 0.4, loadKw: 2 }];

describe('the stores of a house', () => {
  it('are none where it has none', () => {
    expect(shared(evening, [])).toMatchObject({
      moves: [],
      powers: [],
      cost: 0.8,
      wear: 0,
      shortKwh: 0,
      left: 0,
      total: 0.8,
    });
  });

  it('of one are planned as it is alone', () => {
    const { powers, cost, total } = shared(evening, [battery]);
    expect(rounded(powers)).toEqual([[2, -2]]);
    expect([cost, total]).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.2, 9)]);
  });

  it('pay wear for what is taken out', () => {
    const { wear, total } = shared(evening, [{ ...battery, wearPerKwh: 0.05 }]);
    expect([wear, total]).toEqual([expect.closeTo(0.1, 9), expect.closeTo(0.3, 9)]);
  });

  it('pay none for what is left in them', () => {
    const kept = { ...battery, wearPerKwh: 0.05, endValue: [{ kwh: 3, perKwh: 0.3 }] };
    const { wear, left } = shared([{ importPrice: 0.1 }], [kept]);
    expect([wear, left]).toEqual([expect.closeTo(0, 9), expect.closeTo(-0.9, 9)]);
  });

  it('pay wear by the hours', () => {
    const [cheap, dear] = hoursOf(...evening);
    const slots = [cheap, { ...dear, end: at(75) }] as ReturnType<typeof hoursOf>;
    const house = houseTerms([], { slots, stores: [{ ...battery, wearPerKwh: 0.05 }] });
    expect(sharedMoves(house, uncapped(house)).wear).toBeCloseTo(0.025, 9);
  });

  it('are worth what is left in them: the money is below 0', () => {
    const { left, total } = shared(evening, [{ ...battery, storedKwh: 5, endValue: [{ kwh: 2, perKwh: 0.2 }] }]);
    expect([left, total]).toEqual([expect.closeTo(-0.4, 9), expect.closeTo(-0.4 - 0.08, 9)]);
  });

  it('say what is short of their goals, and weigh it', () => {
    const goal = { ...battery, maxChargeKw: 1, goals: [{ storedKwh: 3, by: at(120) }] };
    const { shortKwh, total, cost } = shared(evening, [goal, { ...goal, maxChargeKw: 2 }]);
    expect(shortKwh).toBeCloseTo(1, 9);
    // Ten times the dearest price.
    expect(total - cost).toBeCloseTo(4, 9);
  });

  it('share what there is to do: two of half the power are one of all of it', () => {
    const half = { ...battery, maxChargeKw: 1, maxDischargeKw: 1 };
    const { powers, total } = shared(evening, [half, half]);
    expect(rounded(powers)).toEqual([
      [1, -1],
      [1, -1],
    ]);
    expect(total).toBeCloseTo(0.2, 9);
  });

  it('cost no more than none of them, and no less than one of all that they hold and do', () => {
    const hour = fc.record({
      importPrice: fc.integer({ min: 9, max: 40 }).map((ct) => ct / 100),
      loadKw: fc.constantFrom(0, 0.5, 1, 3),
      solarKw: fc.constantFrom(0, 0, 2, 5),
    });
    const store = fc.record({
      capacityKwh: fc.constantFrom(2, 4, 8),
      maxChargeKw: fc.constantFrom(1, 2, 4),
      maxDischargeKw: fc.constantFrom(1, 2, 4),
    });
    const law = fc.property(fc.array(hour, { minLength: 3, maxLength: 8 }), store, store, (hours, a, b) => {
      const [one, other] = [a, b].map((more): Store => ({ ...battery, ...more })) as [Store, Store];
      const both: Store = {
        ...one,
        capacityKwh: one.capacityKwh + other.capacityKwh,
        maxChargeKw: one.maxChargeKw + other.maxChargeKw,
        maxDischargeKw: one.maxDischargeKw + other.maxDischargeKw,
      };
      const { total, cost, grid } = shared(hours, [one, other]);
      expect(total).toBeCloseTo(cost, 9);
      expect(total).toBeLessThan(shared(hours, []).total + 1e-6);
      expect(total).toBeGreaterThan(planStore(both, hoursOf(...hours), at(0)).cost - 1e-6);
      expect(grid).toHaveLength(hours.length);
    });
    fc.assert(law, lawCases(100));
  });
});

describe('what comes of loads', () => {
  const load = { start: at(0), end: at(60), kw: 3 };

  it('is paid at the meter, with what the battery does about it', () => {
    const house = houseTerms(evening, { stores: [{ ...battery, wearPerKwh: 0.05 }] });
    const { slots, powers, ...told } = reckoningOf(house, cappedSlots(house, Number.POSITIVE_INFINITY), [load]);
    expect(slots.map(({ loadKw }) => loadKw)).toEqual([3, 2]);
    expect(rounded(powers)).toEqual([[2, -2]]);
    expect(told).toMatchObject({ aboveKwh: 0, shortKwh: 0, peakKw: 5, peakCost: 0 });
    expect([told.cost, told.money]).toEqual([expect.closeTo(0.6, 9), expect.closeTo(0.6, 9)]);
  });

  it('is worth the more for what is left in the battery', () => {
    const full = { ...battery, storedKwh: 5, endValue: [{ kwh: 9, perKwh: 0.5 }] };
    const house = houseTerms([{ importPrice: 0.6, exportPrice: 0, loadKw: 1 }], { stores: [full] });
    const { cost, money } = reckoningOf(house, cappedSlots(house, Number.POSITIVE_INFINITY), []);
    expect([cost, money]).toEqual([expect.closeTo(0, 9), expect.closeTo(-2, 9)]);
  });

  it('has no peak where nothing is bought', () => {
    const house = houseTerms([{ solarKw: 2 }, { solarKw: 1 }]);
    expect(reckoningOf(house, cappedSlots(house, Number.POSITIVE_INFINITY), []).peakKw).toBe(0);
  });

  it('is charged for its peak', () => {
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 4 }, dailyMaxima: [2] } as const;
    const house = houseTerms(evening, { peak });
    const told = reckoningOf(house, cappedSlots(house, Number.POSITIVE_INFINITY), [load]);
    expect(told).toMatchObject({ peakKw: 3, peakCost: 4 });
    expect(told.money - told.cost).toBeCloseTo(4, 9);
  });

  it.each([
    ['is below the cap', 3, [3, 3]],
    ['is below the fuse', 9, [4, 4]],
  ])('%s', (_, capKw, kws) => {
    const house = houseTerms(evening, { importKw: 4 });
    expect(cappedSlots(house, capKw).map(({ importKw }) => importKw)).toEqual(kws);
  });

  it('is below the cap on a window that has had some already', () => {
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 4 }, dailyMaxima: [], windowKwh: 2 } as const;
    const house = { ...houseTerms(evening, { peak }), now: at(0) };
    const begun = { ...house, peak: { ...house.peak, windowEnd: at(60), windowKwh: 2 } } as typeof house;
    expect(cappedSlots(begun, 3).map(({ importKw }) => importKw)).toEqual([1, 3]);
  });
});
