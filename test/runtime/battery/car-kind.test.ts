import { expect, it } from 'vitest';
import { carSettings } from '../../../src/messages/battery/car.ts';
import { carKind } from '../../../src/runtime/battery/car-kind.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { at, ZONE } from '../../support/device/one-device.ts';
import { undimmed } from '../../support/device/undimmed.ts';

/** 11.04 kWh at 11.04 kW take an hour. */
const settings = carSettings({ kind: 'car', capacityKwh: 60, energyKwh: 11.04, efficiency: 100, readyBy: '07:00' });

// Promise P-125 use/car: where the planner refuses the same as without prices
it.each([
  ['05:59', { mode: 'hold', until: at('2026-01-16 06:00'), reason: 'planner-refused' }],
  ['06:00', { mode: 'charge', chargeKw: 11.04, until: at('2026-01-16 07:00'), reason: 'fallback' }],
])('a car whose plan the planner refuses does at %s as without prices', (time, expected) => {
  const kind = carKind(settings, { powers: createPowers(), grid: undimmed }, 'c1');
  const now = at(`2026-01-16 ${time}`);
  const car = kind.settled(kind.fresh, { now, timeZone: ZONE });
  expect(kind.order(car, { problem: 'planner-refused' }, [], now)).toMatchObject(expected);
});
