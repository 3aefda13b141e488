import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import type { Outcome, Run } from '../../../../src/planner/types.ts';
import type { Device } from '../../../../src/runtime/device/device.ts';
import { meanPower, planWithout, resumed } from '../../../../src/runtime/device/fallback.ts';
import {
  clock,
  clockText,
  deviceOf,
  onSince,
  run,
  runTexts,
  standingOf,
} from '../../../support/device/device-value.ts';

/** Two hours of 2 kW by the seven o'clock that comes next. */
const tonight: DemandSettings = { minutes: 120, powerKw: 2, readyBy: '07:00' };
const today: DemandSettings = { minutes: 120, powerKw: 2 };
const ordersOf = (settings: DemandSettings, onFailure: 'run' | 'off' = 'run') => ({ settings, onFailure });

describe('without prices', () => {
  const plan = (settings: DemandSettings, now: string, more: Partial<Device> = {}, onFailure: 'run' | 'off' = 'run') =>
    planWithout('no-prices', deviceOf(settings, now, more), ordersOf(settings, onFailure), clock(now));

  it('a need gets one run at the latest start before its deadline, which nobody knows the cost of', () => {
    expect(plan(tonight, '20:00')).toEqual({
      plan: {
        runs: [{ start: clock('+05:00'), end: clock('+07:00'), kw: 2, energyKwh: 4, cost: null }],
        outcome: { kind: 'provisional', knownUntil: clock('20:00') },
        ...{ cost: null, baselineCost: null },
      },
      ...{ reason: 'fallback', from: clock('20:00'), review: clock('+07:00') },
    });
  });

  it.each<[string, string, string, Outcome]>([
    ['two hours before the deadline', '+05:00', '+05:00-+07:00', { kind: 'provisional', knownUntil: clock('+05:00') }],
    ['a minute later', '+05:01', '+05:01-+07:01', { kind: 'overrun', lateMinutes: 1 }],
    ['half an hour before it', '+06:30', '+06:30-+08:30', { kind: 'overrun', lateMinutes: 90 }],
    ['within a minute', '+04:59:30', '+05:00-+07:00', { kind: 'provisional', knownUntil: clock('+05:00') }],
  ])('%s the run begins with the next whole minute: %s', (_, now, text, outcome) => {
    const { plan: planned } = plan(tonight, now);
    expect([runTexts(planned.runs), planned.outcome]).toEqual([[text], outcome]);
  });

  it.each<[string, DemandSettings, Partial<Device>, string]>([
    [
      'five minutes after a device’s first start, in which prices may come',
      tonight,
      { born: clock('+06:00') },
      '+06:05',
    ],
    ['a whole minute after those', tonight, { born: clock('+06:00') + 1 }, '+06:06'],
    ['when its need may begin', { ...tonight, earliest: '06:30' }, {}, '+06:30'],
    [
      'at the end of the last run that is kept',
      tonight,
      { standing: standingOf([run('+06:10', '+06:20', 1)]) },
      '+06:20',
    ],
  ])('the run begins no sooner than %s', (_, settings, more, start) => {
    expect(clockText(plan(settings, '+06:00', more).plan.runs.at(-1)?.start ?? 0)).toBe(start);
  });

  it.each<[string, DemandSettings, 'run' | 'off', readonly Run[], string[], Outcome]>([
    [
      'nothing where that is chosen',
      tonight,
      'off',
      [],
      [],
      { kind: 'short', shortMinutes: 120, because: 'prices-end' },
    ],
    ['nothing without a deadline', today, 'run', [], [], { kind: 'idle', because: 'waiting' }],
    [
      'no more than was planned on prices, without a deadline',
      today,
      'run',
      [run('21:00', '21:30', 0.5)],
      ['21:00-21:30'],
      { kind: 'short', shortMinutes: 90, because: 'prices-end' },
    ],
  ])('a need gets %s', (_, settings, onFailure, runs, expected, outcome) => {
    const standing = runs.length > 0 ? standingOf(runs) : null;
    const { plan: planned, reason } = plan(settings, '20:00', { standing }, onFailure);
    expect([runTexts(planned.runs), planned.outcome, reason]).toEqual([expected, outcome, 'no-prices']);
    expect(planned.cost === null).toBe(expected.length === 0);
  });

  it('what is planned is followed as it is where it covers the need', () => {
    const standing = standingOf([run('22:00', '23:00', 0.4), run('+01:00', '+02:00', 0.3)], { reason: 'sun-expected' });
    const followed = plan(tonight, '20:00', { standing });
    expect(followed.plan).toBe(standing.plan);
    expect(followed).toMatchObject({ reason: 'sun-expected', from: clock('20:00'), review: clock('+07:00') });
  });

  it('without a deadline what is planned is followed until the day is over', () => {
    const standing = standingOf([run('21:00', '23:00', 1)]);
    expect(plan(today, '20:00', { standing }).review).toBe(clock('+00:00'));
  });

  it.each<[string, readonly Run[], string[], number | null]>([
    ['what is over', [run('17:00', '18:00', 0.2), run('21:00', '23:00', 0.3)], ['21:00-23:00'], 0.3],
    ['what ends now', [run('19:00', '20:00', 0.2), run('21:00', '23:00', 0.3)], ['21:00-23:00'], 0.3],
    ['the end of a run that is longer than the need', [run('21:00', '23:30', 1)], ['21:00-23:00'], null],
    [
      'the end of the run that meets the need',
      [run('21:00', '22:00', 1), run('22:30', '+00:00', 1)],
      ['21:00-22:00', '22:30-23:30'],
      null,
    ],
    [
      'what comes once the need is met',
      [run('21:00', '22:00', 0.25), run('22:30', '23:30', 0.5), run('+01:00', '+02:00', 1)],
      ['21:00-22:00', '22:30-23:30'],
      0.75,
    ],
  ])('of what is planned is left out %s', (_, runs, expected, cost) => {
    const { plan: planned } = plan(tonight, '20:00', { standing: standingOf(runs) });
    expect([runTexts(planned.runs), planned.cost, planned.outcome]).toEqual([expected, cost, { kind: 'complete' }]);
  });

  it('nobody knows the cost of what is kept where one run is on no known prices', () => {
    const standing = standingOf([run('19:30', '20:30'), run('21:00', '21:30', 1)]);
    expect(plan(today, '20:00', { standing }).plan).toMatchObject({ runs: standing.plan.runs, cost: null });
  });

  it('a run under way is cut where the need is met: what it has run is a part of it', () => {
    const standing = standingOf([run('19:00', '22:00', 1)]);
    const { plan: planned } = plan(tonight, '20:00', { ...onSince('19:00', 30), standing });
    expect(planned.runs).toEqual([{ start: clock('19:00'), end: clock('20:30'), kw: 2, energyKwh: 3, cost: null }]);
  });

  it.each<[string, readonly Run[], Outcome['kind'], string[]]>([
    ['planned on prices', [run('+05:00', '+06:00', 1)], 'complete', ['+05:00-+06:00']],
    ['planned on no prices that has yet to begin', [run('+05:00', '+06:00')], 'complete', []],
    ['planned on no prices that begins now', [run('+04:00', '+05:00')], 'complete', []],
    ['planned on no prices that has begun', [run('+03:59', '+05:00')], 'complete', ['+03:59-+05:00']],
    ['that ends at the deadline', [run('+06:30', '+07:00', 1)], 'complete', ['+06:30-+07:00']],
    ['that ends too late', [run('+06:30', '+07:01', 1)], 'complete', []],
    ['that ends too late and was to', [run('+06:30', '+07:01')], 'overrun', ['+06:30-+07:01']],
  ])('a run %s: %j of a plan that is %s leave %j', (_, runs, kind, kept) => {
    const standing = standingOf(runs);
    const outcome = kind === 'overrun' ? { kind, lateMinutes: 1 } : standing.plan.outcome;
    const more = { standing: { ...standing, plan: { ...standing.plan, outcome } } };
    expect(runTexts(plan(tonight, '+04:00', more, 'off').plan.runs)).toEqual(kept);
  });

  it.each<[string, Partial<Device>]>([
    ['that is met', onSince('18:00')],
    ['of which more than all has run', onSince('18:00', 30)],
    ['whose deadline has passed', { period: null }],
  ])('a need %s gets nothing more', (_, more) => {
    expect(plan(tonight, '20:00', more)).toMatchObject({
      plan: { runs: [], outcome: { kind: 'idle', because: 'satisfied' } },
      reason: 'satisfied',
    });
  });
});

