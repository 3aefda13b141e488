import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Period } from '../../../src/messages/demand/resolve-demand.ts';
import type { Run } from '../../../src/planner/types.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import {
  deliveredMinutes,
  isInForce,
  isPlanKept,
  minutesAfter,
  nextMinute,
  nothingToRun,
  plannedPeriod,
  plannedSettings,
  reviewOf,
} from '../../../src/runtime/device/review.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../support/device/device-value.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const by = (text: string): Period => ({ end: clock(text), deadline: true });
const day: Period = { end: clock('+00:00'), deadline: false };

describe('on the first day of a device, of which a quarter is left', () => {
  const pieces: DemandSettings = { minutes: 400, shape: 'split' };
  const at18 = { born: clock('18:00') };

  it.each<[string, DemandSettings, Partial<Device>, number]>([
    ['half of that in pieces, as a quarter of its need is less', pieces, at18, 180],
    ['all that a message told', pieces, { ...at18, told: { minutes: 401 } }, 401],
    ['half of that, though a message told of other things', pieces, { ...at18, told: { maxPrice: 1 } }, 180],
    ['all of a need in one piece', { ...pieces, shape: 'contiguous' }, at18, 400],
    ['all where no deadline is left', pieces, { ...at18, period: null }, 400],
  ])('it needs %s', (_, settings, more, minutes) => {
    const orders = { settings, onFailure: 'run' as const };
    expect(plannedSettings(deviceOf(settings, '18:00', more), orders, clock('18:00')).minutes).toBe(minutes);
  });
});

describe('a plan is made', () => {
  const opened: DemandSettings = { minutes: 120, earliest: '18:00', readyBy: '21:00' };
  const off = { output: { on: false, since: clock('19:00') } };
  const late = { born: clock('21:30') };

  it.each<[string, DemandSettings, Partial<Device>, string | null]>([
    ['for the period that is next, where it is too late to begin', opened, {}, '+21:00'],
    ['for that too, where it was switched off', opened, off, '+21:00'],
    ['for its own, where it is on', opened, onSince('20:40'), '21:00'],
    ['for its own, where some of it has run', opened, { ...off, credit: onSince('19:00', 1).credit }, '21:00'],
    ['for none where no deadline is left', opened, { period: null }, null],
    ['for the day after the first, where its need has no room in that', { minutes: 201 }, late, '2026-04-17 00:00'],
    ['for the first day, where a message told the need', { minutes: 9 }, { ...late, told: { minutes: 201 } }, '+00:00'],
  ])('%s', (_, settings, more, end) => {
    const period = plannedPeriod(deviceOf(settings, '20:40', more), settings, clock('20:40'));
    expect(period && clockText(period.end)).toBe(end);
  });
});

describe('a plan of no runs', () => {
  it.each<[string, string, Period | null, string, string | null]>([
    ['satisfied', 'satisfied', day, '20:00', '+00:00'],
    ['disabled', 'waiting', day, '20:00', '+00:00'],
    ['disabled', 'waiting', day, '23:59:30', '+00:00:30'],
    ['deadline-passed', 'waiting', null, '20:00', null],
  ])(
    'as it is %s is %s: with the period %j at %s it is looked at again at %s',
    (reason, because, period, now, review) => {
      expect(nothingToRun(reason, deviceOf(today, '19:00', { period }), clock(now))).toEqual({
        plan: { runs: [], outcome: { kind: 'idle', because }, cost: null, baselineCost: null },
        ...{ reason, from: clock(now), review: review && clock(review) },
      });
    },
  );
});

