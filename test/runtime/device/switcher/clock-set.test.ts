import { describe, expect, it } from 'vitest';
import { at, days, HOUR, type House, setUp } from '../../../support/device/one-device.ts';

const DAY = 24 * HOUR;
const prices = days(['2026-04-14', '2026-04-15', '2026-04-16', '2026-04-17'], { 13: 0.1, 20: 0.5 });

/** Sets the clock, as a hand or NTP does: no time passes. */
const set = ({ clock }: House, by: number) => clock.setTo(clock.now() + by);

/** Seconds that the relay was on, by a clock that nobody sets. */
const secondsOn = ({ relay, clock }: House) =>
  relay.reduce((sum, { on, uptime }, i) => sum + (on ? (relay[i + 1]?.uptime ?? clock.uptime()) - uptime : 0), 0);

describe('while a device is on', () => {
  // Promise P-760 operate/failures: the clock is set back or ahead
  it.each([
    ['back by an hour', -HOUR],
    ['back by a minute and a half', -90],
    ['back by a day', -DAY],
    ['back by years', -2000 * DAY],
    ['ahead by 20 minutes', 20 * 60],
    ['ahead by five hours', 5 * HOUR],
    ['ahead by a day', DAY],
    ['ahead by years', 2000 * DAY],
    ['before anything that it can know', at('1970-01-02 00:00') - at('2026-04-15 13:25')],
  ])('a clock set %s leaves its run as long as it was', async (_, by) => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 13:25');
    await set(house, by);
    await house.clock.advanceBy(40 * 60);
    expect(house.report().switch.on).toBe(false);
    expect(Math.abs(secondsOn(house) - HOUR)).toBeLessThanOrEqual(60);
    expect(house.errors).toEqual([]);
  });

  // Promise P-761 operate/failures: the clock is set during an override of the device
  it.each([-HOUR, -DAY, 5 * HOUR])('an override set by %i s is as long as it was told', async (by) => {
    const house = setUp({ now: '2026-04-15 08:00', settings: { minutes: 60 } });
    house.ask({ override: 'on', overrideUntil: 60 });
    await house.clock.advanceBy(30 * 60);
    await set(house, by);
    expect(house.report().switch).toMatchObject({ on: true, until: house.clock.now() + 30 * 60 });
    await house.clock.advanceBy(DAY);
    expect(secondsOn(house)).toBe(HOUR);
  });

  it('an override until an instant ends then, or sooner where the clock was set back', async () => {
    for (const [by, seconds] of [
      [-HOUR, 4 * HOUR],
      [HOUR, 3 * HOUR],
      [9 * HOUR, HOUR],
    ] as const) {
      const house = setUp({ now: '2026-04-15 08:00', settings: {} });
      house.ask({ override: 'on', overrideUntil: '2026-04-15T12:00:00+02:00' });
      await house.clock.advanceBy(HOUR);
      await set(house, by);
      house.report();
      await house.clock.advanceBy(DAY);
      expect([by, secondsOn(house)]).toEqual([by, seconds]);
    }
  });
});

describe('a device that is off', () => {
  it('starts no run over that lies ahead again once the clock is set back', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 14:10');
    await set(house, -HOUR);
    expect(house.report()).toMatchObject({ switch: { on: false }, plan: { reason: 'satisfied' } });
    await house.until('2026-04-15 23:00');
    expect(secondsOn(house)).toBe(HOUR);
  });

  it.each([0, 30 * 60, 400 * DAY])('goes by the right time again, %i s after it was years ahead', async (meanwhile) => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await set(house, 1800 * DAY);
    house.report();
    await house.clock.advanceBy(meanwhile);
    await house.clock.setTo(at('2026-04-15 12:40'));
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(-2)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 14:00 off planned']);
  });

  it.each([1800 * DAY, DAY, -DAY])(
    'has not forgotten, after a day off by %i s, what has run in its own',
    async (by) => {
      const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
      await house.until('2026-04-15 15:00');
      await set(house, by);
      house.report();
      await house.clock.advanceBy(600);
      await set(house, -by);
      house.report();
      await house.until('2026-04-15 23:59');
      expect(secondsOn(house)).toBe(HOUR);
      await house.until('2026-04-16 15:00');
      expect(secondsOn(house)).toBe(2 * HOUR);
    },
  );

  it('is armed once, however often midnight comes', async () => {
    const house = setUp({
      now: '2026-04-15 21:00',
      settings: { minutes: 60 },
      prices: days(['2026-04-15', '2026-04-16'], { 0: 0.1, 22: 0.1 }),
    });
    await house.until('2026-04-16 01:10');
    await set(house, -2 * HOUR);
    house.report();
    const before = secondsOn(house);
    await house.until('2026-04-16 23:00');
    expect(secondsOn(house) - before).toBe(0);
  });
});

describe('after a restart', () => {
  // Promise P-762 operate/failures: the clock is set while Node-RED is off
  it.each([
    ['the right one', '2026-04-15 13:30'],
    ['one of the day before', '2026-04-14 13:30'],
    ['one that nobody has set', '1970-01-01 01:00'],
  ])('on a clock that is no longer years ahead but %s a run goes on for what is left of it', async (_, now) => {
    const house = setUp({
      now: '2031-04-15 12:00',
      settings: { minutes: 60 },
      prices: days(['2031-04-15'], { 13: 0.1 }),
    });
    await house.until('2031-04-15 13:25');
    await house.restartAt(now);
    await house.clock.advanceBy(40 * 60);
    expect(secondsOn(house)).toBeGreaterThan(59 * 60);
    expect(secondsOn(house)).toBeLessThanOrEqual(HOUR);
  });

  it('a memory of the years ahead keeps no device idle', async () => {
    const house = setUp({ now: '2031-04-15 15:00', settings: { minutes: 60 } });
    await house.restartAt('2026-04-15 12:00');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(-2)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 14:00 off planned']);
  });

  it('an override is no longer than it was told', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 } });
    house.ask({ override: 'on', overrideUntil: 60 });
    await house.until('2026-04-15 12:40');
    await house.restartAt('2026-04-14 12:00');
    await house.clock.advanceBy(2 * DAY);
    expect(secondsOn(house)).toBe(HOUR);
  });
});

describe('a clock that nobody has set', () => {
  // Promise P-765 operate/failures: the clock shows a time before 2025
  it('starts nothing, and once it is set the day goes on as it was', async () => {
    const house = setUp({ now: '1970-01-01 01:00', settings: { minutes: 60, readyBy: '18:00' }, prices });
    await house.clock.advanceBy(2 * DAY);
    expect(house.report()).toMatchObject({ switch: { on: false }, plan: { reason: 'unknown-time', runs: [] } });
    expect(secondsOn(house)).toBe(0);
    await house.clock.setTo(at('2026-04-15 09:00') + 20);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(-2)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 14:00 off planned']);
  });

  it('forgets nothing of the day before the computer was off', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 14:30');
    await house.restartAt('1970-01-01 01:00');
    await house.clock.advanceBy(300);
    await house.clock.setTo(at('2026-04-15 14:40'));
    house.price(prices);
    await house.until('2026-04-15 23:59');
    expect(secondsOn(house)).toBe(HOUR);
  });

  it('lets a hand switch for as long as it says', async () => {
    const house = setUp({ now: '1970-01-01 01:00', settings: { minutes: 60 } });
    house.ask({ override: 'on', overrideUntil: 60 });
    await house.clock.advanceBy(600);
    await house.clock.setTo(at('2026-04-15 12:00'));
    await house.clock.advanceBy(DAY);
    expect(secondsOn(house)).toBe(HOUR);
  });
});
