import { describe, expect, it } from 'vitest';
import { localDay } from '../../../../src/core/time.ts';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { at, days, HOUR, setUp, shown, ZONE } from '../../../support/device/one-device.ts';

describe('a device over a day', () => {
  it('runs once where two hours are cheapest, and is armed again at midnight', async () => {
    const prices = days(['2026-04-15', '2026-04-16'], { 13: 0.1, 14: 0.2, 3: 0.3 });
    const house = setUp({ now: '2026-04-15 00:00', settings: { minutes: 120 }, prices });
    await house.until('2026-04-17 00:00');
    expect(house.said).toEqual([
      '2026-04-15 00:00 off no-prices',
      '2026-04-15 13:00 on planned',
      '2026-04-15 15:00 off planned',
      '2026-04-16 13:00 on planned',
      '2026-04-16 15:00 off planned',
    ]);
    expect(house.errors).toEqual([]);
  });

  it('runs in pieces, and stays on where two of them touch', async () => {
    const prices = days(['2026-04-15'], { 2: 0.1, 3: 0.2, 13: 0.15 });
    const house = setUp({ now: '2026-04-15 00:00', settings: { minutes: 180, shape: 'split' }, prices });
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 02:00 on planned',
      '2026-04-15 04:00 off planned',
      '2026-04-15 13:00 on planned',
      '2026-04-15 14:00 off planned',
    ]);
  });

  it.each([
    ['2026-03-29', 'skips the hour that is none', { 1: 0.1, 2: 0.1, 3: 0.2 }, ['01:00', '04:00'], 2],
    ['2025-10-26', 'runs through the hour that is twice', { 2: 0.1 }, ['02:00', '03:00'], 2],
  ])('on %s it %s', async (date, _name, cheap, [on, off], hours) => {
    const settings = { minutes: hours * 60, earliest: '22:00', readyBy: '07:00' };
    const evening = shown(localDay(date, ZONE).start - 6 * HOUR).slice(0, 10);
    const house = setUp({ now: `${evening} 18:00`, settings, prices: days([evening, date], cheap) });
    await house.until(`${date} 07:00`);
    expect(house.said.slice(1)).toEqual([`${date} ${on} on planned`, `${date} ${off} off planned`]);
    expect(house.plans).toContain('planned');
  });

  it('says for how long, why and at what price', async () => {
    const house = setUp({
      now: '2026-04-15 12:00',
      settings: { minutes: 60 },
      prices: days(['2026-04-15'], { 13: 0.1 }),
    });
    expect(house.report().switch).toEqual({
      on: false,
      reason: 'planned',
      until: at('2026-04-15 13:00'),
      price: 1,
    });
    await house.until('2026-04-15 13:00');
    expect(house.report().switch).toMatchObject({ on: true, until: at('2026-04-15 14:00'), price: 0.1 });
    expect(house.report().plan).toMatchObject({
      device: 'boiler',
      cost: 0.1,
      baselineCost: 1,
      next: at('2026-04-15 14:00'),
    });
    await house.until('2026-04-15 14:00');
    expect(house.report().switch).toMatchObject({ on: false, until: null, price: 1 });
  });

  it('says no change where a new plan goes on with what runs', async () => {
    const prices = days(['2026-04-15'], { 10: 0.1, 11: 0.1 });
    const house = setUp({ now: '2026-04-15 09:00', settings: { minutes: 120, shape: 'split' }, prices });
    await house.until('2026-04-15 10:30:10');
    const until = at('2026-04-15 12:00');
    expect(house.price(prices)).toMatchObject({ switch: { on: true, until }, plan: { next: until } });
  });

  it('sells when export is paid best', async () => {
    const { spans } = days(['2026-04-15'], { 13: 5 });
    const prices = { spans, feedin: days(['2026-04-15'], { 18: 2 }).spans, timeZone: ZONE };
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60, direction: 'dearest' }, prices });
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 18:00 on planned', '2026-04-15 19:00 off planned']);
  });

  it('sells by the only prices where a source has no others, and says what it earns', async () => {
    const prices = days(['2026-04-15'], { 18: 2 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    expect(house.ask({ direction: 'dearest', powerKw: 3 }).plan).toMatchObject({
      start: at('2026-04-15 18:00'),
      cost: 6,
      baselineCost: 3,
      saving: 3,
    });
    await house.until('2026-04-15 18:00');
    expect(house.report().switch).toMatchObject({ on: true, price: 2 });
  });

  it('sells only where a limit is reached', () => {
    const { spans } = days(['2026-04-15'], {});
    const prices = { spans, feedin: days(['2026-04-15'], { 18: 2, 20: 1.5 }).spans, timeZone: ZONE };
    const settings: DemandSettings = { minutes: 180, shape: 'split', direction: 'dearest', maxPrice: 1.5 };
    const { plan } = setUp({ now: '2026-04-15 12:00', settings, prices }).report();
    expect(plan).toMatchObject({ energyKwh: 2, cost: 3.5, shortMinutes: 60, reason: 'short-price-limit' });
  });

  it('has no prices to buy by where a source tells only what export is paid', () => {
    const feedin = days(['2026-04-15'], { 18: 2 }).spans;
    const house = setUp({
      now: '2026-04-15 12:00',
      settings: { minutes: 60 },
      prices: { spans: [], feedin, timeZone: ZONE },
    });
    expect(house.report().plan.reason).toBe('no-prices');
    expect(house.ask({ direction: 'dearest' }).plan).toMatchObject({ start: at('2026-04-15 18:00') });
  });
});

