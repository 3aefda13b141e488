import { expect, it } from 'vitest';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planning.ts';

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
