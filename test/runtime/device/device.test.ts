import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Period } from '../../../src/messages/demand/resolve-demand.ts';
import { isTheSame, withMeter } from '../../../src/runtime/device/asked.ts';
import {
  type Device,
  isPlanned,
  newDevice,
  reconfigured,
  relayUntil,
  restored,
  switched,
  takerOf,
} from '../../../src/runtime/device/device.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../support/device/device-value.ts';
import { ZONE } from '../../support/device/one-device.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const tonight: DemandSettings = { ...today, readyBy: '07:00' };

it.each<[string, DemandSettings, Period | null]>([
  ['the local day without a deadline', today, { end: clock('+00:00'), deadline: false }],
  ['the time until its deadline', tonight, { end: clock('+07:00'), deadline: true }],
  ['none where that has passed', { readyBy: '2026-04-15T11:00:00+02:00' }, null],
])('a device that knows nothing yet is off, and its period is %s', (_, own, period) => {
  const now = clock('12:00');
  expect(newDevice(own, now, ZONE)).toEqual({
    ...{ born: now, seen: now, timeZone: ZONE, period },
    ...{ told: {}, override: null, overrideUntil: null, other: null, output: null, planned: false, standing: null },
    credit: { seconds: 0, from: now, starts: 0, correction: 0, bought: { seconds: 0, amount: 0, until: now } },
  });
});

describe('a relay that nobody held kept its position', () => {
  const runs = [run('18:00', '19:00'), run('20:00', '21:00'), run('23:00', '23:30')];
  const by = (on: boolean) => ({ on, until: clock('22:15') });

  it.each<[string, string, Partial<Device>, string]>([
    ['the end of its run', '20:30', { standing: standingOf(runs) }, '21:00'],
    ['the end of the run that begins now', '20:00', { standing: standingOf(runs) }, '21:00'],
    ['the end of the last run that had begun', '22:00', { standing: standingOf(runs) }, '21:00'],
    ['the beginning of a plan of which no run has begun', '17:00', { standing: standingOf(runs) }, '12:00'],
    ['the beginning of a plan of no runs', '17:00', { standing: standingOf([]) }, '12:00'],
    ['what was counted last where nothing was planned', '17:00', {}, '16:00'],
    [
      'the end that the hand set which switched it on',
      '20:30',
      { standing: standingOf(runs), override: by(true) },
      '22:15',
    ],
    [
      'the end of its run, where a hand had it off',
      '20:30',
      { standing: standingOf(runs), override: by(false) },
      '21:00',
    ],
  ])('until %s: at %s', (_, now, more, end) => {
    expect(clockText(relayUntil(deviceOf(today, '16:00', more), clock(now)))).toBe(end);
  });

  it.each([
    ['within its run, what has run until now', '20:30', 30],
    ['after its run, what ran in that', '22:00', 60],
  ])('counts %s', (_, now, minutes) => {
    const device = deviceOf(today, '16:00', { ...onSince('20:00'), standing: standingOf(runs) });
    expect(restored(device, clock(now)).credit).toEqual({ ...device.credit, seconds: minutes * 60, from: clock(now) });
  });
});

describe('a device whose node has other settings', () => {
  // Promise P-323 integrate/topics: other settings of the node drop earlier requests
  it('forgets what it was told and what has yet to begin, and remembers when that was', () => {
    const standing = standingOf([run('18:00', '19:00'), run('20:00', '21:00'), run('20:01', '22:00')]);
    const before = deviceOf(today, '20:00', {
      ...{ ...onSince('19:50', 30), standing, told: { minutes: 90 } },
      overrideUntil: 90,
    });
    const after = reconfigured(before);
    expect(after).toEqual({
      ...before,
      ...{ told: {}, overrideUntil: null },
      changed: { at: clock('20:00'), seconds: 40 * 60 },
      standing: { ...standing, reason: 'no-prices', plan: { ...standing.plan, runs: standing.plan.runs.slice(0, 2) } },
    });
  });

  // Promise P-324 integrate/topics: other settings of the node keep an override in force
  it.each([true, false])('is on as a hand has it (%s), until that ends', (on) => {
    const hand = { override: { on, until: clock('22:00') }, overrideUntil: 90 };
    expect(reconfigured(deviceOf(today, '20:00', { ...hand, told: { minutes: 90 } }))).toMatchObject({
      ...hand,
      told: {},
    });
  });

  it('has no plan where it had none', () => {
    expect(reconfigured(deviceOf(today, '20:00')).standing).toBeNull();
  });
});

