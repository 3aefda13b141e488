import { describe, expect, it } from 'vitest';
import type { BatteryOrder } from '../../../src/messages/battery/report.ts';
import { socTarget } from '../../../src/runtime/battery/soc-target.ts';
import { hourly, noon, oneBattery, prices } from '../../support/device/one-battery.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';

const store = { capacityKwh: 10, storedKwh: 4, reserveKwh: 1, oneWay: 0.8 };
const order = (mode: BatteryOrder['mode'], minutes: number | null, more: Partial<BatteryOrder> = {}): BatteryOrder => ({
  ...{ mode, chargeKw: 0, dischargeKw: 0, reason: 'override', valuePerKwh: null },
  until: minutes === null ? null : noon + 60 * minutes,
  ...more,
});
const charge = (minutes: number | null) => order('charge', minutes, { chargeKw: 5 });
const discharge = (minutes: number | null) => order('discharge', minutes, { dischargeKw: 4 });

describe('what an order leads to', () => {
  it.each<
    [what: string, order: BatteryOrder, target: number | null, more?: Partial<typeof store> | { storedKwh: null }]
  >([
    ['charged as far as its time and power go, less what is lost', charge(30), 60],
    ['charged until it is full', charge(600), 100],
    ['charged no further than it is, where that is more than full', charge(30), 101, { storedKwh: 10.1 }],
    ['charged without an end', charge(null), null],
    ['discharged as far as its time and power go, and what is lost', discharge(30), 15],
    ['discharged to its reserve', discharge(600), 10],
    ['discharged no further than it is, where that is below its reserve', discharge(30), 5, { storedKwh: 0.5 }],
    ['an order that has just ended', charge(-1), 40],
    ['held', order('hold', null), 40],
    ['left to the sun', order('holdcharge', 60), null],
    ['left to the sun and the load', order('normal', 60), null],
    ['charged from nobody knows what', charge(30), null, { storedKwh: null }],
  ])('%s', (_, given, target, more = {}) => {
    expect(socTarget(given, { ...store, ...more }, noon)).toBe(target);
  });
});

describe('the target of a battery', () => {
  it.each<[what: string, message: object, target: number | null | undefined]>([
    ['is that of its plan', {}, undefined],
    // Promise P-281 integrate/topics: `soc_target` by hand is what that comes to
    ['by hand is not that of the plan behind', { override: 'charge', overrideUntil: 30 }, 63.7],
    ['until midnight is full', { override: 'charge' }, 100],
    ['is its own reserve', { override: 'discharge', reserveSoc: 25 }, 25],
    ['is what it has', { override: 'hold' }, 40],
    ['is what it has at its reserve', { override: 'discharge', reserveSoc: 40 }, 40],
    // Promise P-282 integrate/topics: `soc_target` is empty if no target is known
    ['is unknown where the sun decides', { override: 'holdcharge' }, null],
    ['is unknown while it is disabled', { enabled: false }, null],
  ])('%s', async (_, message, target) => {
    const { open } = await oneBattery({ toGrid: true });
    const battery = await open();
    battery.input(prices);
    expect(battery.input({ soc: 40, ...message }).socTarget).toBe(target);
  });

  it('is unknown without prices', async () => {
    const { clock, open, published } = await oneBattery();
    const battery = await open();
    battery.input(hourly(0.1));
    battery.input({ soc: 40 });
    await clock.advanceBy(3600);
    expect(published.at(-1)).toMatchObject({ socTarget: null });
  });
});

describe('the target of a car', () => {
  it.each<[what: string, message: object, target: number | null | undefined]>([
    ['is that of its plan', {}, undefined],
    ['by hand is what its power comes to', { override: 'charge', overrideUntil: 60 }, 58.4],
    ['by hand is what it has', { override: 'hold' }, 40],
    ['is what it has where that is enough', { targetSoc: 30 }, 40],
    ['is unknown where nobody has said how full it is', { soc: null, energyKwh: 5, override: 'charge' }, null],
  ])('%s', async (_, message, target) => {
    const house = await oneCar();
    house.input(nights({ 2: 0.1 }));
    expect(house.input({ soc: 40, ...message }).socTarget).toBe(target);
  });
});
