import { describe, expect, it } from 'vitest';
import type { StoreBeside } from '../../../src/planner/joint/connection-house.ts';
import { at, HOUR } from '../../support/device/one-device.ts';
import { hourlyPeak, MORNING, NIGHT, type Roof, siteOf } from '../../support/device/one-site.ts';

/** Two hours of sun from 05:00 on. */
const roof = (hours: number) => (hours >= 9 && hours < 11 ? 1.4 : 0);
const dishwasher = { dishwasher: { shape: 'contiguous', minutes: 60, powerKw: 1, readyBy: '08:00' } } as const;
const boiler = { boiler: { shape: 'split', minutes: 60, powerKw: 1, readyBy: '08:00' } } as const;

/** A battery that only the sun charges, with a load that waits for it all through the next day. */
function batteryAt(now: number, storedKwh: number, loadOf: Roof = () => 0.4): StoreBeside {
  const from = Math.floor(now / 900) * 900;
  const slots = Array.from({ length: 128 }, (_, i) => {
    const start = from + 900 * i;
    const known = NIGHT.spans.find((span) => span.start <= start && start < span.end);
    const hours = (start - at('2026-01-15 20:00')) / HOUR;
    const [sun, loadKw] = [roof(hours), loadOf(hours)];
    return {
      ...{ start, end: start + 900, importPrice: known?.price ?? 0.4, exportPrice: 0, loadKw, solarKw: sun },
      ...(!known && { estimated: true }),
    };
  });
  const store = {
    ...{ capacityKwh: 4, storedKwh, maxChargeKw: 2, maxDischargeKw: 2, fromGrid: false, toGrid: false },
    ...{ chargeEfficiency: 1, dischargeEfficiency: 1 },
  };
  return { store, slots, worthAChange: 0.02 };
}

describe('devices that share the sun with a battery', () => {
  it.each([
    ['leave it what it makes more of', true, ['dishwasher 01:00-02:00']],
    ['take all of it while it goes by no plan', false, ['dishwasher 05:00-06:00']],
  ])('%s', async (_, isPlanned, expected) => {
    const house = siteOf(Number.POSITIVE_INFINITY, dishwasher, '20:00', roof);
    house.connection?.beside(() => (isPlanned ? batteryAt(house.clock.now(), 0) : undefined));
    house.price();
    house.device('dishwasher').ask({ minutes: 61 });
    house.device('dishwasher').ask({ minutes: 60 });
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  // Promise P-204 use/sun-and-load: the same with several batteries
  it('leave it to two batteries as to one', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, dishwasher, '20:00', roof);
    for (let i = 0; i < 2; i++) house.connection?.beside(() => batteryAt(house.clock.now(), 0));
    house.device('dishwasher').ask({ minutes: 61 });
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['dishwasher 01:00-02:01']);
  });

  // Promise P-357 internals/house: a battery that has gone is planned without
  it('are planned without it once it has gone', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, dishwasher, '20:00', roof);
    house.connection?.beside(() => batteryAt(house.clock.now(), 0))();
    house.device('dishwasher').ask({ minutes: 61 });
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['dishwasher 05:00-06:01']);
  });

  // Promise P-358 internals/house: prices that arrive again change no plan
  it('are neither planned anew nor switched to and fro by prices that are told again, whatever it holds', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, boiler, '23:30', roof);
    let asked = 0;
    house.connection?.beside(() => batteryAt(house.clock.now(), asked++ % 4));
    house.device('boiler').ask({ minutes: 90 });
    await house.clock.advanceTo(at('2026-01-16 00:55'));
    for (const minute of [1, 2, 3, 4, 30, 31, 60, 90, 91, 95]) {
      await house.clock.advanceTo(at('2026-01-16 01:00') + minute * 60);
      house.price();
    }
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: ['boiler 01:00-02:30'], errors: [] });
    expect(asked).toBeLessThan(10);
  });

  it('go on where a need that grows is planned anew', async () => {
    const house = siteOf(Number.POSITIVE_INFINITY, boiler, '23:30', roof);
    let stored = 0;
    house.connection?.beside(() => batteryAt(house.clock.now(), stored++ % 4));
    house.device('boiler').ask({ minutes: 90 });
    for (const minutes of [90, 91, 92, 93]) {
      await house.clock.advanceTo(at('2026-01-16 01:00') + (minutes - 80) * 60);
      house.device('boiler').ask({ minutes });
    }
    await house.clock.advanceTo(at('2026-01-16 03:00'));
    expect(house.said()).toEqual(['boiler 01:00-02:33']);
  });
});

describe('a device of 3 kW at a house that takes 1 kW from 01:00 to 02:00, where peaks above 3 kW are charged for', () => {
  const load: Roof = (hours) => (hours >= 5 && hours < 6 ? 1 : 0);
  const oven = { oven: { shape: 'contiguous', minutes: 60, powerKw: 3, readyBy: '03:00' } } as const;

  it.each([
    // Half of it in either hour, which has 2.5 kW in the mean.
    ['gives way to it', undefined, ['oven 01:30-02:30']],
    // Promise P-203 use/sun-and-load: a device takes an hour in which the battery keeps the peak down, where the
    //   house pays less
    ['has the cheapest hour where a battery with 2 kWh keeps the peak down', 2, ['oven 01:00-02:00']],
    ['gives way to it beside one that has nothing', 0, ['oven 01:30-02:30']],
  ])('%s', async (_, storedKwh, expected) => {
    const house = siteOf(Number.POSITIVE_INFINITY, oven, '20:00', undefined, { ...hourlyPeak, floor: 3 });
    house.expect('consumption', load);
    house.connection?.beside(() =>
      storedKwh === undefined ? undefined : batteryAt(house.clock.now(), storedKwh, load),
    );
    house.price();
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });
});