describe('an output', () => {
  const measured = { kw: { value: 1, at: clock('19:00') }, kwh: { value: 70, at: clock('19:00') } };
  const metered = { share: 0.5, until: clock('22:00') };

  it('that is switched on begins to count, and has one start more', () => {
    const before = deviceOf(today, '18:00', { output: { on: false, since: clock('18:00') } });
    const after = switched(before, true, clock('20:00'));
    expect(after).toEqual({
      ...before,
      output: { on: true, since: clock('20:00') },
      credit: { ...before.credit, from: clock('20:00'), starts: 1 },
    });
    expect(after).not.toHaveProperty('measured');
  });

  it('that is switched off has counted what it ran, and its meter says nothing of what comes', () => {
    const on = onSince('19:00');
    const before = deviceOf(today, '19:00', { ...on, credit: { ...on.credit, starts: 3, metered }, measured });
    expect(switched(before, false, clock('20:00'))).toEqual({
      ...before,
      output: { on: false, since: clock('20:00') },
      credit: { ...on.credit, starts: 3, seconds: 1800, from: clock('20:00'), drift: -1800 },
      measured: { kwh: measured.kwh },
    });
  });

  it.each([true, false])('that is %s already is as it was', (on) => {
    const before = deviceOf(today, '18:00', { output: { on, since: clock('18:00') } });
    expect(switched(before, on, clock('20:00'))).toBe(before);
  });

  it('that was never switched is switched off without a start', () => {
    const after = switched(deviceOf(today, '18:00'), false, clock('20:00'));
    expect([after.output, after.credit.starts]).toEqual([{ on: false, since: clock('20:00') }, 0]);
  });
});

describe('a meter that says the power', () => {
  const on = onSince('20:00', 10);
  const energy: DemandSettings = { energyKwh: 4, powerKw: 2 };
  const charge: DemandSettings = { soc: 20, targetSoc: 80, batteryKwh: 50, powerKw: 2 };
  const counted = { ...on.credit, seconds: 40 * 60, from: clock('20:30') };
  const metered = (share: number, end = '20:45') => ({ ...counted, metered: { share, until: clock(end) } });
  const until = (end: string) => ({ end: clock(end), deadline: true });

  it.each<[string, DemandSettings, Parameters<typeof withMeter>[1], object, Partial<Device>?]>([
    ['counts by its share of what is planned', energy, { measuredKw: 1.5 }, metered(0.75)],
    ['counts nothing where it takes none', energy, { measuredKw: 0 }, metered(0)],
    ['counts a state of charge', charge, { measuredKw: 1.5 }, metered(0.75)],
    ['counts past its deadline', energy, { measuredKw: 1 }, metered(0.5), { period: until('20:30') }],
    [
      'counts next to nothing until its deadline',
      energy,
      { measuredKw: 0.1 },
      metered(0.05, '20:40'),
      { period: until('20:40') },
    ],
    [
      'leaves next to nothing to the clock past its deadline',
      energy,
      { measuredKw: 0.1 },
      counted,
      { period: until('20:30') },
    ],
    ['leaves a need in minutes to the clock', today, { measuredKw: 1.5 }, counted],
    ['leaves a need that nobody says the power of to the clock', { energyKwh: 4 }, { measuredKw: 1.5 }, counted],
    [
      'leaves a need to the clock a day past its deadline',
      energy,
      { measuredKw: 1 },
      counted,
      { period: { end: clock('20:30') - 86_400, deadline: true } },
    ],
    ['leaves a need to the clock that has no period left', energy, { measuredKw: 1 }, counted, { period: null }],
    ['is forgotten', energy, { measuredKw: null }, counted],
    ['is forgotten with all else', energy, { reset: true }, counted],
    ['is not asked by a message of other things', energy, { measuredKwh: 70 }, on.credit],
  ])('%s', (_, own, patch, credit, more = {}) => {
    expect(withMeter(deviceOf(own, '20:00', { ...on, ...more }), patch, own, clock('20:30')).credit).toEqual(credit);
  });

  it('goes by the power that messages told', () => {
    const device = deviceOf(energy, '20:00', { ...on, told: { powerKw: 3 } });
    expect(withMeter(device, { measuredKw: 1.5 }, energy, clock('20:30')).credit).toEqual(metered(0.5));
  });

  it('is remembered beside the reading', () => {
    const kwh = { value: 70, at: clock('20:00') };
    const device = deviceOf(energy, '20:00', { measured: { kwh } });
    const { measured } = withMeter(device, { measuredKw: 1.5 }, energy, clock('20:30'));
    expect(measured).toEqual({ kw: { value: 1.5, at: clock('20:30') }, kwh });
    expect(withMeter(deviceOf(energy, '20:00'), {}, energy, clock('20:30')).measured).toEqual({});
  });
});

