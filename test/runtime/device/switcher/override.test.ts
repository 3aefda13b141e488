import { describe, expect, it } from 'vitest';
import type { DemandPatch } from '../../../../src/messages/demand/demand.ts';
import { overriddenBy, overrideAt, overrideMoved, overrideWords } from '../../../../src/runtime/device/override.ts';
import { at, shown, ZONE } from '../../../support/device/one-device.ts';

const NOON = at('2026-04-15 12:00');
const day = { end: at('2026-04-16 00:00'), deadline: false };
const evening = { end: at('2026-04-15 18:00'), deadline: true };
const over = { end: at('2026-04-15 07:00'), deadline: true };
const device = { override: null, overrideUntil: null, period: day, timeZone: ZONE };

describe('an override ends', () => {
  it.each([
    ['minutes after its message', { overrideUntil: 90 }, day, '2026-04-15 13:30'],
    ['at the instant told', { overrideUntil: '2026-04-15T20:00:00+02:00' }, day, '2026-04-15 20:00'],
    ['with the local day where nothing is told', {}, day, '2026-04-16 00:00'],
    ['at the deadline of the need', {}, evening, '2026-04-15 18:00'],
    ['when it was told to, past the deadline too', { overrideUntil: 720 }, evening, '2026-04-16 00:00'],
    ['with the local day where the deadline has passed', {}, over, '2026-04-16 00:00'],
    ['with the local day where no deadline is left', {}, null, '2026-04-16 00:00'],
  ])('%s', (_, told, period, end) => {
    const { override } = overriddenBy({ override: 'on', ...told }, { ...device, period }, NOON);
    expect(override?.on).toBe(true);
    expect(shown(override?.until ?? 0)).toBe(end);
  });

  it.each([
    ['by the minutes that an earlier message gave', 90, '2026-04-15 13:30'],
    ['with the period once the instant of an earlier message is over', '2026-04-15T11:00:00+02:00', '2026-04-15 18:00'],
  ])('%s', (_, overrideUntil, end) => {
    const { override } = overriddenBy({ override: 'off' }, { ...device, overrideUntil, period: evening }, NOON);
    expect(shown(override?.until ?? 0)).toBe(end);
  });

  it('where it did before a message that says nothing of it', () => {
    const before = { ...device, override: { on: true, until: evening.end } };
    expect(overriddenBy({ minutes: 30 }, before, NOON).override).toEqual(before.override);
    expect(shown(overriddenBy({ overrideUntil: 5 }, before, NOON).override?.until ?? 0)).toBe('2026-04-15 12:05');
  });

  it.each([{ override: 'auto' as const }, { override: null }, { reset: true as const }])('at once with %j', (patch) => {
    const before = { ...device, override: { on: true, until: evening.end } };
    expect(overriddenBy(patch, before, NOON).override).toBeNull();
  });

  it('in the second of its end, which is forgotten with it', () => {
    const told = { override: { on: true, until: NOON }, overrideUntil: 1 };
    expect(overrideAt(told, NOON - 1)).toEqual(told);
    expect(overrideAt(told, NOON)).toEqual({ override: null, overrideUntil: null });
  });

  it('and until it has begun, the end that it is told before is not over', () => {
    const told = { override: null, overrideUntil: 90 };
    expect(overrideAt(told, NOON)).toEqual(told);
  });

  it.each<[DemandPatch, number | null]>([
    [{ override: 'auto' }, null],
    [{ override: null }, null],
    [{ override: 'auto', overrideUntil: 30 }, 30],
    [{ override: 'off' }, 90],
    [{ override: 'off', overrideUntil: null }, null],
    [{ reset: true }, null],
    [{}, 90],
  ])('and %j leaves of an end of 90 minutes %j', (patch, overrideUntil) => {
    const before = { ...device, override: { on: true, until: evening.end }, overrideUntil: 90 };
    expect(overriddenBy(patch, before, NOON).overrideUntil).toBe(overrideUntil);
  });
});

describe('an override whose clock was set', () => {
  const HOUR = 3600;
  const instant = '2026-04-15T15:00:00+02:00';
  it.each([
    ['an hour on, is as long as it was', 90, '13:30', HOUR, '14:30'],
    ['an hour back, is as long as it was', 90, '13:30', -HOUR, '12:30'],
    ['an hour on, ends at the instant told and not later', instant, '15:00', HOUR, '15:00'],
    ['an hour back, is as long as it was before the instant told', instant, '15:00', -HOUR, '14:00'],
    ['four hours on, is over where the instant told has passed', instant, '15:00', 4 * HOUR, '15:00'],
    ['an hour on, ends with the period and not later', null, '18:00', HOUR, '18:00'],
    ['an hour back, is as long as it was before the end of the period', null, '18:00', -HOUR, '17:00'],
  ])('%s', (_, overrideUntil, until, step, end) => {
    const override = { on: false, until: at(`2026-04-15 ${until}`) };
    const after = overrideMoved({ ...device, override, overrideUntil, period: evening }, step, NOON + step);
    expect([after?.on, shown(after?.until ?? 0)]).toEqual([false, `2026-04-15 ${end}`]);
  });

  it('stays none', () => {
    expect(overrideMoved(device, HOUR, NOON + HOUR)).toBeNull();
  });
});

it.each([
  [null, null, { override: 'auto', overrideUntil: null }],
  [{ on: true, until: NOON }, 90, { override: 'on', overrideUntil: 90 }],
  [{ on: false, until: NOON }, null, { override: 'off', overrideUntil: null }],
])('is said as a message says it: %j until %j', (override, overrideUntil, words) => {
  expect(overrideWords({ override, overrideUntil })).toEqual(words);
});
