import { expect, it } from 'vitest';
import { batterySettings } from '../../../src/messages/battery/settings.ts';
import type { StoreMode } from '../../../src/planner/store/types.ts';
import { type Battery, newBattery } from '../../../src/runtime/battery/battery.ts';
import { hasJumped, isCharged } from '../../../src/runtime/battery/off-plan.ts';

const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const settings = batterySettings({ capacityKwh: 10, chargeKw: 6, dischargeKw: 3 });
const said = (storedKwh: number, saidAt = noon): Battery => ({ ...newBattery, storedKwh, saidAt });

it.each([
  // 6 kW charge 0.1 kWh a minute, and 0.5 kWh may be rounding.
  ['what its charging moves in a minute', 3, 3.6, 60, false],
  ['more than that', 3, 3.61, 60, true],
  ['what its discharging moves in an hour', 8, 4.5, 3600, false],
  ['more than that', 8, 4.4, 3600, true],
  ['from 0.4 % to 40 %', 0.04, 4, 300, true],
  ['nothing, by a clock that was set back', 3, 3, -3600, false],
])('a state of charge that moves by %s: %d to %d kWh within %i s', (_, before, after, seconds, jumps) => {
  expect(hasJumped(said(before), said(after), settings, noon + seconds)).toBe(jumps);
});

it.each<[number, readonly [StoreMode, number][], boolean]>([
  [4.9, [['charge', 5]], false],
  [5, [['charge', 5]], true],
  // The end of the stretch counts, not that of its quarter hour.
  [
    5,
    [
      ['charge', 5],
      ['charge', 6],
      ['normal', 5],
    ],
    false,
  ],
  [
    6,
    [
      ['charge', 5],
      ['charge', 6],
      ['normal', 5],
    ],
    true,
  ],
  [10, [['charge', 10]], true],
  [9, [['normal', 5]], false],
])('a battery with %d kWh, of the plan %j, is charged: %s', (stored, modes, is) => {
  const slots = modes.map(([mode, storedKwh], i) => ({
    ...{ start: noon + i * 900, end: noon + (i + 1) * 900, mode, storedKwh },
    ...{ chargeKw: 4, dischargeKw: 0, curtailKw: 0, valuePerKwh: 0.2 },
  }));
  const plan = { slots, shortKwh: 0, cost: 0, baselineCost: 0, saving: 0 };
  expect(isCharged(said(stored), settings, plan, noon)).toBe(is);
});
