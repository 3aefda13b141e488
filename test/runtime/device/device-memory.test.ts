import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import type { Outcome } from '../../../src/planner/types.ts';
import { type Device, newDevice, type StandingPlan } from '../../../src/runtime/device/device.ts';
import { memoryOf, openDeviceMemory, readMemory } from '../../../src/runtime/device/device-memory.ts';
import { type DeviceState, openDevice } from '../../../src/runtime/device/open-device.ts';
import { noHeartbeat, openHeartbeat } from '../../../src/runtime/heartbeat.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { openStore, type TextStore } from '../../../src/runtime/store.ts';
import { at, days, ZONE } from '../../support/device/one-device.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const NOW = 1_800_000_000;

/** A device that is to run in every second minute, `count` times. */
function planned(count: number): Device {
  const runs = Array.from({ length: count }, (_, i) => ({
    start: NOW + i * 120,
    end: NOW + i * 120 + 60,
    kw: 1.333_333_333_333,
    energyKwh: 0.022_222_222_222,
    cost: -0.001_234_567_891_234_5,
  }));
  const plan = { runs, outcome: { kind: 'complete' as const }, cost: 1, baselineCost: 2 };
  return {
    ...newDevice({ minutes: 60 }, NOW, 'Europe/Berlin'),
    standing: { plan, reason: 'planned', from: NOW, review: null },
  };
}

const standing = (outcome: Outcome = { kind: 'complete' }): StandingPlan => ({
  plan: {
    runs: [{ start: NOW, end: NOW + 60, kw: 2, energyKwh: 1, cost: null }],
    ...{ outcome, cost: 1, baselineCost: null },
  },
  ...{ reason: 'planned', from: NOW, review: null },
});

it.each([
  [3, 3],
  [200, 200],
  [5000, 200],
])('of %i runs of a plan the next %i are remembered, in less than 40 kB', (count, kept) => {
  const device = planned(count);
  const text = JSON.stringify(memoryOf({ minutes: 60 }, device));
  expect(text.length).toBeLessThan(40_000);
  const { standing, ...rest } = readMemory(JSON.parse(text), { minutes: 60 });
  const { standing: _, ...same } = device;
  expect(rest).toEqual(same);
  expect(standing?.plan.runs).toEqual(device.standing?.plan.runs.slice(0, kept));
});

it.each([
  ['does not know it', { minutes: 90 }, {}],
  ['has saved its default', { minutes: 90 }, { minSpread: '' }],
  ['asks for it', {}, { minSpread: '0.05' }],
])(
  'where a node from before `minSpread` %s, its device goes on with %j: what messages told it or nothing',
  (_, told, saved) => {
    const before = { shape: 'split', minutes: '60', alsoBelowPrice: '0.1', whenUnknown: '' };
    const kept = memoryOf(readSettings(before), { ...planned(1), told: { minutes: 90 } });
    expect(readMemory(kept, readSettings({ ...before, ...saved })).told).toEqual(told);
  },
);

/** As a store gives it back. */
const again = (device: Device): Device => readMemory(JSON.parse(JSON.stringify(memoryOf({}, device))), {});
const bare = newDevice({}, NOW, 'Europe/Berlin');
const credit = {
  ...bare.credit,
  seconds: 60,
  starts: 2,
  correction: -7,
  bought: { seconds: 9, amount: 3, until: NOW },
};

it.each<[string, Partial<Device>]>([
  ['that knows nothing yet', {}],
  ['that has no period left', { period: null }],
  ['that counts', { credit, output: { on: true, since: NOW }, planned: true }],
  ['that a meter counts', { credit: { ...credit, metered: { share: 0.5, until: NOW }, drift: -3 } }],
  ['that was there the day before', { other: { period: { end: NOW, deadline: true }, credit } }],
  ['that was told for once', { other: { period: { end: NOW, deadline: true }, credit, told: { minutes: 5 } } }],
  ['that was changed', { changed: { at: NOW, seconds: 60 } }],
  ['that was told', { told: { minutes: 90, readyBy: '07:00', maxPrice: 0.2 } }],
  ['that is not plugged in', { connected: false }],
  ['that is plugged in', { connected: true }],
  ['that a hand has on', { override: { on: true, until: NOW + 60 }, overrideUntil: 90 }],
  ['that a hand has off', { override: { on: false, until: NOW + 60 }, overrideUntil: '2027-01-15T08:00:00Z' }],
  [
    'that was off by other needs',
    {
      offBy: [
        { need: 'a', at: NOW, until: null },
        { need: 'b', at: NOW, until: NOW },
      ],
    },
  ],
  ['that gives way to others, in the sun', { standing: { ...standing(), limitCost: 0.2, solarKwh: 1.5, review: NOW } }],
])('a device %s is the same again', (_, more) => {
  const device = { ...bare, ...more };
  expect(again(device)).toEqual(device);
});

