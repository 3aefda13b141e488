import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../../src/messages/parse.ts';
import { asked } from '../../../../src/runtime/device/asked.ts';
import type { Device } from '../../../../src/runtime/device/device.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../../support/device/device-value.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const tonight: DemandSettings = { ...today, readyBy: '07:00' };
/** What a device that was last looked at at 20:00 is after a message. */
const heardBy = (own: DemandSettings, patch: DemandPatch, now = '20:00', more: Partial<Device> = {}) =>
  asked(deviceOf(own, '20:00', more), patch, own, clock(now));
const endOf = ({ period }: Device) => period && clockText(period.end);

describe('what a message says of a need', () => {
  it('sticks, and is forgotten by null', () => {
    const once = heardBy(today, { minutes: 90, maxPrice: 0.2 });
    expect(once.told).toEqual({ minutes: 90, maxPrice: 0.2 });
    expect(asked(once, { maxPrice: null }, today, clock('20:00')).told).toEqual({ minutes: 90 });
  });

  it('is refused where the shape of the need does not know it', () => {
    const contiguous: DemandSettings = { ...today, shape: 'contiguous' };
    expect(() => heardBy(contiguous, { maxStarts: 3 })).toThrow(MessageError);
  });

  it.each<[string, DemandPatch, string | null]>([
    ['stays until its deadline', { minutes: 90 }, '+07:00'],
    ['ends with the new deadline', { readyBy: '06:00' }, '+06:00'],
    ['ends once at the instant told', { readyBy: '2026-04-15T23:00:00+02:00' }, '23:00'],
  ])('its period %s', (_, patch, end) => {
    expect(endOf(heardBy(tonight, patch))).toBe(end);
  });

  it('is refused with a deadline that has passed', () => {
    expect(() => heardBy(tonight, { readyBy: '2026-04-15T19:00:00+02:00' })).toThrow(
      new MessageError('readyBy: 2026-04-15T19:00:00+02:00 has passed; a time in the future is allowed'),
    );
  });

  it('is heard though the deadline of the node has passed: there is nothing left to be ready by', () => {
    const once = { ...today, readyBy: '2026-04-15T21:00:00+02:00' };
    expect(endOf(heardBy(once, { minutes: 90 }, '22:00'))).toBeNull();
  });
});

describe('a message past the deadline', () => {
  const late = { ...onSince('+06:30', 30), standing: standingOf([run('+06:30', '+08:00')]), planned: true };

  it('arms the need anew where nothing runs', () => {
    const heard = heardBy(tonight, { minutes: 90 }, '+07:10', { credit: onSince('20:00', 30).credit });
    expect([endOf(heard), heard.credit.seconds]).toEqual(['2026-04-17 07:00', 0]);
  });

  it('arms the need anew in the second of the deadline, as it is told', () => {
    const heard = heardBy(tonight, { readyBy: '08:00' }, '+07:00', { credit: onSince('20:00', 30).credit });
    expect([endOf(heard), heard.credit.seconds]).toEqual(['+08:00', 0]);
  });

  it('begins anew where a deadline had passed that was given once', () => {
    const heard = heardBy(tonight, { readyBy: '08:00' }, '+07:10', {
      period: null,
      credit: onSince('20:00', 30).credit,
    });
    expect([endOf(heard), heard.credit.seconds]).toEqual(['+08:00', 0]);
  });

  it.each<[string, DemandPatch, string]>([
    ['belongs to its own period', { minutes: 150 }, '+07:00'],
    ['belongs to the next period where it may take longer', { readyBy: '09:00' }, '+09:00'],
  ])('a run that is finished late %s, with what it has run', (_, patch, end) => {
    const heard = heardBy(tonight, patch, '+07:10', late);
    expect([endOf(heard), heard.credit.seconds]).toEqual([end, 30 * 60]);
  });
});

it('a run under way is finished where no deadline is left', () => {
  const late = { ...onSince('19:00'), standing: standingOf([run('19:00', '21:00')]), planned: true, period: null };
  const own = { ...today, readyBy: '2026-04-15T19:30:00+02:00' };
  expect(heardBy(own, { minutes: 150 }, '20:00', late)).toMatchObject({ period: null, standing: late.standing });
});