describe('after a restart, until prices have had five minutes to come', () => {
  const resumes = (settings: DemandSettings, more: Partial<Device>, now = '20:00') =>
    resumed(deviceOf(settings, now, more), ordersOf(settings), clock(now));
  const all = [run('22:00', '+00:00', 1)];
  /** The first of its two hours has run, and no more is planned. */
  const anHour = { credit: onSince('22:00', 60).credit, standing: standingOf([run('21:00', '22:00', 1)]) };
  const underWay = { ...onSince('+05:00'), standing: standingOf([run('+05:00', '+07:00', 1)]) };

  it.each<[string, number | null, string]>([
    ['has no review', null, '20:05'],
    ['is looked at later', clock('20:06'), '20:05'],
    ['is looked at sooner', clock('20:04'), '20:04'],
  ])('the plan from before it that %s stands', (_, review, until) => {
    const standing = standingOf(all, { review });
    expect(resumes(tonight, { standing })).toEqual({ ...standing, review: clock(until) });
  });

  it.each<[string, DemandSettings, Partial<Device>]>([
    ['there was none', tonight, {}],
    ['it was to be looked at by now', tonight, { standing: standingOf(all, { review: clock('20:00') }) }],
    ['its deadline has passed', tonight, { standing: standingOf(all), period: null }],
    ['the need is met', tonight, { standing: standingOf(all), ...onSince('18:00') }],
  ])('none stands where %s', (_, settings, more) => {
    expect(resumes(settings, more)).toBeUndefined();
  });

  it.each<[string, string, DemandSettings, Partial<Device>, boolean]>([
    ['that leaves an hour open, six minutes before that has to begin', '+05:54:59', tonight, anHour, true],
    ['that leaves an hour open, five minutes before that has to begin', '+05:55', tonight, anHour, false],
    ['that leaves an hour open without a deadline', '22:58', today, anHour, true],
    ['that leaves nothing open, right before the deadline', '+06:57', tonight, underWay, true],
  ])('a plan %s: at %s', (_, now, settings, more, stands) => {
    expect(resumes(settings, more, now) !== undefined).toBe(stands);
  });
});

it.each([
  [
    'the mean of its phases by their length',
    [
      { minutes: 30, kw: 2 },
      { minutes: 90, kw: 1 },
    ],
    { powerKw: 9 },
    1.25,
  ],
  ['what its settings say where nothing is needed', [], { powerKw: 3 }, 3],
  ['what they say where no minute is', [{ minutes: 0, kw: 2 }], { powerKw: 3 }, 3],
  ['1 where nobody says', [], {}, 1],
])('the power of a need is %s', (_, need, settings, kw) => {
  expect(meanPower(need, settings)).toBe(kw);
});
