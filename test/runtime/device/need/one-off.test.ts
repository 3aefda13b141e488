import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { lawCases } from '../../../support/cases.ts';
import { at, days, type House, setUp } from '../../../support/device/one-device.ts';

/** An hour by 07:00 every day, which is at 03:00. */
const settings: DemandSettings = { minutes: 60, readyBy: '07:00' };
const april = ['14', '15', '16', '17', '18'].map((day) => `2026-04-${day}`);
const prices = days(april, { 3: 0.05, 4: 0.06, 16: 0.1, 17: 0.2 });
const onceBySeven = { once: { minutes: 120, readyBy: '07:00' } };

const open = (now: string, more: DemandSettings = {}) => setUp({ now, settings: { ...settings, ...more }, prices });
const switches = (house: House) => house.said.slice(1).map((text) => text.split(' ').slice(0, 3).join(' '));
const inForce = (house: House) => {
  const { minutes, readyBy, once } = house.report().demand;
  return { minutes, readyBy, once };
};
const configured = { minutes: 60, readyBy: '07:00', once: undefined };

describe('a need that is requested once', () => {
  it('at 23:50 by 07:00 holds until 07:00, and the night after is as configured', async () => {
    const house = open('2026-04-15 23:50');
    house.ask(onceBySeven);
    await house.until('2026-04-16 06:59');
    expect(inForce(house)).toEqual({ minutes: 120, readyBy: '07:00', once: onceBySeven.once });
    await house.until('2026-04-16 07:00');
    expect(inForce(house)).toEqual(configured);
    await house.until('2026-04-17 08:00');
    expect(switches(house)).toEqual([
      '2026-04-16 03:00 on',
      '2026-04-16 05:00 off',
      '2026-04-17 03:00 on',
      '2026-04-17 04:00 off',
    ]);
  });

  it('at 07:00 sharp is for the next 07:00', async () => {
    const house = open('2026-04-16 07:00');
    house.ask(onceBySeven);
    expect(house.periodEnd()).toBe(at('2026-04-17 07:00'));
    await house.until('2026-04-17 06:59');
    expect(inForce(house)).toMatchObject({ minutes: 120 });
    await house.until('2026-04-17 07:00');
    expect(inForce(house)).toEqual(configured);
  });

  it('by an earlier time replaces the configured need of that night, which is not topped up until 07:00', async () => {
    const house = open('2026-04-15 23:50');
    house.ask({ once: { minutes: 30, readyBy: '06:00' } });
    await house.until('2026-04-16 06:00');
    expect(house.report()).toMatchObject({ demand: { minutes: 60 }, plan: { reason: 'satisfied' } });
    await house.until('2026-04-17 08:00');
    expect(switches(house)).toEqual([
      '2026-04-16 03:00 on',
      '2026-04-16 03:30 off',
      '2026-04-17 03:00 on',
      '2026-04-17 04:00 off',
    ]);
  });

  it('minutes before a deadline is for the next one, where the device may run from 22:00 on only', async () => {
    const house = open('2026-04-16 06:50', { earliest: '22:00' });
    house.ask(onceBySeven);
    await house.until('2026-04-17 08:00');
    expect(switches(house)).toEqual(['2026-04-17 03:00 on', '2026-04-17 05:00 off']);
    expect(inForce(house)).toEqual(configured);
  });

  it('for another day replaces the configured need until then', async () => {
    const house = open('2026-04-15 12:00');
    house.ask({ once: { minutes: 120, readyBy: 'Fri 06:00' } });
    await house.until('2026-04-17 08:00');
    expect(switches(house)).toEqual(['2026-04-16 03:00 on', '2026-04-16 05:00 off']);
    expect(inForce(house)).toEqual(configured);
  });

  it('without a time ends with its day, where the device has no deadline', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    house.ask({ once: { minutes: 120 } });
    await house.until('2026-04-15 23:59');
    expect(inForce(house)).toMatchObject({ minutes: 120, readyBy: undefined });
    await house.until('2026-04-16 00:00');
    expect(inForce(house)).toEqual({ minutes: 60, readyBy: undefined, once: undefined });
  });

  it.each([
    ['before its deadline', '2026-04-16 06:59', { minutes: 120, readyBy: '07:00', once: onceBySeven.once }],
    ['at its deadline', '2026-04-16 07:00', configured],
    ['two days later', '2026-04-18 12:00', configured],
  ])('survives a restart that ends %s', async (_, until, expected) => {
    const house = open('2026-04-15 23:50');
    house.ask(onceBySeven);
    await house.restart(until);
    expect(inForce(house)).toEqual(expected);
    house.price(prices);
    expect(inForce(house)).toEqual(expected);
  });

  it('that is late is finished first', async () => {
    const house = open('2026-04-16 06:30');
    house.ask(onceBySeven);
    await house.until('2026-04-16 08:29');
    expect(inForce(house)).toMatchObject({ minutes: 120 });
    await house.until('2026-04-16 08:30');
    expect(inForce(house)).toEqual(configured);
    expect(switches(house)).toEqual(['2026-04-16 06:30 on', '2026-04-16 08:30 off']);
  });

  it('while a run is finished late is for the next deadline, and starts from nothing', async () => {
    const house = open('2026-04-16 06:30');
    await house.until('2026-04-16 07:10');
    expect(house.report().switch).toMatchObject({ on: true, reason: 'overrun' });
    house.ask({ once: { minutes: 60, readyBy: '07:00' } });
    await house.until('2026-04-17 08:00');
    expect(switches(house)).toEqual(['2026-04-16 06:30 on', '2026-04-16 08:10 off']);
    expect(inForce(house)).toEqual(configured);
  });

  it('moves with a deadline that is requested for good meanwhile', async () => {
    const house = open('2026-04-15 23:50');
    house.ask({ once: { minutes: 120 } });
    house.ask({ readyBy: '05:00' });
    await house.until('2026-04-16 04:59');
    expect(inForce(house)).toMatchObject({ minutes: 120, readyBy: '05:00' });
    await house.until('2026-04-16 05:00');
    expect(inForce(house)).toMatchObject({ minutes: 60, readyBy: '05:00' });
  });

  it('stays over where the clock is set back by a minute after it', async () => {
    const house = open('2026-04-15 23:50');
    house.ask(onceBySeven);
    await house.until('2026-04-16 07:05');
    await house.clock.setTo(at('2026-04-16 07:04'));
    await house.clock.advanceBy(60);
    expect(inForce(house)).toEqual(configured);
  });

  it('ends by wall clocks on the nights on which they change', async () => {
    for (const [now, end] of [
      ['2026-03-28 23:50', '2026-03-29 07:00'],
      ['2026-10-24 23:50', '2026-10-25 07:00'],
    ] as const) {
      const house = open(now);
      house.ask(onceBySeven);
      await house.clock.advanceTo(at(end) - 1);
      expect(inForce(house)).toMatchObject({ minutes: 120 });
      await house.clock.advanceTo(at(end));
      expect(inForce(house)).toEqual(configured);
    }
  });

  it('holds again where the clock had shown a later day for a while', async () => {
    const house = open('2026-04-15 23:50');
    house.ask(onceBySeven);
    await house.clock.setTo(at('2026-04-18 12:00'));
    await house.clock.advanceBy(600);
    expect(inForce(house)).toEqual(configured);
    await house.clock.setTo(at('2026-04-16 00:00'));
    await house.clock.advanceBy(60);
    expect(inForce(house)).toMatchObject({ minutes: 120, once: onceBySeven.once });
    house.price(prices);
    await house.until('2026-04-16 07:00');
    expect(inForce(house)).toEqual(configured);
  });

  it('is for the deadline of the zone that prices name, also where they come after it', async () => {
    const house = setUp({ now: '2026-04-15 23:50', settings, timeZone: 'America/New_York' });
    house.ask(onceBySeven);
    house.price(prices);
    await house.until('2026-04-16 07:00');
    expect(inForce(house)).toEqual(configured);
  });

  it('goes with a change of the settings of its node', async () => {
    const house = open('2026-04-15 23:50');
    house.ask(onceBySeven);
    await house.restart('2026-04-15 23:55', { ...settings, minutes: 30 });
    expect(inForce(house)).toEqual({ ...configured, minutes: 30 });
  });
});

