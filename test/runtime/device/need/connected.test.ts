import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawCases } from '../../../support/cases.ts';
import { at, days, HOUR, setUp } from '../../../support/device/one-device.ts';

/** 2 h before 07:00; 01:00 to 03:00 are the cheapest. */
const car = { energyKwh: 22, powerKw: 11, readyBy: '07:00', shape: 'split' } as const;
const prices = days(['2026-01-12', '2026-01-13', '2026-01-14'], { 1: 0.1, 2: 0.1, 5: 0.2 });
const evening = () => setUp({ now: '2026-01-12 20:00', settings: car, prices });

describe('a car that is not plugged in', () => {
  // Promise P-313 integrate/topics: while a car is not plugged in nothing is planned
  it('has no plan, says why, and does not run; plugged in it is planned as ever', async () => {
    const house = evening();
    expect(house.ask({ connected: false }).plan).toMatchObject({ runs: [], reason: 'not-connected' });
    await house.until('2026-01-13 02:00');
    expect(house.said.slice(1)).toEqual([]);
    house.ask({ connected: true });
    await house.until('2026-01-13 12:00');
    expect(house.said.slice(1)).toEqual([
      '2026-01-13 02:00 on planned',
      '2026-01-13 03:00 off planned',
      '2026-01-13 05:00 on planned',
      '2026-01-13 06:00 off planned',
    ]);
  });

  // Promise P-315 integrate/topics: the whole need applies again when the car is plugged in
  // Promise P-776 operate/failures: a car reports that it is unplugged (`connected`)
  it('stops its run when it is unplugged, and needs everything anew when it is back', async () => {
    const house = evening();
    await house.until('2026-01-13 02:00');
    house.ask({ connected: false });
    await house.until('2026-01-13 04:00');
    house.ask({ connected: true });
    await house.until('2026-01-13 12:00');
    expect(house.said.slice(1)).toEqual([
      '2026-01-13 01:00 on planned',
      '2026-01-13 02:00 off not-connected',
      '2026-01-13 04:00 on planned',
      '2026-01-13 06:00 off planned',
    ]);
  });

  // Promise P-314 integrate/topics: an override does not count towards the need of an unplugged car
  it('is switched by hand, which counts for nothing', async () => {
    const house = evening();
    house.ask({ connected: false, override: 'on', overrideUntil: 60 });
    await house.until('2026-01-12 22:00');
    house.ask({ connected: true });
    expect(house.report().plan.energyKwh).toBe(22);
  });

  // Promise P-311 integrate/topics: `reset` does not change `connected`
  it('is known as such after a restart, a reset and other settings, until somebody says something else', async () => {
    const house = evening();
    house.ask({ connected: false });
    house.ask({ reset: true });
    await house.restart('2026-01-12 21:00');
    expect(house.report()).toMatchObject({ plan: { reason: 'not-connected' }, demand: { connected: false } });
    await house.restart('2026-01-12 22:00', { ...car, energyKwh: 11 });
    expect(house.report().plan.reason).toBe('not-connected');
    house.ask({ connected: null });
    expect(house.price(prices).plan.reason).toBe('planned');
    expect(house.report().demand.connected).toBeNull();
  });

  it('of which that is said again and again loses nothing of what it has', async () => {
    const house = evening();
    house.ask({ connected: true });
    for (const time of ['01:20', '01:40', '02:00', '02:40']) {
      await house.until(`2026-01-13 ${time}`);
      house.ask({ connected: true });
    }
    await house.until('2026-01-13 12:00');
    expect(house.said.slice(1)).toEqual(['2026-01-13 01:00 on planned', '2026-01-13 03:00 off planned']);
  });

  it('goes on from the state of charge that it says as it comes home', async () => {
    const settings = { soc: 20, targetSoc: 80, batteryKwh: 55, powerKw: 11, readyBy: '07:00', shape: 'split' } as const;
    const house = setUp({ now: '2026-01-12 20:00', settings, prices });
    house.ask({ connected: false });
    house.ask({ soc: 60 });
    expect(house.ask({ connected: true }).plan.energyKwh).toBe(11);
  });
});

it('a car never runs by plan while it is unplugged, and has what it needs where it stays for long enough', async () => {
  const law = fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 11 * 60 }), { minLength: 1, maxLength: 8 }),
    async (minutes) => {
      const house = evening();
      let [isThere, since] = [true, at('2026-01-12 20:00')];
      for (const minute of [...new Set(minutes)].sort((a, b) => a - b)) {
        since = at('2026-01-12 20:00') + minute * 60;
        await house.clock.advanceTo(since);
        isThere = !isThere;
        house.ask({ connected: isThere });
        expect(isThere || !house.report().switch.on).toBe(true);
      }
      const left = at('2026-01-13 07:00') - since;
      const { energyKwh } = house.report().plan;
      expect(energyKwh).toBe(isThere && left >= 2 * HOUR ? 22 : isThere ? energyKwh : 0);
      const before = house.relay.length;
      await house.until('2026-01-13 06:59');
      expect(isThere || house.relay.length === before).toBe(true);
      expect(house.errors).toEqual([]);
    },
  );
  await fc.assert(law, lawCases(60, 1000));
});
