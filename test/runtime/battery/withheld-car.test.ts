import { describe, expect, it } from 'vitest';
import type { DeviceLoad } from '../../../src/runtime/power/connection/guard.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';

/** A car that is charged with 11.04 kW from 01:00 on, at a connection of 14 kW that it shares with another device; it is 01:20. */
async function charging(message: object = { energyKwh: 33 }) {
  const house = await oneCar({}, { importKw: 14 });
  let load: DeviceLoad | undefined;
  const seat = house.connection.join({
    claim: () => undefined,
    takes: () => [],
    load: () => load,
    replan: () => undefined,
    isOn: () => load !== undefined,
    carryOut: () => undefined,
  });
  house.input(nights({ 1: 0.1, 2: 0.1, 3: 0.1 }));
  house.input(message);
  await house.until('2026-01-16 01:20');
  house.said.length = 0;
  return {
    ...house,
    /** Switches the other device; its plans are known to the car where `isExpected`. */
    async switchTo(next: DeviceLoad | undefined, { isExpected = true } = {}) {
      load = next;
      const expected = (_: number, count: number) => Array(count).fill(next?.kw ?? 0);
      if (isExpected) house.powers.set('other', { kind: 'devices', expected });
      seat.changed();
      await house.clock.advanceBy(0);
      return seat.withheld();
    },
    async meters(kw: number) {
      house.powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => kw });
      await house.clock.advanceBy(0);
    },
  };
}

describe('a car that is charged by plan', () => {
  // Promise P-128 use/car: a car that is charged by plan takes at once what the connection leaves, before devices
  //   give way
  it.each<[by: DeviceLoad['by']]>([['override'], ['plan']])(
    'takes at once what a device leaves that is switched on by its %s',
    async (by) => {
      const car = await charging();
      // 8 of 14 kW are taken: 6 kW are left, and 8 A are 5.52 kW.
      expect(await car.switchTo({ kw: 8, by })).toBeUndefined();
      expect(car.said).toEqual(['16 01:20 charge 5.52 planned']);
    },
  );

  // Promise P-129 use/car: a car by plan is not charged where the connection leaves less than its lowest current
  it('is planned for later, from that moment on, where a device leaves less than its least current', async () => {
    const car = await charging();
    await car.switchTo({ kw: 11, by: 'override' });
    expect(car.said).toEqual(['16 01:20 hold planned']);
  });

  it('is not charged while a device runs of which its plan does not know', async () => {
    const car = await charging();
    await car.switchTo({ kw: 8, by: 'override' }, { isExpected: false });
    await car.switchTo(undefined, { isExpected: false });
    expect(car.said).toEqual(['16 01:20 hold above-connection', '16 01:20 charge 11.04 planned']);
  });

  it('takes at once what the house leaves where more is expected of it', async () => {
    const car = await charging();
    car.powers.set('house', { kind: 'consumption', expected: (_, count) => Array(count).fill(8) });
    await car.clock.advanceBy(0);
    expect(car.said).toEqual(['16 01:20 charge 5.52 planned']);
  });

  // Promise P-130 use/car: the same where only the meter shows it
  it('takes at once what a meter leaves that shows more than is expected', async () => {
    const car = await charging();
    await car.meters(11.04);
    await car.clock.advanceBy(60);
    await car.meters(17);
    // 5.96 kW are unexpected: 8.04 kW are left, and 7.64 kW beside the expected load of the house. 11 A are 7.59 kW.
    expect(car.said).toEqual(['16 01:21 charge 7.59 planned']);
  });

  it('is held for the time of a last run without prices as well', async () => {
    const car = await oneCar({ energyKwh: '22.08' }, { importKw: 14 });
    await car.until('2026-01-16 05:10');
    car.powers.set('house', { kind: 'consumption', expected: (_, count) => Array(count).fill(8) });
    await car.clock.advanceBy(0);
    expect(car.said.slice(-2)).toEqual(['16 05:00 charge 11.04 fallback', '16 05:10 hold above-connection']);
  });
});

// Promise P-131 use/car: an override of the car continues
it('a car that is charged by an override goes on above the limit, and planned devices give way to it', async () => {
  const car = await charging({ override: 'charge' });
  expect(await car.switchTo({ kw: 8, by: 'plan' }, { isExpected: false })).toBe('above-connection');
  await car.meters(11.04);
  await car.clock.advanceBy(60);
  await car.meters(20);
  expect(car.said).toEqual([]);
});
