import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { readMemory } from '../../../../src/runtime/device/device-memory.ts';
import { at, days, setUp } from '../../../support/device/one-device.ts';

describe('after a restart', () => {
  const prices = days(['2026-04-15', '2026-04-16'], { 13: 0.1, 14: 0.1, 18: 0.2 });
  const settings = { minutes: 120 };

  it('in the middle of a run it goes on, before prices come and after', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 13:30');
    await house.restart('2026-04-15 13:40');
    await house.until('2026-04-15 13:45');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 13:00 on planned',
      '2026-04-15 13:40 on planned',
      '2026-04-15 15:00 off planned',
    ]);
  });

  it('a run that has ended meanwhile counts, and is not made up for', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 13:30');
    await house.restart('2026-04-15 16:00');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 16:00 off satisfied']);
  });

  it('what ran counts also where new prices have put the rest into a plan that is to begin', async () => {
    const settings = { minutes: 240, shape: 'split' as const };
    const morning = days(['2026-04-15'], { 10: 0.1, 11: 0.1, 12: 0.1, 13: 0.1 });
    const house = setUp({ now: '2026-04-15 09:00', settings, prices: morning });
    await house.until('2026-04-15 13:00:10');
    house.price(days(['2026-04-15'], { 13: 0.2 }));
    await house.restart('2026-04-15 13:00:20');
    house.price(morning);
    await house.until('2026-04-15 23:00');
    expect(house.relay.filter(({ on }) => on).length).toBe(2);
    expect(house.said.at(-1)).toBe('2026-04-15 14:00 off planned');
  });

  it('a run that was missed is made up for', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 12:30');
    await house.restart('2026-04-15 17:00');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(2)).toEqual(['2026-04-15 18:00 on planned', '2026-04-15 19:00 off planned']);
  });

  it('in the middle of a run over midnight, twice, it goes on to the end that was planned', async () => {
    const prices = days(['2026-04-15', '2026-04-16'], { 23: 0.1, 0: 0.1, 1: 0.1 });
    const house = setUp({ now: '2026-04-15 18:00', settings: { minutes: 180, readyBy: '07:00' }, prices });
    await house.until('2026-04-15 23:50');
    await house.restart('2026-04-16 00:10');
    house.price(prices);
    await house.until('2026-04-16 00:30');
    await house.restart('2026-04-16 00:31');
    await house.until('2026-04-16 07:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 23:00 on planned',
      '2026-04-16 00:10 on planned',
      '2026-04-16 00:31 on planned',
      '2026-04-16 02:00 off planned',
    ]);
  });

  it('counts the starts that were made before it', async () => {
    const settings: DemandSettings = { minutes: 120, shape: 'split', maxStarts: 2 };
    const prices = days(['2026-04-15'], { 13: 0.1, 15: 0.1, 17: 0.1, 18: 0.5 });
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 13:30');
    house.ask({ override: 'off', overrideUntil: 45 });
    await house.until('2026-04-15 14:00');
    await house.restart('2026-04-15 14:05');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(-2)).toEqual(['2026-04-15 17:00 on planned', '2026-04-15 18:30 off planned']);
  });

  it.each([
    ['on', '2026-04-15 10:00', '2026-04-15 10:40', '2026-04-15 11:00'],
    ['off', '2026-04-15 13:00', '2026-04-15 13:40', '2026-04-15 14:00'],
  ] as const)(
    'an override %s leaves the plan and its cost as they were, until it ends',
    async (override, at, restart, end) => {
      const house = setUp({ now: '2026-04-15 09:00', settings: { minutes: 120, readyBy: '18:00' }, prices });
      await house.until(at);
      house.ask({ override, overrideUntil: 60 });
      const { plan } = house.report();
      expect(plan.cost).not.toBeNull();
      await house.restart(restart);
      expect(house.report().plan).toEqual(plan);
      await house.until(end);
      expect(house.report().plan).not.toEqual(plan);
    },
  );

  it('the day before counts for nothing', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 16:00');
    await house.restart('2026-04-16 09:00');
    house.price(prices);
    await house.until('2026-04-16 16:00');
    expect(house.said.slice(4)).toEqual(['2026-04-16 13:00 on planned', '2026-04-16 15:00 off planned']);
  });

  it('knows what it was told, and forgets it when its own settings have changed', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings, prices });
    house.ask({ minutes: 30, override: 'off', overrideUntil: 60 });
    await house.restart('2026-04-15 09:20');
    expect(house.report().switch).toMatchObject({ reason: 'override', until: at('2026-04-15 10:00') });
    await house.until('2026-04-15 10:00');
    expect(house.price(prices).plan).toMatchObject({ reason: 'planned', energyKwh: 0.5 });
    await house.restart('2026-04-15 10:10', { minutes: 240 });
    expect(house.price(prices).plan).toMatchObject({ energyKwh: 4 });
  });
});

describe('a memory', () => {
  it('that was not ours is refused by name', () => {
    expect(() => readMemory({ settings: {}, device: { told: {} } }, {})).toThrow(/device\.override/);
  });
});
