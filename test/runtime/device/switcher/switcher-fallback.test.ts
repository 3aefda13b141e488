import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { planFor } from '../../../../src/runtime/device/planning.ts';
import { at, days, HOUR, type House, setUp, ZONE } from '../../../support/device/one-device.ts';

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

  it.each<[string, DemandPatch, string[]]>([
    ['no more than is left of the need', { deliveredKwh: 0.75 }, ['2026-04-16 06:45 on', '2026-04-16 07:00 off']],
    ['nothing where the need is met already', { deliveredKwh: 1 }, []],
    ['nothing where nothing is needed but low prices', { minutes: 0, alsoBelowPrice: -1 }, []],
  ])('right before the deadline runs %s', async (_name, patch, expected) => {
    const settings: DemandSettings = {
      minutes: 60,
      powerKw: 1,
      shape: 'split',
      readyBy: '07:00',
      preconditionMinutes: 20,
    };
    const house = setUp({ now: '2026-04-15 12:00', settings, prices: days(['2026-04-15'], {}) });
    house.ask({ ...patch, whenUnknown: 'wait' });
    const before = house.said.length;
    await house.until('2026-04-16 08:00');
    expect(house.said.slice(before).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual(expected);
  });

  it('while it waits, the need is met all the same', async () => {
    const prices = days(['2026-04-15'], {});
    const house = setUp({ now: '2026-04-15 08:00', settings: tonight, prices });
    expect(house.report().plan.reason).toBe('waiting-for-prices');
    await house.until('2026-04-16 07:00');
    expect(house.said.slice(1)).toEqual(late);
  });

  it('a run that has begun is finished, over the end of the prices and of the deadline', async () => {
    const settings = { minutes: 120, readyBy: '00:30' };
    const house = setUp({ now: '2026-04-15 23:00', settings, prices: days(['2026-04-15'], {}) });
    await house.until('2026-04-16 12:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 23:00 on overrun', '2026-04-16 01:00 off fallback']);
  });

  // Promise P-759 operate/failures: the tariff service is gone
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

  it.each<[string, DemandPatch, string[]]>([
    ['another amount', { minutes: 60 }, ['2026-04-15 14:00 on planned', '2026-04-15 15:00 off planned']],
    ['another limit', { maxPrice: 0.3 }, ['2026-04-15 21:59 on fallback', '2026-04-15 23:59 off fallback']],
  ])(
    'what was planned on prices is carried out for %s only where it may still be right',
    async (_, patch, expected) => {
      const settings: DemandSettings = { minutes: 120, readyBy: '23:59', shape: 'split', maxPrice: 0.2 };
      const house = setUp({ now: '2026-04-15 12:00', settings, prices: days(['2026-04-15'], { 14: 0.1, 18: 0.1 }) });
      await house.restart('2026-04-15 12:10');
      house.ask(patch);
      await house.until('2026-04-16 00:30');
      expect(house.said.slice(2)).toEqual(expected);
    },
  );

  it('a run without prices is finished, over a restart and when prices come', async () => {
    const house = setUp({ now: '2026-04-15 08:00', settings: tonight, timeZone: ZONE });
    await house.until('2026-04-16 05:30');
    await house.restart('2026-04-16 05:40');
    await house.until('2026-04-16 06:00');
    house.price(days(['2026-04-15', '2026-04-16'], { 6: 5, 7: 0 }));
    await house.until('2026-04-16 12:00');
    expect(house.said.slice(1)).toEqual([
      '2026-04-16 05:00 on fallback',
      '2026-04-16 05:40 on fallback',
      '2026-04-16 07:00 off waiting-for-prices',
    ]);
  });

  it('a run that was missed while it was away is made up for at the latest start', async () => {
    const house = setUp({
      now: '2026-04-15 20:00',
      settings: tonight,
      prices: days(['2026-04-15', '2026-04-16'], { 1: 0.1, 2: 0.1 }),
    });
    await house.until('2026-04-16 00:30');
    await house.restart('2026-04-16 03:30');
    await house.until('2026-04-16 07:00');
    expect(house.said.slice(2)).toEqual(late);
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
    ['overlapping prices', (house: House) => house.price({ spans: overlapping }), /^prices\[1\] .* it overlaps /],
    ['a demand that lacks something', (house: House) => house.ask({ energyKwh: 3 }), /^energyKwh: also needs powerKw/],
    [
      'a deadline that has passed',
      (house: House) => house.ask({ readyBy: '2026-04-15T07:00:00+02:00' }),
      /^readyBy: 2026-04-15T07:00:00\+02:00 has passed/,
    ],
  ])('%s: refused, and nothing changes', async (_name, input, why) => {
    const prices = days(['2026-04-15'], { 13: 0.1 });
    const house = setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices });
    const before = [house.report(), house.clock.alarms()];
    expect(() => input(house)).toThrow(why);
    expect([house.report(), house.clock.alarms()]).toEqual(before);
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
      'energyKwh: also needs powerKw',
    );
  });

  // Promise P-774 operate/failures: the machine sleeps
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
