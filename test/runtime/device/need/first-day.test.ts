import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { at, days, setUp } from '../../../support/device/one-device.ts';

const DATES = ['2026-04-14', '2026-04-15', '2026-04-16'];
/** Dearest from 17:00 to 21:00, cheapest at 03:00. */
const CHEAP = { 17: 3, 18: 4, 19: 4, 20: 3, 3: 0.1, 4: 0.1 };

const allButDearest: DemandSettings = { shape: 'split', minutes: 1200, minOnMinutes: 60, maxOffMinutes: 120 };

/** A device that starts at a time of its first day, and the minutes that it has run when that and the next are over. */
async function firstDays(time: string, settings: DemandSettings) {
  const house = setUp({ now: `2026-04-14 ${time}`, settings, prices: days(DATES, CHEAP) });
  const reasons = [house.report().plan.reason];
  await house.until('2026-04-16 00:00');
  const changes = house.relay.filter(({ on }, i) => on !== house.relay[i - 1]?.on);
  const ranOn = (date: string, next: string) =>
    changes.reduce((sum, change, i) => {
      const end = Math.min(changes[i + 1]?.at ?? at(next), at(next));
      return sum + (change.on ? Math.max(0, end - Math.max(change.at, at(date))) / 60 : 0);
    }, 0);
  return [...reasons, ranOn('2026-04-14 00:00', '2026-04-15 00:00'), ranOn('2026-04-15 00:00', '2026-04-16 00:00')];
}

describe('the first day of a device without a deadline', () => {
  it.each<[string, string, DemandSettings, (string | number)[]]>([
    ['has its share of all but the dearest hours', '12:00', allButDearest, ['planned', 600, 1200]],
    ['also in the evening', '18:00', allButDearest, ['planned', 300, 1200]],
    ['and the whole need from midnight on', '00:00', allButDearest, ['planned', 1200, 1200]],
    ['has a short need in pieces', '18:00', { shape: 'split', minutes: 120 }, ['planned', 120, 120]],
    [
      'and of a longer one half of what is left of it',
      '18:00',
      { shape: 'split', minutes: 480 },
      ['planned', 180, 480],
    ],
    ['also of energy', '18:00', { shape: 'split', energyKwh: 16, powerKw: 2 }, ['planned', 180, 480]],
    ['has a need in one piece while there is room', '18:00', { minutes: 120 }, ['planned', 120, 120]],
    ['which is else the next', '23:00', { minutes: 120 }, ['planned', 0, 120]],
    ['a day longer than any has it at once', '23:00', { minutes: 1500 }, ['overrun', 60, 1440]],
  ])('%s: from %s', async (_, time, settings, expected) => {
    expect(await firstDays(time, settings)).toEqual(expected);
  });

  it('is told as the part that it is, until it is over or a message asks for more', async () => {
    const house = setUp({ now: '2026-04-14 18:00', settings: allButDearest, prices: days(DATES, CHEAP) });
    expect(house.report().isPart).toBe(true);
    expect(house.ask({ minutes: 300 })).not.toHaveProperty('isPart');
    expect(house.ask({ reset: true }).isPart).toBe(true);
    await house.until('2026-04-15 00:00');
    expect(house.report()).not.toHaveProperty('isPart');
  });

  it.each<[string, string, DemandSettings]>([
    ['as much as there is', '18:00', { shape: 'split', minutes: 120 }],
    ['all of a whole day', '00:00', allButDearest],
    ['a need in one piece', '18:00', { minutes: 480 }],
  ])('is told as no part with %s', (_, time, settings) => {
    const house = setUp({ now: `2026-04-14 ${time}`, settings, prices: days(DATES, CHEAP) });
    expect(house.report()).not.toHaveProperty('isPart');
  });

  it('has the whole of what a message asks for', () => {
    const house = setUp({ now: '2026-04-14 18:00', settings: allButDearest, prices: days(DATES, CHEAP) });
    expect(house.ask({ minutes: 300 }).plan.energyKwh).toBe(5);
  });

  it('is over after a restart on the next', async () => {
    const house = setUp({ now: '2026-04-14 12:00', settings: allButDearest, prices: days(DATES, CHEAP) });
    await house.restart('2026-04-15 00:00');
    expect(house.price(days(DATES, CHEAP)).plan.energyKwh).toBe(20);
  });
});