describe('beyond the need', () => {
  const prices = days(['2026-04-15'], { 2: 0.5, 13: -0.1, 14: -0.2, 20: -0.1 });

  it('a negative price alone makes no run longer', async () => {
    const house = setUp({ now: '2026-04-15 00:00', settings: { minutes: 60, shape: 'split' }, prices });
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(1)).toEqual(['2026-04-15 14:00 on planned', '2026-04-15 15:00 off planned']);
  });

  it('it runs wherever the price is low enough, also when the need is met and after a restart', async () => {
    const settings: DemandSettings = { minutes: 60, shape: 'split', alsoBelowPrice: 0 };
    const house = setUp({ now: '2026-04-15 00:00', settings, prices });
    await house.until('2026-04-15 16:00');
    await house.restart('2026-04-15 16:10');
    house.price(prices);
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 13:00 on planned',
      '2026-04-15 15:00 off planned',
      expect.stringMatching(/^2026-04-15 16:10 off/),
      '2026-04-15 20:00 on planned',
      '2026-04-15 21:00 off planned',
    ]);
  });

  it('it runs right before the deadline, as part of the need', async () => {
    const settings: DemandSettings = { minutes: 60, shape: 'split', readyBy: '07:00', preconditionMinutes: 20 };
    const house = setUp({ now: '2026-04-15 00:00', settings, prices });
    await house.until('2026-04-15 07:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 02:00 on planned',
      '2026-04-15 02:40 off planned',
      '2026-04-15 06:40 on planned',
      expect.stringMatching(/^2026-04-15 07:00 off/),
    ]);
  });
});

describe('a price limit', () => {
  it('cuts first: no run is made longer above it', async () => {
    const settings: DemandSettings = { minutes: 120, shape: 'split', minOnMinutes: 120, maxPrice: 0.2 };
    const prices = days(['2026-04-15'], { 3: 0.1, 13: 0.2, 14: 0.2 });
    const house = setUp({ now: '2026-04-15 00:00', settings, prices });
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(1)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 15:00 off planned']);
  });

  it('that leaves nothing is told as the reason', () => {
    const settings: DemandSettings = { minutes: 120, shape: 'split', minOnMinutes: 120, maxPrice: 0.1 };
    const house = setUp({ now: '2026-04-15 00:00', settings, prices: days(['2026-04-15'], { 3: 0.1, 13: 0.1 }) });
    expect(house.report().plan).toMatchObject({
      runs: [],
      complete: false,
      reason: expect.stringMatching(/price-limit/),
    });
  });
});