describe('above a need that is requested for good, a need that is requested once', () => {
  const daily = { minutes: 90, readyBy: '06:00' };
  const opened = () => {
    const house = open('2026-04-15 23:50');
    house.ask(daily);
    house.ask(onceBySeven);
    return house;
  };

  it('ends with its period, and that holds again', async () => {
    const house = opened();
    await house.until('2026-04-16 07:00');
    expect(inForce(house)).toEqual({ ...daily, once: undefined });
  });

  it.each<[string, DemandPatch, object]>([
    ['taken back', { once: null }, { ...daily, once: undefined }],
    ['replaced for good', { minutes: 30, readyBy: '05:00' }, { minutes: 30, readyBy: '05:00', once: undefined }],
    ['replaced in part', { minutes: 30 }, { minutes: 30, readyBy: '07:00', once: { readyBy: '07:00' } }],
    ['replaced once', { once: { minutes: 10 } }, { minutes: 10, readyBy: '06:00', once: { minutes: 10 } }],
    ['forgotten with all others', { reset: true }, configured],
    ['left alone by another key', { maxPrice: 2 }, { minutes: 120, readyBy: '07:00', once: onceBySeven.once }],
  ])('is %s by a message', (_, patch, expected) => {
    const house = opened();
    house.ask(patch);
    expect(inForce(house)).toEqual(expected);
  });

  it('leaves the other keys of messages as they are', async () => {
    const house = opened();
    house.ask({ maxPrice: 2, minOffMinutes: null });
    await house.until('2026-04-16 07:00');
    expect(house.report().demand).toMatchObject({ ...daily, maxPrice: 2 });
  });
});

