import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceState, openDevice, type RunningDevice } from '../../../src/runtime/device/open-device.ts';
import type { DeviceMember } from '../../../src/runtime/editor/overview.ts';
import { householdOf } from '../../../src/runtime/household/household.ts';
import { readSwitch, switchDevice } from '../../../src/runtime/household/switching.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { manualClock } from '../../support/manual-clock.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const at = (clock: string) => Date.parse(`2026-04-15T${clock}:00+02:00`) / 1000;

let directory: string;
let device: RunningDevice;
let state: DeviceState | undefined;
const clock = manualClock(NOON);
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dayahead-switch-'));
  device = await openDevice({
    site: await createSite({ clock, timeZone: 'Europe/Berlin' }),
    config: { energyKwh: 11, powerKw: 11, readyBy: '07:00' },
    owner: { id: 'car', name: 'Car' },
    keeping: { file: join(directory, 'car.json') },
    onNews: () => undefined,
    onState: (told) => {
      state = told;
    },
    onError: () => undefined,
  });
});
afterEach(async () => {
  await device.close({ removed: false });
  await rm(directory, { recursive: true });
});

const member = (): DeviceMember => ({ kind: 'device', id: 'car', name: 'Car', site: 'home', ...(state && { state }) });
const request = (asked: object) => switchDevice([member()], readSwitch({ site: 'home', id: 'car', ...asked }));
const say = (set: object) => {
  const answer = request({ set });
  return 'undo' in answer ? answer.undo : {};
};
const present = () => {
  const { switch: output, demand } = state?.report ?? {};
  const { energyKwh, readyBy, override, overrideUntil } = demand ?? {};
  return { on: output?.on, until: output?.until, energyKwh, readyBy, override, overrideUntil };
};
const before = { on: false, energyKwh: 11, readyBy: '07:00', override: 'auto', overrideUntil: null };

describe('commands of the page', () => {
  it.each([
    ['for an hour', { override: 'on', override_until: '60' }, { on: true, override: 'on', until: at('13:00') }],
    ['for two', { override: 'on', override_until: '120' }, { on: true, override: 'on', until: at('14:00') }],
    ['until the deadline', { override: 'on', override_until: '' }, { on: true, until: at('07:00') + 86_400 }],
    ['off', { override: 'off', override_until: '' }, { on: false, override: 'off', until: at('07:00') + 86_400 }],
    ['to another amount by another time', { energy_kwh: '20', ready_by: '06:00' }, { energyKwh: 20, readyBy: '06:00' }],
  ])('switch a device %s, and what they answer takes them back', (_, set, after) => {
    const undo = say(set);
    expect(present()).toMatchObject(after);
    say(undo);
    expect(present()).toMatchObject(before);
  });

  it('hold for one period where they say so, above those for good, and what they answer puts back both', () => {
    const once = (energyKwh: number) => JSON.stringify({ energyKwh, readyBy: '06:00' });
    const asked = () => householdOf([member()], 'home', { clock, powers: createPowers() }).devices[0]?.asked;
    const undone = { energy_kwh: '', ready_by: '' };
    expect(say({ once: once(5) })).toEqual({ once: '' });
    expect(present()).toMatchObject({ energyKwh: 5, readyBy: '06:00' });
    expect(asked()).toMatchObject({ energy_kwh: 5, once: once(5) });
    // Every day: the need for one period is over.
    const undo = say({ energy_kwh: '8', ready_by: '06:30' });
    expect(undo).toEqual({ ...undone, once: once(5) });
    expect(asked()).toMatchObject({ energy_kwh: 8, once: null });
    say(undo);
    expect(asked()).toMatchObject({ energy_kwh: 5, once: once(5) });
    say({ ...undone, once: '' });
    expect(present()).toMatchObject(before);
  });

  it('say in a preview what would run and what it would cost, and change nothing', () => {
    const prices = Array.from({ length: 24 }, (_, i) => ({ start: NOON + i * 3600, total: i === 3 ? 0.1 : 0.3 }));
    const start = (i: number) => new Date((NOON + i * 3600) * 1000).toISOString();
    device.input(prices.map(({ total }, i) => ({ start: start(i), end: start(i + 1), total })));
    const set = { once: JSON.stringify({ energyKwh: 5.5, readyBy: '18:00' }) };
    expect(request({ set, preview: true })).toEqual({
      preview: {
        runs: [{ start: '2026-04-15T15:00:00+02:00', end: '2026-04-15T15:30:00+02:00' }],
        ...{ energyKwh: 5.5, cost: 0.55, reason: 'planned' },
      },
    });
    expect(present()).toMatchObject(before);
    expect(() => request({ set: { once: '{"energyKwh":500}' }, preview: true })).toThrow(/^once: /);
  });

  it('put back what was told before, and an override with the end that it had', () => {
    say({ energy_kwh: '15', override: 'on', override_until: '90' });
    expect(say({ energy_kwh: '20', override: 'off' })).toEqual({
      energy_kwh: '15',
      override: 'on',
      override_until: '2026-04-15T11:30:00Z',
    });
  });

  it('give back what was told of amount and time, and only that is said to be otherwise than its settings', () => {
    const otherwise = () =>
      householdOf([member()], 'home', { clock, powers: createPowers() }).devices[0]?.toldOtherwise;
    expect(otherwise()).toBeUndefined();
    say({ energy_kwh: '20', ready_by: '07:00', override: 'on' });
    expect(otherwise()).toEqual(['energy_kwh']);
    say({ energy_kwh: '' });
    expect(otherwise()).toBeUndefined();
    expect(present()).toMatchObject({ energyKwh: 11, readyBy: '07:00', override: 'on' });
  });

  it('forget what was not told before, so that the settings of the node hold again', () => {
    expect(say({ energy_kwh: '20', override: 'on', override_until: '60' })).toEqual({
      energy_kwh: '',
      override: 'auto',
      override_until: '',
    });
  });

  // Promise P-817 operate/failures: a command is refused, or does not reach Node-RED
  it.each([
    [{ override: 'on', energy_kwh: 'many' }, /^energy_kwh: a number from 0 to/],
    [{ override: 'on', energy_kwh: '500' }, /^energy_kwh: a number from 0 to 300$/],
    [{ override: 'always' }, /^override: auto, on or off$/],
    [
      { override: 'on', override_until: '2026-04-15T11:00:00+02:00' },
      /^override_until: \S+ has passed; a time in the future is allowed$/,
    ],
  ])('refuses all of them where one is wrong, and changes nothing', (set, reason) => {
    expect(() => say(set)).toThrow(reason);
    expect(present()).toMatchObject(before);
  });

  it.each([
    [{ site: 'home', id: 'car', set: { max_price: '0.1' } }, /max_price/],
    [{ site: 'home', id: 'car', set: { override: true } }, /set\.override/],
    [{ site: 'home', id: 'car' }, /set/],
    [{ id: 'car', set: {} }, /site/],
    ['on', /object/],
  ])('are no %j', (asked, reason) => {
    expect(() => readSwitch(asked)).toThrow(reason);
  });

  it('are for the devices of the site alone, and for those that run', () => {
    const set = { override: 'on' };
    for (const [site, id] of [
      ['other', 'car'],
      ['home', 'gone'],
    ] as const)
      expect(() => switchDevice([member()], { site, id, set })).toThrow(`id: no device ${id} is running`);
    const idle: DeviceMember = { kind: 'device', id: 'car', name: 'Car', site: 'home' };
    expect(() => switchDevice([idle], { site: 'home', id: 'car', set })).toThrow('id: no device car is running');
    expect(present()).toMatchObject(before);
  });
});