it.each<Outcome>([
  { kind: 'complete' },
  { kind: 'provisional', knownUntil: NOW },
  { kind: 'provisional', knownUntil: NOW, estimatedUntil: NOW + 60 },
  { kind: 'overrun', lateMinutes: 5 },
  { kind: 'short', shortMinutes: 5, because: 'price-limit' },
  { kind: 'short', shortMinutes: 5, because: 'prices-end' },
  { kind: 'short', shortMinutes: 5, because: 'starts' },
  { kind: 'idle', because: 'satisfied' },
  { kind: 'idle', because: 'spread' },
  { kind: 'idle', because: 'price-limit' },
  { kind: 'idle', because: 'waiting' },
])('a plan that is %j is the same again', (outcome) => {
  const device = { ...bare, standing: standing(outcome) };
  expect(again(device)).toEqual(device);
});

it.each<[string, object]>([
  ['of another schema', { schema: 2 }],
  ['of no device', { device: null }],
  ['of a device whose credit is none', { device: { ...bare, credit: {} } }],
])('a memory %s is refused', (_, more) => {
  expect(() => readMemory({ schema: 1, settings: {}, device: bare, ...more }, {})).toThrow(MessageError);
});

it('a device whose node has other settings forgets what it was told', () => {
  const kept = memoryOf({ minutes: 60 }, { ...bare, told: { minutes: 90 } });
  expect(readMemory(kept, { minutes: 60 }).told).toEqual({ minutes: 90 });
  expect(readMemory(kept, { minutes: 61 })).toEqual({ ...bare, changed: { at: NOW, seconds: 0 } });
});

it('of version 0.1, which knows of one period alone, is read', () => {
  const { other: _, seen, ...device } = newDevice({}, NOW, 'Europe/Berlin');
  const { bought, ...credit } = device.credit;
  expect([seen, bought.until]).toEqual([NOW, NOW]);
  expect(readMemory({ schema: 1, settings: {}, device: { ...device, credit } }, {})).toEqual({
    ...device,
    credit: { ...credit, bought: { seconds: 0, amount: 0, until: 0 } },
    other: null,
    seen: 0,
  });
});

/** Progress by a meter that reported half of the power until `from`. */
const meteredAt = (from: number) => ({
  ...bare.credit,
  ...{ seconds: (from - NOW) / 2, from, drift: (NOW - from) / 2, metered: { share: 0.5, until: from + 900 } },
});
const readAt = (at: number) => ({ kw: { value: 1, at } });

describe('the memory of a device', () => {
  const settings = { minutes: 60 };
  function opened(text?: string) {
    const errors: unknown[] = [];
    const kept = { text };
    const context: TextStore = {
      name: 'a context',
      read: async () => kept.text,
      write: async (text) => {
        kept.text = text;
      },
      remove: async () => {
        kept.text = undefined;
      },
    };
    const open = () =>
      openDeviceMemory(openStore({ context }), settings, noHeartbeat(manualClock(NOW)), (error) => errors.push(error));
    return { errors, kept, context, open };
  }

  it('gives back what was remembered, once it is closed', async () => {
    const { open, errors } = opened();
    const memory = await open();
    expect(memory.device).toBeUndefined();
    memory.remember(planned(2));
    await memory.close({ removed: false });
    expect([(await open()).device, errors]).toEqual([planned(2), []]);
  });

  it.each<[string, Partial<Device>, boolean]>([
    ['a need', { told: { minutes: 90 } }, true],
    ['an override', { override: { on: true, until: NOW + 60 } }, true],
    ['an output that is off', { output: { on: false, since: NOW + 60 } }, true],
    ['a change of its need', { offBy: [{ need: 'a', at: NOW, until: null }] }, true],
    ['a later review of the same plan', { standing: { ...standing(), review: NOW + 900 } }, true],
    ['a reading of the same quarter hour', { credit: meteredAt(NOW + 840), measured: readAt(NOW + 840) }, false],
    ['a reading of the next quarter hour', { credit: meteredAt(NOW + 900), measured: readAt(NOW + 900) }, true],
    ['the time and the cost so far', { seen: NOW + 60, credit: { ...meteredAt(NOW), bought: credit.bought } }, false],
  ])('writes a device again after %s: %j: %s', async (_, change, isWritten) => {
    const { open, context } = opened();
    const write = vi.spyOn(context, 'write');
    const memory = await open();
    const device = { ...bare, credit: meteredAt(NOW), output: { on: true, since: NOW }, standing: standing() };
    memory.remember(device);
    await setImmediate();
    memory.remember({ ...device, ...change });
    await setImmediate();
    expect(write).toHaveBeenCalledTimes(isWritten ? 2 : 1);
  });

  it('forgets a device that is removed', async () => {
    const { open, kept } = opened(JSON.stringify(memoryOf(settings, planned(2))));
    await (await open()).close({ removed: true });
    expect(kept.text).toBeUndefined();
  });

  it('is done without where it cannot be read', async () => {
    const { open, errors } = opened('{ "schema": 1 }');
    expect((await open()).device).toBeUndefined();
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('a context cannot be read') })]);
  });

  it('is done without where it cannot be written', async () => {
    const { open, errors, context } = opened();
    context.write = () => Promise.reject(new Error('the disk is full'));
    const memory = await open();
    memory.remember(planned(2));
    await memory.close({ removed: false });
    expect(errors).toEqual([
      expect.objectContaining({ message: 'not kept for a restart: the disk is full (a context)' }),
    ]);
  });
});

