import { describe, expect, it } from 'vitest';
import { localDay } from '../../src/core/time.ts';
import type { DemandSettings } from '../../src/messages/demand.ts';
import { readMemory } from '../../src/runtime/memory.ts';
import { planFor } from '../../src/runtime/planning.ts';
import { at, days, HOUR, type House, setUp, shown, ZONE } from '../support/one-device.ts';

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
    expect(house.known().switch).toEqual({
      on: false,
      reason: 'planned',
      until: '2026-04-15T13:00:00+02:00',
      price: 1,
    });
    await house.until('2026-04-15 13:00');
    expect(house.known().switch).toMatchObject({ on: true, until: '2026-04-15T14:00:00+02:00', price: 0.1 });
    expect(house.known().plan).toMatchObject({
      device: 'boiler',
      cost: 0.1,
      baselineCost: 1,
      next: '2026-04-15T14:00:00+02:00',
    });
    await house.until('2026-04-15 14:00');
    expect(house.known().switch).toMatchObject({ on: false, until: null, price: 1 });
  });

  it('sells when export is paid best', async () => {
    const { spans } = days(['2026-04-15'], { 13: 5 });
    const prices = { spans, feedin: days(['2026-04-15'], { 18: 2 }).spans, timeZone: ZONE };
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60, direction: 'dearest' }, prices });
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 18:00 on planned', '2026-04-15 19:00 off planned']);
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
    expect(house.known().plan).toMatchObject({ reason: 'deadline-passed', runs: [] });
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
    expect(house.known().plan).toMatchObject({ energyKwh: 5 });
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
    expect(house.known().plan.runs.map(({ end }) => end)).toEqual([
      '2026-04-15T15:00:00+02:00',
      '2026-04-15T20:30:00+02:00',
    ]);
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

describe('new prices', () => {
  it('never make the output flicker, at whatever second they come', async () => {
    const prices = days(['2026-04-15'], { 13: 0.1, 14: 0.1 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 120, shape: 'split' }, prices });
    for (const second of [1, 20, 59]) {
      await house.clock.advanceTo(at('2026-04-15 13:20') + second);
      house.price(prices);
    }
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 15:00 off planned']);
  });

  it('move what has not begun, and end a run in pieces on a whole minute', async () => {
    const house = setUp({
      now: '2026-04-15 12:00',
      settings: { minutes: 60, shape: 'split' },
      prices: days(['2026-04-15'], { 13: 0.5 }),
    });
    await house.clock.advanceTo(at('2026-04-15 13:15') + 30);
    house.price(days(['2026-04-15'], { 13: 0.5, 20: 0.1 }));
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 13:00 on planned',
      '2026-04-15 13:16 off planned',
      '2026-04-15 20:00 on planned',
      '2026-04-15 20:44 off planned',
    ]);
  });

  it('do not break a run in one piece', async () => {
    const house = setUp({
      now: '2026-04-15 12:00',
      settings: { minutes: 60 },
      prices: days(['2026-04-15'], { 13: 0.5 }),
    });
    await house.until('2026-04-15 13:15');
    house.price(days(['2026-04-15'], { 13: 0.5, 20: 0.1 }));
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 14:00 off planned']);
  });

  it('for tomorrow are waited for while there is time', async () => {
    const house = setUp({
      now: '2026-04-15 10:00',
      settings: { minutes: 60, readyBy: '07:00' },
      prices: days(['2026-04-15'], { 20: 0.5 }),
    });
    expect(house.known().plan).toMatchObject({ reason: 'waiting-for-prices', runs: [] });
    await house.until('2026-04-15 13:10');
    house.price(days(['2026-04-15', '2026-04-16'], { 20: 0.5, 3: 0.1 }));
    await house.until('2026-04-16 07:00');
    expect(house.said.slice(1)).toEqual(['2026-04-16 03:00 on planned', '2026-04-16 04:00 off planned']);
  });
});

