import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DemandPatch } from '../../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../../src/messages/parse.ts';
import { lawCases } from '../../../support/cases.ts';
import { days, HOUR, type House, setUp } from '../../../support/device/one-device.ts';

/** What the schema allows, sensible together or not; every key may be forgotten too. */
const values: Readonly<Record<keyof DemandPatch, readonly unknown[]>> = {
  minutes: [0, 7, 60, 400, 3000],
  powerKw: [0.1, 3.7],
  energyKwh: [0, 5.5],
  soc: [0, 55.5, 100],
  targetSoc: [20, 80],
  batteryKwh: [10],
  profile: [
    [
      { minutes: 30, kw: 2 },
      { minutes: 61, kw: 0 },
    ],
  ],
  earliest: ['00:00', '22:00', 'Mon-Fri 20:00, Sat 12:00 22:00', '2026-04-16T03:20:10+02:00'],
  readyBy: ['07:00, 17:00', 'Fri 07:00', '07:00', 'Mon-Fri 06:30', 'Sat 00:00', '2026-04-17T07:00:00+02:00'],
  shape: ['split', 'contiguous'],
  minOnMinutes: [0, 45],
  minOffMinutes: [0, 30],
  maxOffMinutes: [1, 90],
  maxStarts: [1, 3],
  maxPrice: [-1, 0, 0.5, '80 %'],
  maxPriceRule: ['interval', 'average'],
  alsoBelowPrice: [-0.5, 0.4],
  minSpread: [0, 0.3],
  preconditionMinutes: [0, 25],
  prefer: ['earliest', 'latest'],
  direction: ['cheapest', 'dearest'],
  whenUnknown: ['plan-known', 'wait', 'shortfall-now'],
  enabled: [true, false],
  override: ['auto', 'on', 'off'],
  overrideUntil: [0, 45, '2026-04-16T12:00:30+02:00'],
  deliveredKwh: [0, 1.25],
  connected: [true, false],
  measuredKw: [0, 2, 1_000_001],
  measuredKwh: [0, 4711.5, -1],
  once: [{ minutes: 90, readyBy: '07:00' }, { energyKwh: 2 }, { readyBy: 'Fri 06:00' }, { minutes: 5, targetSoc: 90 }],
  reset: [true],
};
const told = Object.entries(values).flatMap(([key, each]) => [null, ...each].map((value) => [key, value] as const));
const patch = fc
  .array(fc.constantFrom(...told), { maxLength: 6 })
  .map((entries) => Object.fromEntries(entries) as DemandPatch);

const dates = ['2026-04-15', '2026-04-16', '2026-04-17', '2026-04-18', '2026-04-19'];
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('ask' as const), patch }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('price' as const), days: fc.nat(3), seed: fc.nat(23) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.nat(20 * HOUR) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart' as const), seconds: fc.nat(3 * HOUR) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(house: House, step: Step): Promise<void> {
  if (step.does === 'wait') {
    await house.clock.advanceTo(house.clock.now() + 60 + step.seconds);
    return expectFollowed(house);
  }
  if (step.does === 'restart') return house.restart(house.clock.now() + step.seconds);
  const before = JSON.stringify([house.report(), house.clock.alarms()]);
  try {
    if (step.does === 'ask') house.ask(step.patch);
    else house.price(days(dates.slice(step.days), { [step.seed]: -0.6, [(step.seed + 5) % 24]: 0.3 }));
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    expect(JSON.stringify([house.report(), house.clock.alarms()])).toBe(before);
  }
}

/** A minute after the last input the output is what the plan has, or what a hand has set. */
function expectFollowed(house: House): void {
  const { switch: output, plan } = house.report();
  if (output.reason === 'override') return;
  const now = house.clock.now();
  expect(output.on).toBe(plan.runs.some(({ start, end }) => start <= now && now < end));
}

it('whatever it is asked, it refuses by name or follows, and fails at nothing afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const house = setUp({ now: '2026-04-15 05:55', settings: { minutes: 90, powerKw: 2 } });
      for (const step of steps) await take(house, step);
      expect(house.errors).toEqual([]);
    }),
    lawCases(400, 5000, 20_260_415),
  );
});
