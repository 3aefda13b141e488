import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../../src/messages/parse.ts';
import { newDevice, settled } from '../../../../src/runtime/device/device.ts';
import { lawCases } from '../../../support/cases.ts';
import { at, days, type House, setUp, ZONE } from '../../../support/device/one-device.ts';

/** An hour by 07:00 every day, which is at 03:00; the afternoons are cheapest at 16:00. */
const settings: DemandSettings = { minutes: 60, readyBy: '07:00' };
const prices = days(['2026-04-15', '2026-04-16', '2026-04-17'], { 3: 0.05, 13: 0.6, 14: 0.6, 16: 0.1, 17: 0.1 });
const ONCE = '2026-04-15T18:00:00+02:00';
const evening = ['2026-04-15 16:00 on planned', '2026-04-15 18:00 off'];
const nights = [
  '2026-04-16 03:00 on planned',
  '2026-04-16 04:00 off',
  '2026-04-17 03:00 on planned',
  '2026-04-17 04:00 off',
];

const open = (more: DemandSettings = {}) =>
  setUp({ now: '2026-04-15 12:00', settings: { ...settings, ...more }, prices });
/** Why it is off is another matter. */
const said = (house: House) => house.said.slice(1).map((text) => text.replace(/(?<= off) .*/, ''));
/** As a flow that goes on saying so, whether it is heard or not. */
function tellAgain(house: House, patch: DemandPatch): void {
  try {
    house.ask(patch);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
  }
}

describe('a deadline that was given once', () => {
  const told = { minutes: 120, readyBy: ONCE };

  // Promise P-319 integrate/topics: a `ready_by` that is given once is forgotten when it has passed, with the need
  //   that was sent
  it('is met, and then the device does what its settings say, and says so', async () => {
    const house = open();
    house.ask(told);
    expect(house.report().demand).toMatchObject(told);
    await house.until('2026-04-15 17:59');
    expect(house.report().demand).toMatchObject(told);
    await house.until('2026-04-15 18:00');
    expect(house.report()).toMatchObject({ demand: settings, plan: { reason: 'planned' } });
    await house.until('2026-04-17 08:00');
    expect(said(house)).toEqual([...evening, ...nights]);
  });

  it('is no more than that, however often it is told again and whenever Node-RED is restarted', async () => {
    const law = fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 44 * 60 }), fc.constantFrom('told', 'prices', 'restart'))),
      fc.constantFrom('contiguous' as const, 'split' as const),
      async (events, shape) => {
        const house = open({ shape });
        house.ask(told);
        for (const [minute, what] of events.sort(([a], [b]) => a - b)) {
          await house.clock.advanceTo(at('2026-04-15 12:00') + minute * 60);
          if (what === 'told') tellAgain(house, told);
          if (what === 'restart') await house.restart(house.clock.now());
          if (what !== 'told') house.price(prices);
        }
        await house.until('2026-04-17 08:00');
        const switched = said(house).filter((text, i, all) => text.split(' ')[2] !== all[i - 1]?.split(' ')[2]);
        expect(switched.filter((text, i) => i > 0 || !text.endsWith('off'))).toEqual([...evening, ...nights]);
      },
    );
    await fc.assert(law, lawCases(30, 1000));
  });

  it('that passes while Node-RED is off is forgotten when it is back', async () => {
    const house = open();
    house.ask(told);
    await house.until('2026-04-15 15:00');
    await house.restart('2026-04-15 20:00');
    expect(house.report().demand).toMatchObject(settings);
    house.price(prices);
    await house.until('2026-04-16 08:00');
    expect(said(house).slice(-2)).toEqual(nights.slice(0, 2));
  });

  // Promise P-320 integrate/topics: a `ready_by` that is given once is forgotten when a late device has met its need
  it('is met late where it comes too soon, which its plan says until then', async () => {
    const house = open();
    house.ask({ minutes: 120, readyBy: '2026-04-15T13:00:00+02:00' });
    for (const time of ['12:30', '13:00', '13:59']) {
      await house.until(`2026-04-15 ${time}`);
      expect(house.report()).toMatchObject({
        switch: { on: true, reason: 'overrun' },
        plan: { overrun: true },
        demand: { minutes: 120, readyBy: '2026-04-15T13:00:00+02:00' },
      });
    }
    await house.until('2026-04-15 14:00');
    expect(house.report()).toMatchObject({ switch: { on: false }, plan: { overrun: false }, demand: settings });
  });

  it('that nothing was planned for says why until it has passed', async () => {
    const house = open();
    house.ask({ ...told, maxPrice: 0.01 });
    await house.until('2026-04-15 17:00');
    expect(house.report().plan).toMatchObject({ reason: 'price-limit' });
    await house.until('2026-04-15 18:00');
    expect(house.report().demand).toMatchObject({ ...settings, maxPrice: 0.01 });
  });

  it('may be moved, and given again once it has passed', async () => {
    const house = open();
    house.ask({ minutes: 120, readyBy: '2026-04-15T15:00:00+02:00' });
    house.ask({ readyBy: ONCE });
    await house.until('2026-04-15 19:00');
    house.ask({ minutes: 30, readyBy: '2026-04-15T20:00:00+02:00' });
    await house.until('2026-04-17 08:00');
    expect(said(house)).toEqual([...evening, '2026-04-15 19:00 on planned', '2026-04-15 19:30 off', ...nights]);
  });

  it('is said to be over where nothing else changes by that', async () => {
    const house = open({ enabled: false });
    house.ask(told);
    house.plans.length = 0;
    await house.until('2026-04-15 18:00');
    expect(house.plans).toEqual(['disabled']);
  });

  it('is forgotten under a hand too, which goes on', async () => {
    const house = open();
    house.ask({ ...told, override: 'off', overrideUntil: 600 });
    await house.until('2026-04-15 18:00');
    expect(house.report()).toMatchObject({
      demand: settings,
      switch: { reason: 'override', until: at('2026-04-15 22:00') },
    });
  });

  it.each(['contiguous', 'split'] as const)(
    'is none the less for a clock that shows a later day for a while (%s)',
    async (shape) => {
      const house = open({ shape });
      house.ask(told);
      await house.until('2026-04-15 13:00');
      await house.clock.setTo(at('2026-04-17 13:00'));
      await house.clock.advanceBy(600);
      expect(house.report().demand).toMatchObject(settings);
      await house.clock.setTo(at('2026-04-15 13:10'));
      await house.clock.advanceBy(60);
      expect(house.report().demand).toMatchObject(told);
      house.price(prices);
      await house.until('2026-04-16 08:00');
      expect(said(house)).toEqual([...evening, ...nights.slice(0, 2)]);
    },
  );

  it('stays passed where the node itself has none but that', async () => {
    const house = open({ readyBy: ONCE });
    await house.until('2026-04-15 20:00');
    expect(house.report()).toMatchObject({ plan: { reason: 'deadline-passed' }, demand: { readyBy: ONCE } });
  });
});

it('a device that an earlier version left with a deadline that has passed is armed again', () => {
  const left = {
    ...newDevice(settings, at('2026-04-14 12:00'), ZONE),
    told: { minutes: 120, readyBy: ONCE },
    period: null,
  };
  expect(settled(left, settings, at('2026-04-15 20:00'))).toMatchObject({
    told: {},
    period: { end: at('2026-04-16 07:00'), deadline: true },
  });
});