describe('by hand', () => {
  const prices = days(['2026-04-15', '2026-04-16'], { 13: 0.1 });
  const settings = { minutes: 60 };

  it.each([
    ['for minutes', { override: 'on', overrideUntil: 1 }, ['12:00:30 on override', '12:01:30 off planned']],
    [
      'until an instant',
      { override: 'on', overrideUntil: '2026-04-15T12:10:00+02:00' },
      ['12:00:30 on override', '12:10 off planned'],
    ],
    ['off through a planned run', { override: 'off', overrideUntil: 30 }, []],
  ] as const)('%s', async (_name, patch, expected) => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    await house.clock.advanceBy(30);
    house.ask(patch);
    await house.until('2026-04-15 12:59');
    expect(house.said.slice(1)).toEqual(expected.map((text) => `2026-04-15 ${text}`));
  });

  it('on until the period ends, where nothing else is said', async () => {
    const house = setUp({ now: '2026-04-15 22:00', settings, prices });
    expect(house.ask({ override: 'on' }).switch).toMatchObject({ on: true, until: '2026-04-16T00:00:00+02:00' });
    await house.until('2026-04-16 12:00');
    expect(house.said.at(-1)).toBe('2026-04-16 00:00 off planned');
  });

  it.each([{ override: 'auto' }, { override: null }, { reset: true }] as const)('until %j', async (patch) => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    house.ask({ override: 'on' });
    expect(house.ask(patch).switch).toMatchObject({ on: false, reason: 'planned' });
  });

  it('takes a new end, and keeps one that was told before', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings, prices });
    house.ask({ overrideUntil: 20 });
    expect(house.ask({ override: 'on' }).switch.until).toBe('2026-04-15T09:20:00+02:00');
    expect(house.ask({ overrideUntil: 40 }).switch).toMatchObject({ on: true, until: '2026-04-15T09:40:00+02:00' });
    await house.until('2026-04-15 09:10');
    expect(house.ask({ prefer: 'latest' }).switch.until).toBe('2026-04-15T09:40:00+02:00');
    expect(() => house.ask({ overrideUntil: '2026-04-15T09:00:00+02:00' })).toThrow(/^overrideUntil: .* has passed/);
  });

  it('goes over disabled, which is off at once', async () => {
    const house = setUp({ now: '2026-04-15 13:00', settings, prices });
    await house.clock.advanceBy(10);
    house.ask({ enabled: false });
    house.ask({ override: 'on' });
    house.ask({ override: null });
    house.ask({ enabled: null });
    await house.until('2026-04-15 13:10');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 13:00 on planned',
      '2026-04-15 13:00:10 off disabled',
      '2026-04-15 13:00:10 on override',
      '2026-04-15 13:00:10 off disabled',
      '2026-04-15 13:01 on planned',
    ]);
  });
});

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

  it('a run that was missed is made up for', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.until('2026-04-15 12:30');
    await house.restart('2026-04-15 17:00');
    house.price(prices);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(2)).toEqual(['2026-04-15 18:00 on planned', '2026-04-15 19:00 off planned']);
  });

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
    expect(house.known().switch).toMatchObject({ reason: 'override', until: '2026-04-15T10:00:00+02:00' });
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

