import { describe, expect, it } from 'vitest';
import { at, days, type House, setUp, shown } from '../../../support/device/one-device.ts';

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

  it('with one for the year 3000 are refused, and those before stand', () => {
    const house = setUp({
      now: '2026-04-15 12:00',
      settings: { minutes: 60 },
      prices: days(['2026-04-15'], { 13: 0.1 }),
    });
    const before = house.report();
    const { spans } = days(['2026-04-15', '3000-01-01'], { 20: 0.05 });
    expect(() => house.price({ spans })).toThrow('prices: 2999-12-31T23:00:00Z to 3000-01-01T00:00:00Z is more than a');
    expect(house.report()).toEqual(before);
  });

  it('and demands are taken while the time is unknown, whenever they are for', () => {
    const house = setUp({ now: '1970-01-01 02:00', settings: { minutes: 60 } });
    house.price(days(['2026-04-15'], { 13: 0.1 }));
    expect(house.ask({ readyBy: '2026-04-15T18:00:00Z' }).demand).toMatchObject({ readyBy: '2026-04-15T18:00:00Z' });
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

  it.each(['contiguous', 'split'] as const)(
    'leave the start of a %s run where it was, also over a restart',
    async (shape) => {
      const prices = days(['2026-04-15'], { 13: 0.1, 14: 0.1 });
      const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 120, shape }, prices });
      await house.until('2026-04-15 13:20');
      const run = {
        start: at('2026-04-15 13:00'),
        end: at('2026-04-15 15:00'),
        energyKwh: 1.666667,
        cost: 0.166667,
      };
      expect(house.price(prices).plan).toMatchObject({ ...run, runs: [run] });
      await house.restart('2026-04-15 13:30');
      expect(house.report().plan).toMatchObject({ start: run.start, end: run.end });
      expect(house.price(prices).plan).toMatchObject({ start: run.start, end: run.end, energyKwh: 1.5 });
    },
  );

  it('for tomorrow are waited for while there is time', async () => {
    const house = setUp({
      now: '2026-04-15 10:00',
      settings: { minutes: 60, readyBy: '07:00' },
      prices: days(['2026-04-15'], { 20: 0.5 }),
    });
    expect(house.report().plan).toMatchObject({ reason: 'waiting-for-prices', runs: [] });
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
    expect(house.ask({ override: 'on' }).switch).toMatchObject({ on: true, until: at('2026-04-16 00:00') });
    await house.until('2026-04-16 12:00');
    expect(house.said.at(-1)).toBe('2026-04-16 00:00 off planned');
  });

  it.each([{ override: 'auto' }, { override: null }, { reset: true }] as const)('until %j', async (patch) => {
    const house = setUp({ now: '2026-04-15 12:00', settings, prices });
    house.ask({ override: 'on' });
    expect(house.ask(patch).switch).toMatchObject({ on: false, reason: 'planned' });
  });

  it('until the end that it was given, also where that passes while nobody looks', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings: { minutes: 60, shape: 'split' }, prices });
    house.ask({ override: 'on', overrideUntil: 30 });
    await house.until('2026-04-15 09:20');
    await house.restart('2026-04-15 09:45');
    expect(house.price(prices).plan).toMatchObject({ energyKwh: 0.5, start: at('2026-04-15 13:00') });
    await house.until('2026-04-15 23:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-15 09:00 on override',
      '2026-04-15 09:45 off planned',
      '2026-04-15 13:00 on planned',
      '2026-04-15 13:30 off planned',
    ]);
  });

  // Promise P-321 integrate/topics: `override_until` is for the override that stands, or the next
  it('takes a new end, and keeps one that was told before', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings, prices });
    house.ask({ overrideUntil: 20 });
    expect(house.ask({ override: 'on' }).switch.until).toBe(at('2026-04-15 09:20'));
    expect(house.ask({ overrideUntil: 40 }).switch).toMatchObject({ on: true, until: at('2026-04-15 09:40') });
    await house.until('2026-04-15 09:10');
    expect(house.ask({ prefer: 'latest' }).switch.until).toBe(at('2026-04-15 09:40'));
    expect(() => house.ask({ overrideUntil: '2026-04-15T09:00:00+02:00' })).toThrow(/^overrideUntil: .* has passed/);
  });

  // Promise P-322 integrate/topics: `override_until` is forgotten when its override ends, and with `auto`
  it.each([
    ['by itself', (house: House) => house.until('2026-04-15 09:01')],
    ['while nobody looks', (house: House) => house.restart('2026-04-15 09:02')],
    ['by auto', async (house: House) => void house.ask({ override: 'auto' })],
  ])('for a minute leaves no end to the next order where it ends %s', async (_, ends) => {
    const house = setUp({ now: '2026-04-15 09:00', settings, prices });
    house.ask({ override: 'on', overrideUntil: 1 });
    await ends(house);
    expect(house.report().demand).toMatchObject({ override: 'auto', overrideUntil: null });
    expect(house.ask({ override: 'on' }).switch).toMatchObject({ on: true, until: at('2026-04-16 00:00') });
  });

  // Promise P-280 integrate/topics: while a hand holds a device, its plan is the one behind, and made anew when the
  //   hand lets go
  it('on says the plan behind it, as if it held now, and that is made anew when the hand lets go', async () => {
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60, shape: 'split' }, prices });
    const said: string[] = [];
    const say = ({ switch: { on }, plan: { start, end } }: ReturnType<House['report']>) =>
      said.push(`${on ? 'on' : 'off'} ${[start, end].map((time) => shown(time ?? 0).slice(11)).join('-')}`);
    say(house.ask({ override: 'on', overrideUntil: 30 }));
    await house.until('2026-04-15 12:20');
    say(house.report());
    await house.until('2026-04-15 12:31');
    say(house.report());
    expect(said).toEqual(['on 13:00-14:00', 'on 13:00-14:00', 'off 13:00-13:30']);
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
