import { describe, expect, it } from 'vitest';
import { isOutside, termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';

const store: Store = {
  ...{ capacityKwh: 10, storedKwh: 5, maxChargeKw: 3, maxDischargeKw: 2, chargeEfficiency: 1, dischargeEfficiency: 1 },
};
const slotOf = (importPrice: number, exportPrice: number): Slot => ({
  ...{ start: 0, end: 3600, importPrice, exportPrice, loadKw: 0, solarKw: 0 },
});

describe('a store', () => {
  it('has all that it leaves out', () => {
    expect(termsOf(store, [])).toMatchObject({
      ...{ minKwh: 0, maxKwh: 10, minChargeKw: 0, standbyKw: 0, wearPerKwh: 0, goals: [] },
      ...{ fromGrid: true, toGrid: true },
    });
  });

  it('has what it says', () => {
    const said = {
      ...{ minKwh: 1, maxKwh: 9, minChargeKw: 2, standbyKw: 0.1, wearPerKwh: 0.2, goals: [{ storedKwh: 3, by: 60 }] },
      ...{ fromGrid: false, toGrid: false },
    };
    expect(termsOf({ ...store, ...said }, [])).toMatchObject(said);
  });

  it.each<[stored: number, least: number, most: number, isOut: boolean]>([
    [0.5, 0.5, 9, true],
    [1, 1, 9, false],
    [5, 1, 9, false],
    [9, 1, 9, false],
    [9.5, 1, 9.5, true],
  ])('of 1 to 9 kWh that begins with %d has %d to %d', (storedKwh, least, most, isOut) => {
    const terms = termsOf({ ...store, minKwh: 1, maxKwh: 9, storedKwh }, []);
    expect([terms.leastKwh, terms.mostKwh, isOutside(terms)]).toEqual([least, most, isOut]);
  });
});

describe('a kWh short of a goal weighs more than it can cost to have it, and a limit of the grid more than a goal', () => {
  it.each<[what: string, more: Partial<Store>, slots: readonly Slot[], cost: number]>([
    ['where power is dear', {}, [slotOf(2, 0), slotOf(1, 0)], 2],
    ['where power is dear in one of its prices below zero', {}, [slotOf(-3, 0)], 3],
    ['where it could be sold for much', {}, [slotOf(0.1, 4)], 4],
    ['where it costs much to be sold', {}, [slotOf(0.1, -4)], 4],
    ['where the wear is all that it costs', { wearPerKwh: 5 }, [slotOf(0.01, 0)], 5],
    ['where much is lost in charging', { chargeEfficiency: 0.05 }, [slotOf(1, 0)], 20],
    ['where much is lost in discharging', { dischargeEfficiency: 0.05 }, [slotOf(1, 0)], 20],
    ['where all is free', {}, [slotOf(0, 0)], 0.01],
  ])('%s', (_, more, slots, cost) => {
    const { goalWeight, limitWeight, chargeEfficiency, dischargeEfficiency } = termsOf({ ...store, ...more }, slots);
    expect(goalWeight).toBeGreaterThan(cost);
    expect(limitWeight).toBeGreaterThan(goalWeight / chargeEfficiency / dischargeEfficiency);
  });
});
