import { expect, it } from 'vitest';
import type { StorePlan } from '../../../src/planner/store/types.ts';
import { chargingIn } from '../../../src/runtime/battery/preview.ts';

const slot = { importPrice: 0.3, exportPrice: 0.1, loadKw: 1, solarKw: 0 };
const step = { storedKwh: 0, dischargeKw: 0, curtailKw: 0, mode: 'charge', valuePerKwh: 0 } as const;

it('surplus sun costs a preview of charging what its export would bring, and the rest is bought', () => {
  const slots = [
    { ...slot, start: 0, end: 3600 },
    // 4 kW are left over: of 11 kW that charge, 7 are bought.
    { ...slot, start: 3600, end: 7200, solarKw: 5 },
  ];
  const planned: StorePlan = {
    slots: slots.map(({ start, end }) => ({ ...step, start, end, chargeKw: 11 })),
    ...{ shortKwh: 0, cost: 0, baselineCost: 0, saving: 0 },
  };
  // 11 x 0.30 + 7 x 0.30 + 4 x 0.10
  expect(chargingIn(planned, slots)).toEqual({ runs: [{ start: 0, end: 7200 }], energyKwh: 22, cost: 5.8 });
});