describe('what has run', () => {
  it.each([
    [
      'counts towards a need that is requested once, and towards the configured one when that returns',
      ...([90, '03:30', { minutes: 60, readyBy: '06:00' }] as const),
    ],
    [
      'does not count where the configured need is met already: more is wanted',
      ...([60, '12:00', { minutes: 30, readyBy: '18:00' }] as const),
    ],
  ])('%s', async (_, minutes, time, once) => {
    const house = setUp({ now: '2026-04-15 02:50', settings: { minutes }, prices });
    await house.until(`2026-04-15 ${time}`);
    house.ask({ once });
    await house.until('2026-04-15 23:59');
    expect(switches(house)).toEqual([
      '2026-04-15 03:00 on',
      '2026-04-15 04:00 off',
      '2026-04-15 16:00 on',
      '2026-04-15 16:30 off',
    ]);
  });

  it('is as before where such a need is taken back', async () => {
    const house = setUp({ now: '2026-04-15 02:50', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 12:00');
    house.ask({ once: { minutes: 60, readyBy: '18:00' } });
    house.ask({ once: null });
    expect(house.report().plan).toMatchObject({ reason: 'satisfied', runs: [] });
  });
});

it('whatever happens in between, the configured need is in force from the end of the period on', async () => {
  const moment = fc.tuple(fc.integer({ min: 1, max: 429 }), fc.constantFrom('prices', 'restart', 'once', 'override'));
  const law = fc.asyncProperty(fc.array(moment, { maxLength: 6 }), fc.boolean(), async (moments, isSplit) => {
    const house = open('2026-04-15 23:50', isSplit ? { shape: 'split' } : {});
    house.ask(onceBySeven);
    for (const [minute, what] of moments.sort(([a], [b]) => a - b)) {
      await house.clock.advanceTo(at('2026-04-15 23:50') + minute * 60);
      if (what === 'restart') await house.restart(house.clock.now());
      if (what === 'once') house.ask({ once: { minutes: 30, readyBy: '07:00' } });
      if (what === 'override') house.ask({ override: 'on', overrideUntil: 20 });
      if (what !== 'once') house.price(prices);
      expect(inForce(house).once).toBeDefined();
    }
    await house.until('2026-04-16 09:30');
    expect(inForce(house)).toEqual(configured);
    expect(house.errors).toEqual([]);
  });
  await fc.assert(law, lawCases(30, 1000));
});

it('a preview says what a need would run, and changes nothing', async () => {
  const house = open('2026-04-15 23:50');
  const before = house.report();
  expect(house.preview(onceBySeven)).toMatchObject({
    demand: { minutes: 120, once: onceBySeven.once },
    plan: { runs: [{ start: at('2026-04-16 03:00'), end: at('2026-04-16 05:00') }] },
  });
  expect(house.report()).toEqual(before);
  expect(() => house.preview({ energyKwh: 5 })).toThrow('energyKwh: also needs powerKw');
});

it('is refused above a need that could not be planned when it returns', () => {
  const house = open('2026-04-15 23:50');
  expect(() => house.ask({ soc: 20, once: { minutes: 5 } })).toThrow('soc: also needs targetSoc');
  expect(inForce(house)).toEqual(configured);
});

it.each([
  [{ minutes: 5, energyKwh: 5 }, 'once: give one of minutes, energyKwh'],
  [{ readyBy: '2026-04-16T07:00:00+02:00' }, /^once\.readyBy: expected HH:MM/],
  [{ soc: 5 }, /once/],
])('of once, %j is refused', (once, reason) => {
  const house = open('2026-04-15 23:50');
  expect(() => house.ask({ once } as DemandPatch)).toThrow(reason);
  expect(inForce(house)).toEqual(configured);
});
