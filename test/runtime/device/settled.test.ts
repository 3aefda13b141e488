import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Period } from '../../../src/messages/demand/resolve-demand.ts';
import type { Run } from '../../../src/planner/types.ts';
import { armed, type Device, newDevice, reread, settled } from '../../../src/runtime/device/device.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../support/device/device-value.ts';
import { ZONE } from '../../support/device/one-device.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const tonight: DemandSettings = { ...today, readyBy: '07:00' };
const until = (period: Period | null) => period && clockText(period.end);

describe('what is over', () => {
  it.each([
    ['20:59', true],
    ['21:00', false],
  ])('an override until 21:00 at %s: it stands %s', (now, stands) => {
    const override = { on: true, until: clock('21:00') };
    expect(settled(deviceOf(today, '20:00', { override }), today, clock(now)).override).toEqual(
      stands ? override : null,
    );
  });

  it.each<[string, DemandSettings, string, readonly Run[], string]>([
    ['goes on in its last second', tonight, '+06:59:59', [], '+07:00'],
    ['gives way to the next at its deadline', tonight, '+07:00', [], '2026-04-17 07:00'],
    ['gives way to the next day', today, '+00:00', [], '2026-04-17 00:00'],
    ['goes on while a run is finished past its deadline', tonight, '+07:00', [run('+06:30', '+07:30')], '+07:00'],
    ['goes on while a piece is', { ...tonight, shape: 'split' }, '+07:00', [run('+06:30', '+07:30')], '+07:00'],
    ['goes on while an unbroken run is finished in the next day', today, '+00:00', [run('23:30', '+00:30')], '+00:00'],
    ['cuts a piece with the day', { ...today, shape: 'split' }, '+00:00', [run('23:30', '+00:30')], '2026-04-17 00:00'],
    ['gives way once the late run has ended', tonight, '+07:30', [run('+06:30', '+07:30')], '2026-04-17 07:00'],
  ])('a period %s: %j', (_, own, now, runs, end) => {
    const device = deviceOf(own, '20:00', { standing: standingOf(runs), credit: onSince('20:00', 30).credit });
    const after = settled(device, own, clock(now));
    expect([until(after.period), after.credit.seconds]).toEqual([end, until(device.period) === end ? 1800 : 0]);
  });

  it.each<[string, DemandSettings, DemandSettings, string]>([
    ['cuts no run that messages have in one piece', { ...today, shape: 'split' }, { shape: 'contiguous' }, '+00:00'],
    ['cuts one that they have in pieces', today, { shape: 'split' }, '2026-04-17 00:00'],
  ])('a new day %s', (_, own, told, end) => {
    const device = deviceOf(own, '20:00', { told, standing: standingOf([run('23:30', '+00:30')]) });
    expect(until(settled(device, own, clock('+00:00')).period)).toBe(end);
  });

  it('a deadline that was given once: after it there is none', () => {
    const once = { ...today, readyBy: '2026-04-15T21:00:00+02:00' };
    const after = settled(deviceOf(once, '20:00'), once, clock('21:00'));
    expect(after.period).toBeNull();
    expect(settled(after, once, clock('22:00')).period).toBeNull();
  });

  it.each([
    ['20:59', true],
    ['21:00', false],
  ])('a meter that was to speak again by 21:00 at %s: it counts %s', (now, counts) => {
    const on = onSince('20:00');
    const metered = { share: 0.5, until: clock('21:00') };
    const after = settled(deviceOf(today, '20:00', { ...on, credit: { ...on.credit, metered } }), today, clock(now));
    expect(after.credit).toEqual(
      counts ? { ...on.credit, metered } : { ...on.credit, seconds: 1800, from: clock('21:00'), drift: -1800 },
    );
  });
});

describe('a need that is armed again', () => {
  it('begins from nothing, and remembers the period before', () => {
    const before = deviceOf(tonight, '20:00', onSince('+06:30', 60));
    const after = armed(before, tonight, clock('+07:00'));
    expect(after).toMatchObject({ period: { end: clock('+07:00') + 86_400, deadline: true } });
    expect(after.credit).toEqual(newDevice({}, clock('+07:00'), ZONE).credit);
    expect(after.other).toEqual({
      period: before.period,
      credit: { ...before.credit, seconds: 90 * 60, from: clock('+07:00') },
    });
  });

  it('is that of what messages told', () => {
    const device = deviceOf(tonight, '20:00', { told: { readyBy: '08:30' } });
    expect(until(armed(device, tonight, clock('+07:00')).period)).toBe('+08:30');
  });

  it('goes on from the state of charge that was told', () => {
    const car: DemandSettings = { soc: 20, targetSoc: 80, batteryKwh: 50, powerKw: 10, readyBy: '07:00' };
    const after = armed(deviceOf(car, '20:00', onSince('+06:30', 60)), car, clock('+07:00'));
    expect(after.credit).toMatchObject({ seconds: 0, correction: 90 * 60 });
  });

  const other = { period: { end: clock('+07:00'), deadline: true }, credit: onSince('20:00', 45).credit };

  it('is the one before again where the clock was set back to that, with what had run for it', () => {
    const after = armed(deviceOf(tonight, '+08:00', { other }), tonight, clock('+06:00'));
    expect(after.credit).toEqual({ ...other.credit, from: clock('+06:00') });
  });

  it.each<[string, Partial<Device>, DemandSettings]>([
    ['another', { other: { ...other, period: { end: clock('+06:30'), deadline: true } } }, tonight],
    ['none', { other: null }, tonight],
    ['over, as is its deadline', { other }, { ...today, readyBy: '2026-04-15T21:00:00+02:00' }],
  ])('begins from nothing where the one before is %s', (_, more, own) => {
    expect(armed(deviceOf(tonight, '+08:00', more), own, clock('+06:00')).credit.seconds).toBe(0);
  });

  it('begins from the state of charge, whatever had run for the one before', () => {
    const soc: DemandSettings = { soc: 20, targetSoc: 80, batteryKwh: 50, powerKw: 10, readyBy: '07:00' };
    const device = deviceOf(soc, '+08:00', { other, credit: onSince('20:00', 30).credit });
    expect(armed(device, soc, clock('+06:00')).credit).toMatchObject({ seconds: 0, correction: 1800 });
  });

  it('remembers no period where there was none', () => {
    expect(armed(deviceOf(tonight, '20:00', { period: null }), tonight, clock('20:00')).other).toBeNull();
  });
});

describe('a device that hears of another time zone', () => {
  const inLondon = (now: number, more: Partial<Device> = {}, own = tonight) => {
    const { timeZone, period } = reread(deviceOf(tonight, '20:00', more), 'Europe/London', own, now);
    return [timeZone, until(period)];
  };

  it.each<[string, number, string]>([
    ['has its deadline by the clock of that', clock('21:00'), '+08:00'],
    ['has the one that it had, once that is over', clock('+07:00'), '+07:00'],
    ['has another in the second before', clock('+06:59:59'), '+08:00'],
    ['has the one that it had, while nobody knows the time', 1000, '+07:00'],
  ])('%s', (_, now, end) => {
    expect(inLondon(now)).toEqual(['Europe/London', end]);
  });

  it('has the deadline that messages told, over that of its node', () => {
    expect(inLondon(clock('21:00'), { told: { readyBy: '06:00' } }, { readyBy: '05:00' })).toEqual([
      'Europe/London',
      '+07:00',
    ]);
  });

  it('has none where that has passed', () => {
    expect(inLondon(clock('21:00'), {}, { readyBy: '2026-04-15T20:00:00+02:00' })).toEqual(['Europe/London', null]);
  });
});