describe('a deadline', () => {
  it('arms the need again, and never before', async () => {
    const cheap = { 2: 0.1, 5: 0.2 };
    const prices = days(['2026-04-15', '2026-04-16', '2026-04-17'], cheap);
    const house = setUp({ now: '2026-04-15 01:00', settings: { minutes: 60, readyBy: '07:00' }, prices });
    await house.until('2026-04-16 08:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 02:00 on planned',
      '2026-04-15 03:00 off planned',
      '2026-04-16 02:00 on planned',
      '2026-04-16 03:00 off planned',
    ]);
  });

  it('that cannot be met is met late, and only then is the need armed again', async () => {
    const prices = days(['2026-04-15', '2026-04-16'], { 2: 0.1, 3: 0.1 });
    const house = setUp({ now: '2026-04-15 06:00', settings: { minutes: 120, readyBy: '07:00' }, prices });
    await house.until('2026-04-16 02:00');
    expect(house.plans).toContain('overrun');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 06:00 on overrun',
      '2026-04-15 08:00 off planned',
      '2026-04-16 02:00 on planned',
    ]);
  });

  it('given once is not armed again', async () => {
    const prices = days(['2026-04-15', '2026-04-16'], { 2: 0.1 });
    const house = setUp({ now: '2026-04-15 01:00', settings: {}, prices });
    house.ask({ minutes: 60, readyBy: '2026-04-15T07:00:00+02:00' });
    await house.until('2026-04-16 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 02:00 on planned', '2026-04-15 03:00 off planned']);
    expect(house.report().plan).toMatchObject({ reason: 'no-demand', runs: [] });
    expect(() => house.ask({ readyBy: '2026-04-16T07:00:00+02:00' })).toThrow(/^readyBy: 2026-04-16T07.* has passed/);
  });

  it('may differ by the day of the week', async () => {
    // 2026-04-17 is a Friday.
    const prices = days(['2026-04-17', '2026-04-18', '2026-04-19', '2026-04-20'], { 5: 0.1, 8: 0.05 });
    const settings = { minutes: 60, readyBy: 'Mon-Fri 06:30, Sat 09:00' } as const;
    const house = setUp({ now: '2026-04-17 01:00', settings, prices });
    await house.until('2026-04-20 06:30');
    expect(house.said.slice(1)).toEqual([
      '2026-04-17 05:00 on planned',
      '2026-04-17 06:00 off planned',
      '2026-04-17 08:00 on planned',
      '2026-04-17 09:00 off planned',
      '2026-04-19 08:00 on planned',
      '2026-04-19 09:00 off planned',
    ]);
  });

  it('does not fill a battery twice whose state of charge was told once', async () => {
    const prices = days(['2026-04-15', '2026-04-16', '2026-04-17'], { 2: 0.1 });
    const house = setUp({
      now: '2026-04-15 00:00',
      settings: { batteryKwh: 50, targetSoc: 80, powerKw: 10, readyBy: '07:00' },
      prices,
    });
    house.ask({ soc: 60 });
    await house.until('2026-04-16 08:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 02:00 on planned', '2026-04-15 03:00 off planned']);
    house.ask({ soc: 70 });
    expect(house.report().plan).toMatchObject({ energyKwh: 5 });
  });
});

describe('what has been delivered counts', () => {
  const prices = days(['2026-04-15'], { 13: 0.1, 14: 0.1, 20: 0.2 });

  it('by the own output, also when it was switched by hand', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 120, shape: 'split' }, prices });
    house.ask({ override: 'on', overrideUntil: 30 });
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 12:00 on override',
      '2026-04-15 12:30 off planned',
      '2026-04-15 13:00 on planned',
      '2026-04-15 14:30 off planned',
    ]);
  });

  it('by a meter', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { energyKwh: 4, powerKw: 2, shape: 'split' }, prices });
    expect(house.ask({ deliveredKwh: 1 }).plan).toMatchObject({ energyKwh: 3 });
    await house.until('2026-04-15 14:00');
    expect(house.ask({ deliveredKwh: 3.5 }).plan).toMatchObject({ energyKwh: 0.5 });
    expect(house.ask({ deliveredKwh: 4 }).plan).toMatchObject({ energyKwh: 0, reason: 'satisfied' });
  });

  it('by a meter along a profile', () => {
    const profile = [
      { minutes: 30, kw: 2 },
      { minutes: 60, kw: 0.1 },
    ];
    const house = setUp({ now: '2026-04-15 12:00', settings: { profile }, prices });
    expect(house.ask({ deliveredKwh: 1.05 }).plan).toMatchObject({ energyKwh: 0.05 });
  });

  it.each([{ deliveredKwh: null }, { reset: true }] as const)('by the own output again after %j', async (patch) => {
    const settings: DemandSettings = { energyKwh: 4, powerKw: 2, shape: 'split' };
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 13:30');
    expect(house.ask({ deliveredKwh: 0 }).plan).toMatchObject({ energyKwh: 4 });
    await house.until('2026-04-15 13:45');
    expect(house.ask(patch).plan).toMatchObject({ energyKwh: 2.5 });
  });

  it('from where a state of charge was told, and from the start of the period after it is forgotten', async () => {
    const settings: DemandSettings = { minutes: 120, shape: 'split', targetSoc: 80, batteryKwh: 10, powerKw: 1 };
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.until('2026-04-15 13:30');
    expect(house.ask({ soc: 60 }).plan).toMatchObject({ energyKwh: 2 });
    await house.until('2026-04-15 13:45');
    expect(house.report().plan.runs.map(({ end }) => end)).toEqual([at('2026-04-15 15:00'), at('2026-04-15 20:30')]);
    expect(house.ask({ soc: null }).plan).toMatchObject({ energyKwh: 1.25 });
  });

  it('over a restart', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { energyKwh: 4, powerKw: 2, shape: 'split' }, prices });
    house.ask({ deliveredKwh: 1 });
    await house.until('2026-04-15 13:30');
    await house.restart('2026-04-15 13:40');
    expect(house.price(prices).plan).toMatchObject({ energyKwh: 1.666667 });
  });
});