describe('when the planner cannot be asked', () => {
  const tonight = { minutes: 120, readyBy: '07:00' };
  const late = ['2026-04-16 05:00 on fallback', '2026-04-16 07:00 off fallback'];

  it.each<[string, DemandSettings, 'run' | 'off', string[]]>([
    ['a deadline gets one run at the latest start', tonight, 'run', late],
    ['so does a run in pieces', { ...tonight, shape: 'split' }, 'run', late],
    ['a deadline gets none where that is chosen', tonight, 'off', []],
    ['without a deadline there is none', { minutes: 120 }, 'run', []],
  ])('without any prices: %s', async (_name, settings, onFailure, expected) => {
    const house = setUp({ now: '2026-04-15 08:00', settings, onFailure, timeZone: ZONE });
    await house.clock.advanceTo(at('2026-04-16 07:00'));
    expect(house.said.slice(1)).toEqual(expected);
    expect(house.errors).toEqual([]);
  });

  it.each<[string, DemandSettings, 'run' | 'off', string[]]>([
    ['a deadline gets one run at the latest start', tonight, 'run', late],
    ['a deadline gets none where that is chosen', tonight, 'off', []],
    ['without a deadline there is none', { minutes: 120 }, 'run', []],
  ])('when prices have run out: %s', async (_name, settings, onFailure, expected) => {
    const house = setUp({ now: '2026-04-15 08:00', settings, onFailure, prices: days(['2026-04-14'], {}) });
    await house.clock.advanceTo(at('2026-04-16 07:00'));
    expect(house.said.slice(1)).toEqual(expected);
  });

  it('while it waits, the need is met all the same', async () => {
    const prices = days(['2026-04-15'], {});
    const house = setUp({ now: '2026-04-15 08:00', settings: tonight, prices });
    expect(house.known().plan.reason).toBe('waiting-for-prices');
    await house.until('2026-04-16 07:00');
    expect(house.said.slice(1)).toEqual(late);
  });

  it('a run that has begun is finished, over the end of the prices and of the deadline', async () => {
    const settings = { minutes: 120, readyBy: '00:30' };
    const house = setUp({ now: '2026-04-15 23:00', settings, prices: days(['2026-04-15'], {}) });
    await house.until('2026-04-16 12:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 23:00 on overrun', '2026-04-16 01:00 off fallback']);
  });

  it('what was planned is carried out after a restart without prices', async () => {
    const settings: DemandSettings = { minutes: 120, readyBy: '23:59', shape: 'split' };
    const house = setUp({ now: '2026-04-15 12:00', settings, prices: days(['2026-04-15'], { 14: 0.1, 18: 0.1 }) });
    await house.until('2026-04-15 15:30');
    await house.restart('2026-04-15 15:40');
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 14:00 on planned',
      '2026-04-15 15:00 off planned',
      '2026-04-15 15:40 off planned',
      '2026-04-15 18:00 on planned',
      '2026-04-15 19:00 off planned',
    ]);
  });

  it('a refusal on the way is told, and what was planned is carried out', async () => {
    const prices = days(['2026-04-15'], { 13: 0.1 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices, plan: refusingAfter(3) });
    house.ask({ override: 'on', overrideUntil: 10 });
    await house.until('2026-04-15 23:00');
    expect(house.errors).toEqual(['RangeError: refused']);
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 12:00 on override',
      '2026-04-15 12:10 off planned',
      '2026-04-15 13:00 on planned',
      '2026-04-15 13:50 off planned',
    ]);
  });

  it('a refusal on the way leaves one run at the latest start where nothing was planned', async () => {
    const house = setUp({
      now: '2026-04-15 08:00',
      settings: tonight,
      prices: days(['2026-04-15'], {}),
      plan: refusingAfter(2),
    });
    await house.until('2026-04-16 07:00');
    expect(house.errors).not.toEqual([]);
    expect(house.said.slice(1)).toEqual(late);
  });

  it.each([
    ['overlapping prices', (house: House) => house.price({ spans: overlapping })],
    ['a demand that lacks something', (house: House) => house.ask({ energyKwh: 3 })],
    ['a deadline that has passed', (house: House) => house.ask({ readyBy: '2026-04-15T07:00:00+02:00' })],
  ])('%s: refused, and nothing changes', async (_name, input) => {
    const prices = days(['2026-04-15'], { 13: 0.1 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    const before = [house.known(), house.clock.alarms()];
    expect(() => input(house)).toThrow();
    expect([house.known(), house.clock.alarms()]).toEqual(before);
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 13:00 on planned', '2026-04-15 14:00 off planned']);
  });

  it('a new device waits five minutes for prices before it does without them', async () => {
    const house = setUp({ now: '2026-04-15 06:00', settings: tonight, timeZone: ZONE });
    house.ask({});
    await house.until('2026-04-15 09:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 06:05 on fallback', '2026-04-15 08:05 off fallback']);
  });

  it('a demand that the node cannot make is refused on start', () => {
    expect(() => setUp({ now: '2026-04-15 12:00', settings: { energyKwh: 3 } })).toThrow(
      'energyKwh: needs powerKw beside it',
    );
  });

  it('a clock that has slept through the end of a run switches off at once, and counts what the relay did', async () => {
    const prices = days(['2026-04-15'], { 13: 0.1, 20: 0.1, 21: 0.1, 22: 0.1, 23: 0.1 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 300, shape: 'split' }, prices });
    await house.until('2026-04-15 13:30');
    await house.clock.jumpTo(at('2026-04-15 15:00') + 30);
    await house.until('2026-04-15 23:59');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 13:00 on planned',
      '2026-04-15 15:00:30 off planned',
      '2026-04-15 20:00 on planned',
      '2026-04-15 23:00 off planned',
    ]);
  });

  it('a clock that has slept through a run makes up for it', async () => {
    const prices = days(['2026-04-15'], { 13: 0.1, 20: 0.2 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    await house.clock.jumpTo(at('2026-04-15 17:00'));
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 20:00 on planned', '2026-04-15 21:00 off planned']);
  });
});

const noon = at('2026-04-15 12:00');
const overlapping = [
  { start: noon, end: noon + 2 * HOUR, price: 1 },
  { start: noon + HOUR, end: noon + 3 * HOUR, price: 1 },
];

/** A planner that makes some plans and then none. */
function refusingAfter(plans: number): typeof planFor {
  let left = plans;
  return (...question) => {
    if (left-- <= 0) throw new RangeError('refused');
    return planFor(...question);
  };
}