describe('two devices', () => {
  const before = deviceOf(tonight, '20:00', { told: { maxPrice: 0.2 } });
  const override = { on: true, until: clock('22:00') };

  it.each<[string, Partial<Device>]>([
    ['are told the same, whichever was said first', { told: { maxPrice: 0.2, minutes: 120 } }],
    ['are plugged in, whether anybody said so or not', { connected: true }],
    ['differ in what is planned', { standing: standingOf([]), planned: true }],
    ['differ in when they were looked at', { seen: clock('21:00'), born: 0 }],
  ])('are the same where they %s', (_, more) => {
    expect(isTheSame({ ...before, ...more }, before, tonight)).toBe(true);
  });

  it.each<[string, Partial<Device>]>([
    ['what they were told', { told: { maxPrice: 0.3 } }],
    ['their period', { period: { end: clock('+06:00'), deadline: true } }],
    ['a hand that switches one', { override }],
    ['the end that such a hand was told', { overrideUntil: 90 }],
    ['their time zone', { timeZone: 'Europe/London' }],
    ['being plugged in', { connected: false }],
    ['what has run', { credit: { ...before.credit, seconds: 1 } }],
  ])('are others where they differ in %s', (_, more) => {
    expect(isTheSame({ ...before, ...more }, before, tonight)).toBe(false);
  });
});

describe('the output as it is planned', () => {
  const standing = standingOf([run('18:00', '19:00'), run('21:00', '22:00')], { from: clock('18:30') });

  it.each<[string, string, boolean, Partial<Device>, boolean]>([
    ['stays on without a plan', '20:00', true, {}, true],
    ['stays off without one', '20:00', false, {}, false],
    ['stays on until a plan begins', '18:29:59', true, { standing }, true],
    ['stays off until one begins', '18:29:59', false, { standing }, false],
    ['is on in a run as soon as it begins', '18:30', false, { standing }, true],
    ['is off between two runs', '20:00', true, { standing }, false],
    ['is on in the second of a run’s start', '21:00', false, { standing }, true],
    ['is off in the second of its end', '22:00', true, { standing }, false],
  ])('%s', (_, now, planned, more, on) => {
    expect(isPlanned(deviceOf(today, '17:00', { planned, ...more }), clock(now))).toBe(on);
  });
});

it('what a device takes is told by its settings, over which messages lie, and by what it has had', () => {
  const device = deviceOf(today, '20:00', { ...onSince('20:00', 10), told: { powerKw: 3 } });
  const taker = takerOf(device, today);
  expect([taker.device, taker.settings]).toEqual([device, { minutes: 120, powerKw: 3 }]);
  expect(taker.delivered(clock('20:05'))).toBe(15 * 60);
});