describe('a state of charge', () => {
  const car: DemandSettings = { targetSoc: 80, batteryKwh: 50, powerKw: 10 };
  const corrected = (correction: number) => ({ credit: { ...onSince('19:00').credit, correction } });

  it.each<[string, DemandPatch, Partial<Device>, number]>([
    ['that is told is all that counts', { soc: 40 }, { told: { soc: 20 }, ...onSince('19:00', 10) }, -70 * 60],
    ['that is forgotten leaves no correction', { minutes: 60 }, { told: { soc: 20 }, ...corrected(600) }, 0],
    ['that stays as it was told leaves its correction', { maxPrice: 1 }, { told: { soc: 20 }, ...corrected(600) }, 600],
    ['that was never told leaves the correction of a meter', { minutes: 60 }, corrected(600), 600],
  ])('%s', (_, patch, more, correction) => {
    expect(heardBy(car, patch, '20:00', more).credit.correction).toBe(correction);
  });
});

describe('a standing plan after a message', () => {
  const standing = standingOf([run('22:00', '23:00', 0.4), run('+01:00', '+02:00', 0.3)]);
  const bound: DemandSettings = { ...tonight, maxPrice: 0.5, maxPriceRule: 'average', whenUnknown: 'wait' };

  it.each<[string, DemandPatch, boolean]>([
    ['as it was, for another amount', { minutes: 90 }, true],
    ['as it was, for the same limit', { maxPrice: 0.5 }, true],
    ['on no known prices, for another limit', { maxPrice: 0.4 }, false],
    ['on no known prices, for a limit that is weighed otherwise', { maxPriceRule: 'interval' }, false],
    ['on no known prices, for another way with unknown prices', { whenUnknown: 'estimate' }, false],
  ])('is %s', (_, patch, isKept) => {
    const runs = standing.plan.runs.map((each) => ({ ...each, cost: null }));
    const expected = isKept ? standing : { ...standing, plan: { ...standing.plan, runs } };
    expect(heardBy(bound, patch, '20:00', { standing }).standing).toEqual(expected);
  });

  it('is none where there was none', () => {
    expect(heardBy(bound, { maxPrice: 0.4 }).standing).toBeNull();
  });
});

describe('a car', () => {
  const running = { ...onSince('19:00', 10) };
  const anew = onSince('20:00').credit;

  it.each<[string, DemandPatch, Partial<Device>, object, boolean | undefined]>([
    ['that nobody speaks of is plugged in', { minutes: 90 }, running, running.credit, undefined],
    ['that was never out goes on', { connected: true }, running, running.credit, true],
    [
      'that is unplugged has had what it had',
      { connected: false },
      running,
      { ...anew, seconds: 70 * 60, bought: running.credit.bought },
      false,
    ],
    ['that comes needs all anew', { connected: true }, { ...running, connected: false }, anew, true],
    ['that stays out counts no more', { connected: false }, { ...running, connected: false }, running.credit, false],
    [
      'that nobody knows of any more is plugged in',
      { connected: null },
      { ...running, connected: false },
      anew,
      undefined,
    ],
    [
      'that nobody knows of any more was plugged in',
      { connected: null },
      { ...running, connected: true },
      running.credit,
      undefined,
    ],
    ['that nobody speaks of stays out', { minutes: 90 }, { ...running, connected: false }, running.credit, false],
  ])('%s', (_, patch, more, credit, connected) => {
    const heard = heardBy(today, patch, '20:00', more);
    expect(heard.credit).toEqual(credit);
    expect('connected' in heard ? heard.connected : undefined).toBe(connected);
    expect('connected' in heard).toBe(connected !== undefined);
  });
});

describe('a hand, and a meter, are heard in the same message', () => {
  it('an override ends with the deadline that the message tells', () => {
    const heard = heardBy(tonight, { override: 'on', readyBy: '06:00' });
    expect(heard.override).toEqual({ on: true, until: clock('+06:00') });
  });

  it('a meter counts from then on by the power that the message tells', () => {
    const own: DemandSettings = { energyKwh: 4, powerKw: 2, readyBy: '07:00' };
    const heard = heardBy(own, { powerKw: 4, measuredKw: 1 }, '20:00', onSince('19:00'));
    expect(heard.credit).toMatchObject({ seconds: 3600, metered: { share: 0.25, until: clock('20:15') } });
    expect(heard.measured).toEqual({ kw: { value: 1, at: clock('20:00') } });
  });
});
