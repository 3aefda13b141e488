import { describe, expect, it } from 'vitest';
import { endCurve } from '../../../src/planner/store/end-value.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planner/planning.ts';
import { placesBetween, readAt } from '../../support/planner/store/convex-curves.ts';

it('a limit that the house passes by itself is no money', () => {
  const slots = Array.from(
    { length: 24 },
    (_, i): Slot => ({
      ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: 0.3, exportPrice: 0.08, importKw: 3 },
      ...{ loadKw: i === 20 ? 5 : 1, solarKw: 0 },
    }),
  );
  const store: Store = {
    ...{ capacityKwh: 10, storedKwh: 4, maxChargeKw: 2, maxDischargeKw: 2, toGrid: false },
    ...{ chargeEfficiency: 1, dischargeEfficiency: 1 },
  };
  const { cost, baselineCost, saving } = planStore(store, slots, at(0));
  expect([cost, baselineCost, saving].map((money) => Math.round(100 * money) / 100)).toEqual([7.2, 8.4, 0]);
});

describe('what is to be paid after the last price', () => {
  const battery: Store = {
    ...{ capacityKwh: 10, minKwh: 2, maxKwh: 8, storedKwh: 5, maxChargeKw: 1, maxDischargeKw: 1 },
    ...{ chargeEfficiency: 1, dischargeEfficiency: 1 },
  };
  /** Two days of hours: the first dear all day, the second dear from its 18th hour until its 21st. */
  const slots = Array.from(
    { length: 48 },
    (_, i): Slot => ({
      ...{ start: at(60 * i), end: at(60 * i + 60), exportPrice: 0, loadKw: 1, solarKw: 0 },
      importPrice: i < 24 ? 9 : i >= 42 && i < 45 ? 5 : 3,
    }),
  );
  /** What a kWh more saves, from the least that may be stored to the most. */
  function saved(more: Partial<Store>, given: readonly Slot[] = slots): readonly number[] {
    const store = { ...battery, ...more };
    const terms = termsOf(store, given);
    const curve = endCurve(store, terms, given);
    expect([curve.from, curve.until]).toEqual([terms.leastKwh, terms.mostKwh]);
    return placesBetween(terms.leastKwh, terms.mostKwh - 1).map(
      (kwh) => Math.round(1e6 * (readAt(curve, kwh) - readAt(curve, kwh + 1))) / 1e6,
    );
  }

  it.each<[what: string, more: Partial<Store>, savings: readonly number[]]>([
    [
      'is what is said of it, from an empty store up, and nothing beyond',
      {
        endValue: [
          { kwh: 3, perKwh: 4 },
          { kwh: 2, perKwh: 1 },
        ],
      },
      [4, 1, 1, 0, 0, 0],
    ],
    ['is nothing where nothing is said to be worth anything', { endValue: [] }, [0, 0, 0, 0, 0, 0]],
    ['is nothing of a store that only charges', { maxDischargeKw: 0 }, [0, 0, 0, 0, 0, 0]],
    // Three dear hours are covered from what was charged before them at 3 as well.
    ['is what the last day saves that comes once more', {}, [3, 3, 3, 3, 3, 3]],
    ['is what it saves where nothing can be charged', { maxChargeKw: 0 }, [5, 5, 5, 3, 3, 3]],
    ['is above the bound what the last kWh below it is', { maxChargeKw: 0, storedKwh: 10 }, [5, 5, 5, 3, 3, 3, 3, 3]],
    ['is below the reserve what the first kWh above it is', { maxChargeKw: 0, storedKwh: 0 }, [5, 5, 5, 5, 5, 3, 3, 3]],
    ['counts no goal once more', { maxChargeKw: 0, goals: [{ storedKwh: 8, by: at(2880) }] }, [5, 5, 5, 3, 3, 3]],
  ])('%s', (_, more, savings) => {
    expect(saved(more)).toEqual(savings);
  });

  it('is what less than a day saves where there is no more', () => {
    expect(saved({ maxChargeKw: 0 }, slots.slice(40, 44))).toEqual([5, 5, 3, 3, 0, 0]);
  });

  it('counts a limit that is passed in that day as no money', () => {
    const narrow = slots.map((slot) => ({ ...slot, importKw: 0.5 }));
    expect(saved({ maxChargeKw: 0 }, narrow)).toEqual([5, 5, 5, 3, 3, 3]);
  });
});
