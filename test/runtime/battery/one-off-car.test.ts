import { describe, expect, it } from 'vitest';
import { nights, oneCar } from '../../support/device/one-car.ts';
import { at } from '../../support/device/one-device.ts';

/** 01:00 to 04:00 cost 0.1. */
const prices = nights({ 1: 0.1, 2: 0.1, 3: 0.1 });

/** 11.04 kWh by 07:00 every day, an hour at full power; it starts at 20:00. */
async function opened() {
  const car = await oneCar({ energyKwh: '11.04' });
  car.input(prices);
  const inForce = () => {
    const { energyKwh, readyBy, once } = car.report().values;
    return { energyKwh, readyBy, once };
  };
  return { ...car, inForce };
}
const configured = { energyKwh: 11.04, readyBy: '07:00', once: undefined };
const once = { energyKwh: 22.08, readyBy: '06:00' };
const inForce = { energyKwh: 22.08, readyBy: '06:00', once };

describe('a need of a car that is requested once', () => {
  it('holds until its deadline, and the night after is as configured', async () => {
    const car = await opened();
    car.input({ once });
    await car.until('2026-01-16 05:59');
    expect(car.inForce()).toEqual(inForce);
    await car.until('2026-01-16 06:00');
    expect(car.inForce()).toEqual(configured);
    await car.until('2026-01-17 08:00');
    expect(car.said.slice(1)).toEqual([
      '15 20:00 hold planned',
      '16 01:00 charge 11.04 planned',
      '16 03:00 hold satisfied',
      '16 07:00 hold planned',
      '17 01:00 charge 11.04 planned',
      '17 02:00 hold satisfied',
      '17 07:00 hold planned',
    ]);
  });

  it.each([
    ['before its deadline', '2026-01-16 05:59', inForce],
    ['a day after it', '2026-01-17 06:00', configured],
  ])('survives a restart that ends %s', async (_, until, expected) => {
    const car = await opened();
    car.input({ once });
    await car.restart(until);
    expect(car.inForce()).toEqual(expected);
  });

  it('lies above one for good, ends with a message for good, and goes with a reset', async () => {
    const car = await opened();
    car.input({ energyKwh: 5 });
    car.input({ once });
    car.input({ once: null });
    expect(car.inForce()).toEqual({ ...configured, energyKwh: 5 });
    car.input({ once });
    car.input({ energyKwh: 8, readyBy: null });
    expect(car.inForce()).toEqual({ ...configured, energyKwh: 8 });
    car.input({ once });
    car.input({ reset: true });
    expect(car.inForce()).toEqual(configured);
  });

  it('is previewed without being followed', async () => {
    const car = await opened();
    expect(car.state()?.preview?.({ once: JSON.stringify(once) })).toMatchObject({
      runs: [{ start: at('2026-01-16 01:00'), end: at('2026-01-16 03:00') }],
      energyKwh: 22.08,
      cost: 2.208,
      reason: 'planned',
    });
    expect(car.inForce()).toEqual(configured);
    expect(car.state()?.preview?.({ once: 'much' })).toMatchObject({ refusal: { key: 'once' } });
  });

  it('cannot be requested by MQTT, which has a topic for each key', async () => {
    const car = await opened();
    expect(car.command('once', JSON.stringify(once))).toMatchObject({ key: 'once' });
  });
});