const MIDNIGHT = at('2026-01-15 00:00');
const prices = days(['2026-01-15'], { 1: 0.1, 2: 0.1, 4: 0.1 }).spans.map(({ start, end, price }) => ({
  ...{ start: new Date(start * 1000).toISOString(), end: new Date(end * 1000).toISOString() },
  value: price,
}));

/** A device that needs 4 kWh at 2 kW, opened from what `texts` keep. */
async function openedDevice(now: number, texts: Map<string, string>) {
  const clock = manualClock(now);
  const keeping = (name: string) => ({ context: memoryStore(texts, name) });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const heartbeat = await openHeartbeat(clock, openStore(keeping('heartbeat')), onError);
  const site = await createSite({ clock, timeZone: ZONE, heartbeat: async () => heartbeat });
  const states: DeviceState[] = [];
  const device = await openDevice({
    ...{ site, config: { energyKwh: '4', powerKw: '2', shape: 'split', readyBy: '18:00' } },
    ...{ owner: { id: 'boiler', name: 'Boiler' }, keeping: keeping('device'), onError },
    ...{ onNews: () => undefined, onState: (state: DeviceState) => states.push(state) },
  });
  const view = () => {
    const { report, told, delivered } = states.at(-1) as DeviceState;
    return { on: report.switch.on, requested: told?.(), minutes: (delivered?.() ?? 0) / 60 };
  };
  return { clock, device, view };
}

it('a device whose meter reports half of its power each minute goes on after a kill at any time, and lacks less than 15 minutes', async () => {
  const texts = new Map<string, string>();
  const { clock, device, view } = await openedDevice(MIDNIGHT, texts);
  device.input(prices);
  for (let minute = 1; minute <= 6 * 60; minute++) {
    await clock.advanceBy(60);
    if (minute === 200) device.input({ override: 'on', overrideUntil: 30 });
    device.input({ measuredKw: view().on ? 1 : 0 });
    if (minute % 20 !== 0) continue;
    await setImmediate();
    const again = await openedDevice(clock.now(), new Map(texts));
    again.device.input(prices);
    const { minutes, ...kept } = view();
    expect(again.view()).toMatchObject(kept);
    expect(Math.abs(again.view().minutes - minutes)).toBeLessThan(15);
  }
  expect(view().minutes).toBeGreaterThan(60);
});

it('writes again after a full disk, though only the cost of the runs has changed since', async () => {
  let isFull = true;
  const texts: string[] = [];
  const context: TextStore = {
    name: 'memory',
    read: async () => undefined,
    write: async (text) => {
      if (isFull) throw new Error('no space left on device');
      texts.push(text);
    },
    remove: async () => undefined,
  };
  const errors: unknown[] = [];
  const store = openStore({ context });
  const memory = await openDeviceMemory(store, {}, noHeartbeat(manualClock(NOW)), (error) => errors.push(error));
  const overridden = { ...bare, override: { on: true, until: NOW + 3600 } };
  memory.remember(overridden);
  await expect.poll(() => errors.length).toBe(1);
  isFull = false;
  memory.remember({ ...overridden, seen: NOW + 60 });
  await expect.poll(() => texts.length).toBe(1);
  memory.remember({ ...overridden, seen: NOW + 120 });
  await memory.close({ removed: false });
  expect(texts.map((text) => JSON.parse(text).device.seen)).toEqual([NOW + 60, NOW + 120]);
  expect(JSON.parse(texts[0] as string).device.override).toEqual({ on: true, until: NOW + 3600 });
});