describe('at 20:00 a plan is to be looked at again', () => {
  const split: DemandSettings = { ...today, shape: 'split' };
  const next = { ...day, end: day.end + 86_400 };
  interface Case {
    readonly runs?: readonly Run[];
    readonly uncovered?: number;
    readonly knownUntil?: string;
    readonly own?: Period | null;
    readonly period?: Period;
  }

  it.each<[string, DemandSettings, Case, string]>([
    ['when the day is over', today, { runs: [run('21:00', '23:00')] }, '+00:00'],
    [
      'when its unbroken run has ended after the day',
      today,
      { runs: [run('21:00', '22:00'), run('23:30', '+00:30')] },
      '+00:30',
    ],
    ['when the day is over, that cuts a piece', split, { runs: [run('23:30', '+00:30')] }, '+00:00'],
    [
      'when its late piece has ended after the deadline',
      split,
      { period: by('22:00'), runs: [run('21:00', '22:30')] },
      '22:30',
    ],
    [
      'when its day is over, as the run is for the next',
      today,
      { period: next, own: day, runs: [run('+01:00', '+03:00')] },
      '+00:00',
    ],
    ['at the end of the period it is made for, where it has none', today, { period: by('22:00'), own: null }, '22:00'],
    ['when the known prices end', today, { knownUntil: '21:15' }, '21:15'],
    ['when the known prices end no more, as they have', today, { knownUntil: '20:00' }, '+00:00'],
    ['in a minute, as its period is over', today, { period: by('20:00') }, '20:01'],
    [
      'in a minute, as its period has long been over',
      today,
      { period: by('19:00'), runs: [run('18:00', '19:30')] },
      '20:01',
    ],
    ['when what it leaves open has to begin', today, { period: by('+07:00'), uncovered: 30 }, '+06:30'],
    [
      'when that has to begin before a run, of which 30 minutes until the deadline are left',
      today,
      { period: by('+07:00'), uncovered: 45, knownUntil: '+06:00', runs: [run('+05:30', '+06:30')] },
      '+05:15',
    ],
    [
      'when that has to begin between two runs',
      today,
      { period: by('+07:00'), uncovered: 45, runs: [run('+03:00', '+04:00'), run('+05:30', '+06:30')] },
      '+05:15',
    ],
    ['at the deadline, where it is too late for what is open', today, { period: by('21:00'), uncovered: 60 }, '21:00'],
    ['at the deadline, where nothing is open', today, { period: by('21:00'), uncovered: 0 }, '21:00'],
    ['at the deadline, where more is planned than needed', today, { period: by('21:00'), uncovered: -10 }, '21:00'],
    ['when the day is over, which asks for nothing to begin', today, { uncovered: 30 }, '+00:00'],
  ])('%s', (_, settings, { runs = [], uncovered = 0, knownUntil = '+12:00', period = day, own = period }, review) => {
    const plan = { runs, uncovered, knownUntil: clock(knownUntil) };
    expect(
      clockText(reviewOf(plan, deviceOf(settings, '19:00', { period: own }), period, settings, clock('20:00'))),
    ).toBe(review);
  });
});

it.each([
  ['all of what lies ahead', '20:00', 90],
  ['the rest of what is under way', '21:20', 70],
  ['nothing of what is over', '22:00', 30],
  ['nothing once all is over', '+01:00', 0],
])('the minutes of runs count %s: from %s on %i', (_, from, minutes) => {
  expect(minutesAfter(clock(from), [run('21:00', '22:00'), run('23:30', '+00:00')])).toBe(minutes);
});

it('minutes are counted whole: what was delivered down, what a plan begins with up', () => {
  const device = deviceOf(today, '20:00', onSince('20:00'));
  expect([deliveredMinutes(device, clock('20:10') + 59), deliveredMinutes(device, clock('20:11'))]).toEqual([10, 11]);
  expect([nextMinute(clock('20:10')), nextMinute(clock('20:10') + 1)].map(clockText)).toEqual(['20:10', '20:11']);
});

describe('at an alarm that was due at 20:00 the plan', () => {
  const planned = (review: string | null) => ({
    standing: standingOf([], { review: review === null ? null : clock(review) }),
  });
  const held = (until: string) => ({ override: { on: true, until: clock(until) } });

  it.each<[string, Partial<Device>, string, boolean]>([
    ['is kept where nothing is to be looked at', planned(null), '20:00', true],
    ['is kept where there is none', {}, '20:00', true],
    ['is kept almost a minute later', planned(null), '20:00:59', true],
    ['is made again a minute later', planned(null), '20:01', false],
    ['is kept until its review', planned('20:00:01'), '20:00', true],
    ['is made again at its review', planned('20:00'), '20:00', false],
    ['is kept while a hand holds the output', { ...planned(null), ...held('20:00:01') }, '20:00', true],
    ['is made again when the hand lets it go', { ...planned(null), ...held('20:00') }, '20:00', false],
  ])('%s', (_, more, now, isKept) => {
    expect(isPlanKept(deviceOf(today, '19:00', more), clock('20:00'), clock(now))).toBe(isKept);
  });

  it.each<[string, string | null, boolean]>([
    ['is in force before its review', '20:00:01', true],
    ['is not at its review', '20:00', false],
    ['is where it has none', null, true],
  ])('%s', (_, review, isIt) => {
    expect(isInForce(planned(review).standing, clock('20:00'))).toBe(isIt);
  });

  it('is not in force where there is none', () => {
    expect(isInForce(null, clock('20:00'))).toBe(false);
  });
});
