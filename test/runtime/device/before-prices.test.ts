import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../src/messages/demand/demand.ts';
import { days, setUp, shown } from '../../support/device/one-device.ts';

/** Until midnight; cheapest at 20:00. What is expected for the night is as yesterday's. */
const known = days(['2026-04-14'], { 20: 0.4, 3: 0.1, 4: 0.1 });
const expecting: DemandSettings = { minutes: 120, readyBy: '07:00', whenUnknown: 'estimate' };

describe('after a restart, before prices are back,', () => {
  it('a plan on expected prices stands for five minutes, and nothing is made up for it', async () => {
    const house = setUp({ now: '2026-04-14 18:00', settings: expecting, prices: known });
    const runs = () => house.report().plan.runs.map(({ start, end }) => [shown(start), shown(end)]);
    const night = [['2026-04-15 03:00', '2026-04-15 05:00']];
    expect(runs()).toEqual(night);
    house.plans.length = 0;
    await house.restart('2026-04-14 19:00');
    expect([house.plans, runs()]).toEqual([['tomorrow-cheaper'], night]);
    await house.until('2026-04-14 19:04');
    house.price(known);
    expect([house.plans.slice(1), runs()]).toEqual([['tomorrow-cheaper'], night]);
    await house.restart('2026-04-14 20:00');
    await house.until('2026-04-14 20:05');
    expect([house.plans.at(-1), runs()]).toEqual(['fallback', [['2026-04-15 05:00', '2026-04-15 07:00']]]);
  });

  it('nothing waits for them where it would then be late', async () => {
    const house = setUp({ now: '2026-04-14 18:00', settings: expecting, prices: known });
    await house.restart('2026-04-14 18:58', { ...expecting, readyBy: '21:00' });
    await house.until('2026-04-14 19:00');
    expect(house.said.at(-1)).toBe('2026-04-14 19:00 on fallback');
  });
});

describe('other settings of its node', () => {
  it('make other plans: one on known prices no longer holds what would wait for more', async () => {
    const house = setUp({
      now: '2026-04-14 18:00',
      settings: { ...expecting, whenUnknown: 'plan-known' },
      prices: known,
    });
    expect(house.report().plan.runs.length).toBe(1);
    const waiting: DemandSettings = { ...expecting, whenUnknown: 'wait', shape: 'split' };
    await house.restart('2026-04-14 18:00', waiting);
    expect(house.price(known).plan).toMatchObject({ runs: [], reason: 'waiting-for-prices' });
  });

  it('finish a run in one piece that has begun', async () => {
    const prices = days(['2026-04-14', '2026-04-15'], { 13: 0.1, 14: 0.1 });
    const house = setUp({ now: '2026-04-14 12:00', settings: { minutes: 120 }, prices });
    await house.until('2026-04-14 13:30');
    await house.restart('2026-04-14 13:30', { minutes: 120, readyBy: '20:00' });
    house.price(prices);
    await house.until('2026-04-14 20:00');
    expect(house.said.slice(-1)).toEqual(['2026-04-14 15:00 off planned']);
  });

  // Promise P-756 operate/failures: a redeploy with other settings of the device
  it.each<[string, DemandPatch, string[]]>([
    ['on for 90 minutes', { override: 'on', overrideUntil: 90 }, ['09:10 on override', '10:30 off planned']],
    [
      'on until an instant',
      { override: 'on', overrideUntil: '2026-04-14T10:15:00+02:00' },
      ['09:10 on override', '10:15 off planned'],
    ],
    ['off', { override: 'off', overrideUntil: 90 }, ['09:10 off override']],
  ])('leave a device that a hand has %s as it is until then, and drop what else it was told', async (_, hand, said) => {
    const prices = days(['2026-04-14', '2026-04-15'], { 20: 0.1, 21: 0.1 });
    const house = setUp({ now: '2026-04-14 09:00', settings: { minutes: 120 }, prices });
    house.ask({ minutes: 30, ...hand });
    const before = house.said.length;
    await house.restart('2026-04-14 09:10', { minutes: 120, powerKw: 3 });
    expect(house.report().demand).toMatchObject({ ...hand, minutes: 120, powerKw: 3 });
    expect(house.price(prices).plan.runs).toMatchObject([{ kw: 3 }]);
    await house.until('2026-04-14 19:00');
    expect(house.said.slice(before)).toEqual(said.map((text) => `2026-04-14 ${text}`));
  });

  it('leave nothing on where the end of an order by hand comes meanwhile', async () => {
    const prices = days(['2026-04-14', '2026-04-15'], { 20: 0.1 });
    const house = setUp({ now: '2026-04-14 09:00', settings: { minutes: 60 }, prices });
    house.ask({ override: 'on', overrideUntil: 10 });
    await house.restart('2026-04-14 09:11', { minutes: 60, powerKw: 3 });
    expect(house.report()).toMatchObject({ switch: { on: false }, demand: { override: 'auto', overrideUntil: null } });
  });

  it('ask for no more than the rest of the day has room for', async () => {
    const prices = days(['2026-04-13', '2026-04-14', '2026-04-15'], { 3: 0.1, 4: 0.1, 18: 4, 19: 4 });
    const house = setUp({ now: '2026-04-13 00:00', settings: { minutes: 120, shape: 'split' }, prices });
    await house.until('2026-04-14 18:00');
    await house.restart('2026-04-14 18:00', { minutes: 1200, shape: 'split', minOnMinutes: 60, maxOffMinutes: 120 });
    expect(house.price(prices).plan).toMatchObject({ energyKwh: 5, reason: 'planned' });
  });
});
