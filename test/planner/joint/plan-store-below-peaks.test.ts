import { describe, expect, it } from 'vitest';
import type { HousePeak, PeakRule } from '../../../src/planner/house/peak.ts';
import { planStoreBelowPeaks } from '../../../src/planner/joint/plan-store-below-peaks.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planner/planning.ts';

const store: Store = {
  ...{ capacityKwh: 10, storedKwh: 2, maxChargeKw: 5, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [] },
};
const rule: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 4 };
const hours = (loads: readonly number[], cents: readonly number[] = loads.map(() => 30)): Slot[] =>
  loads.map((loadKw, i) => ({
    ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: (cents[i] ?? 0) / 100, exportPrice: 0 },
    ...{ loadKw, solarKw: 0 },
  }));
const bought = (slots: Slot[], peak: Partial<HousePeak>, more: Partial<Store> = {}) => {
  const { plan } = planStoreBelowPeaks({ ...store, ...more }, slots, at(0), { rule, dailyMaxima: [], ...peak });
  return plan.slots.map(({ chargeKw, dischargeKw }, i) => (slots[i]?.loadKw ?? 0) + chargeKw - dischargeKw);
};

describe('a battery where peaks are charged for', () => {
  // Promise P-202 use/sun-and-load: a battery keeps its charge for the peak
  it('keeps what it has for the peak, and cuts it off', () => {
    // It has 2 kWh: of the 7 that are needed by then each hour buys a third of the 5.
    expect(Math.max(...bought(hours([1, 1, 5, 1]), {}))).toBeCloseTo(5 / 3, 1);
    expect(bought(hours([1, 1, 5, 4]), { dailyMaxima: [4] })[2]).toBeLessThanOrEqual(4);
  });

  it('does as without a charge up to what the month has had', () => {
    const slots = hours([1, 1, 1, 1], [10, 40, 40, 40]);
    expect(bought(slots, { dailyMaxima: [6] }, { storedKwh: 0 })[0]).toBeCloseTo(4, 6);
    expect(Math.max(...bought(slots, { dailyMaxima: [2] }, { storedKwh: 0 }))).toBeLessThanOrEqual(2.01);
  });

  it.each([
    [[6, 5, 4, 6, 5, 4], [40, 30, 40, 10, 30, 40], 4.8],
    [[6, 3, 6, 2, 2, 6], [40, 20, 10, 40, 10, 40], 4.33],
    [[5, 3, 4, 3, 3, 2], [40, 20, 40, 40, 20, 20], 3.33],
  ])('buys no peak for a few kWh: of loads of %j kW at %j ct it makes one of %d', (loads, cents, expected) => {
    expect(Math.max(...bought(hours(loads, cents), { usualKw: 2 }))).toBeCloseTo(expected, 1);
  });

  it('stays below a step where that is worth it', () => {
    const steps: PeakRule = {
      ...{ measure: 60, pick: 1, per: 'month' },
      steps: [
        { fromKw: 0, amount: 10 },
        { fromKw: 2, amount: 20 },
      ],
    };
    const slots = hours([1, 1, 1, 1], [10, 40, 40, 40]);
    const [first = 0] = bought(slots, { rule: steps }, { storedKwh: 0 });
    expect(first).toBeGreaterThan(1.9);
    expect(first).toBeLessThan(2);
  });
});
