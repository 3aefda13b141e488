import { expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { days, setUp } from '../../../support/device/one-device.ts';

/** 10 kWh are a fifth of its battery and an hour; from 01:00 to 03:00 it is cheapest. */
const car: DemandSettings = { powerKw: 10, targetSoc: 80, batteryKwh: 50, readyBy: '07:00', shape: 'split' };
const prices = days(['2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'], { 1: 0.1, 2: 0.2, 3: 0.3 });
const evening = () => setUp({ now: '2026-01-12 20:00', settings: car, prices });

type Step = DemandPatch | string;
const none: readonly unknown[] = [null, null, 0];

/** How full it is and the amount that are in force, and the kWh that are planned, once all steps are taken: words, or the time until which it goes on. */
it.each<[what: string, steps: readonly Step[], inForce: readonly unknown[]]>([
  ['a state of charge is the need', [{ soc: 40 }], [40, null, 20]],
  ['an amount told after it counts in its place', [{ soc: 40 }, { energyKwh: 30 }], [null, 30, 30]],
  [
    'which is the need again once the amount is taken back',
    [{ soc: 40 }, { energyKwh: 30 }, { energyKwh: null }],
    [40, null, 20],
  ],
  ['also below minutes', [{ soc: 40 }, { minutes: 90 }, { minutes: null }], [40, null, 20]],
  [
    'and below one amount after another',
    [{ soc: 40 }, { minutes: 90 }, { energyKwh: 5 }, { energyKwh: null }],
    [40, null, 20],
  ],
  ['of two states of charge the last', [{ soc: 40 }, { energyKwh: 30 }, { soc: 60 }], [60, null, 10]],
  ['where no amount is left below it', [{ energyKwh: 30 }, { soc: 60 }, { soc: null }], none],
  ['it may be forgotten below an amount', [{ soc: 40 }, { energyKwh: 30 }, { soc: null }, { energyKwh: null }], none],
  ['a reset forgets both', [{ soc: 40 }, { energyKwh: 30 }, { reset: true }], none],
  ['and the one below', [{ soc: 40 }, { energyKwh: 30 }, { reset: true, energyKwh: 5 }, { energyKwh: null }], none],
  [
    'what ran by an amount counts for it',
    [{ soc: 40 }, { energyKwh: 30 }, '2026-01-13 02:00', { energyKwh: null }],
    [40, null, 10],
  ],
  [
    'as what ran before the amount does',
    [{ soc: 40 }, '2026-01-13 02:00', { energyKwh: 15 }, { energyKwh: null }],
    [40, null, 10],
  ],
  [
    'and nothing that ran before it was told',
    [{ energyKwh: 30 }, '2026-01-13 02:00', { soc: 60 }, { energyKwh: 30 }, { energyKwh: null }],
    [60, null, 10],
  ],
  [
    'which counts for the amount',
    [{ energyKwh: 30 }, '2026-01-13 02:00', { soc: 60 }, { energyKwh: 30 }],
    [null, 30, 20],
  ],
  [
    'nor over a deadline',
    [{ energyKwh: 10 }, '2026-01-13 02:00', { soc: 20 }, { energyKwh: 30 }, '2026-01-13 08:00', { energyKwh: null }],
    [20, null, 10],
  ],
  ['over a deadline too', [{ soc: 20 }, { energyKwh: 10 }, '2026-01-13 08:00', { energyKwh: null }], [20, null, 20]],
  [
    'an amount that ends with its deadline leaves it',
    [{ soc: 20 }, { energyKwh: 10, readyBy: '2026-01-13T07:00:00+01:00' }, '2026-01-13 08:00'],
    [20, null, 20],
  ],
  [
    'a car that comes back has what it was told to have',
    [
      { soc: 40 },
      { energyKwh: 10 },
      '2026-01-13 02:00',
      { connected: false },
      { connected: true },
      { energyKwh: null },
    ],
    [40, null, 20],
  ],
])('%s', async (_, steps, inForce) => {
  const house = evening();
  for (const step of steps) {
    if (typeof step === 'string') await house.until(step);
    else house.ask(step);
  }
  const { demand, plan } = house.report();
  expect([demand.soc ?? null, demand.energyKwh ?? null, Math.round(10 * plan.energyKwh) / 10]).toEqual(inForce);
  expect(house.errors).toEqual([]);
});

// Promise P-312 integrate/topics: an amount that is sent after `soc` replaces that need, until it is taken back
it('is remembered over a restart', async () => {
  const house = evening();
  house.ask({ soc: 40 });
  house.ask({ energyKwh: 30 });
  await house.restart('2026-01-12 21:00');
  expect(house.price(prices).demand).toMatchObject({ energyKwh: 30 });
  expect(house.ask({ energyKwh: null }).demand).toMatchObject({ soc: 40 });
  expect(house.errors).toEqual([]);
});

it('the amount for a deadline counts again where a clock is set back to before it', async () => {
  const house = evening();
  house.ask({ soc: 20 });
  house.ask({ energyKwh: 10, readyBy: '2026-01-13T07:00:00+01:00' });
  await house.until('2026-01-13 08:00');
  expect(house.report().demand).toMatchObject({ soc: 20 });
  await house.restartAt('2026-01-12 22:00');
  expect(house.report().demand).toMatchObject({ energyKwh: 10 });
});
