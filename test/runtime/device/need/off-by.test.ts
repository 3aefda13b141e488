import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { asked } from '../../../../src/runtime/device/asked.ts';
import type { Device } from '../../../../src/runtime/device/device.ts';
import {
  clock,
  clockText,
  deviceOf,
  onSince,
  run,
  runTexts,
  standingOf,
} from '../../../support/device/device-value.ts';

const tonight: DemandSettings = { minutes: 120, powerKw: 2, readyBy: '07:00' };
const heardBy = (patch: DemandPatch, more: Partial<Device>, own = tonight) =>
  asked(deviceOf(own, '19:00', more), patch, own, clock('20:00'));
/** A need of so many minutes, as it is remembered. */
const need = (minutes: number) => {
  const [remembered] = heardBy({ minutes: 1 }, { told: { minutes } }).offBy ?? [];
  return remembered?.need ?? '';
};
const offBy = (minutes: number, at: string, until: string | null = null) => ({
  ...{ need: need(minutes), at: clock(at) },
  until: until === null ? null : clock(until),
});

describe('a need that another takes the place of, while it has the device off', () => {
  it.each([
    ['with the run that was to come', [run('18:00', '19:00'), run('22:00', '23:00')], '22:00'],
    ['with none where all have run', [run('18:00', '19:00')], null],
  ])('is remembered %s', (_, runs, until) => {
    expect(heardBy({ minutes: 60 }, { standing: standingOf(runs) }).offBy).toEqual([offBy(120, '20:00', until)]);
  });

  it('is remembered without a plan', () => {
    expect(heardBy({ minutes: 60 }, {}).offBy).toEqual([offBy(120, '20:00')]);
  });

  it.each<[string, DemandPatch, DemandSettings]>([
    ['the same is told again', { minutes: 120 }, {}],
    ['only how full it is is told, which changes by itself', { soc: 30 }, { soc: 20, targetSoc: 80, batteryKwh: 50 }],
    ['only a hand has switched it', { override: 'on' }, {}],
  ])('is not where %s', (_, patch, told) => {
    expect(heardBy(patch, { told })).not.toHaveProperty('offBy');
  });

  it('is said to be another whichever of its settings changes, in no order of them', () => {
    expect(heardBy({ powerKw: 3 }, {}).offBy).toHaveLength(1);
    expect(heardBy({ powerKw: 2 }, {})).not.toHaveProperty('offBy');
    expect(heardBy({ minutes: 120, powerKw: 2 }, { told: { readyBy: '07:00' } })).not.toHaveProperty('offBy');
  });

  it('is remembered beside those of the last ten minutes, each once', () => {
    const before = [
      offBy(10, '19:50'),
      offBy(20, '19:50:01'),
      offBy(120, '19:55'),
      offBy(30, '20:09:59'),
      offBy(40, '20:10'),
    ];
    expect(heardBy({ minutes: 60 }, { offBy: before }).offBy).toEqual([
      offBy(20, '19:50:01'),
      offBy(30, '20:09:59'),
      offBy(120, '20:00'),
    ]);
  });

  it('is the last of eight that are', () => {
    const before = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((minutes) => offBy(minutes, '19:59'));
    const after = heardBy({ minutes: 60 }, { offBy: before }).offBy ?? [];
    expect(after.map((each) => each.need)).toEqual([3, 4, 5, 6, 7, 8, 9, 120].map(need));
  });
});

describe('a run under way after a message', () => {
  const runs = [run('18:00', '20:00', 1), run('20:00', '21:00', 1), run('22:00', '23:00', 1)];
  const on = { ...onSince('20:00'), planned: true, standing: standingOf(runs) };
  const heard = (before: readonly ReturnType<typeof offBy>[], patch: DemandPatch = { minutes: 60 }) => {
    const { standing, planned, offBy } = heardBy(patch, { ...on, offBy: before });
    return { runs: runTexts(standing?.plan.runs ?? []), from: clockText(standing?.from ?? 0), planned, offBy };
  };
  const held = { runs: runTexts(runs), from: '12:00', planned: true };
  const gone = { runs: ['18:00-20:00', '22:00-23:00'], from: '20:00:01', planned: true };

  it.each([
    ['is held that the need of before had on', [], [], held],
    [
      'is held where that need would have run by now',
      [offBy(60, '19:55', '20:00')],
      [offBy(60, '19:55', '20:00')],
      held,
    ],
    ['is held once that is ten minutes ago', [offBy(60, '19:50', '22:00')], [], held],
    ['is not where that need would run later', [offBy(60, '19:55', '20:01')], [offBy(60, '19:55', '20:01')], gone],
    ['is not where that need had nothing to run', [offBy(60, '19:55')], [offBy(60, '19:55')], gone],
    [
      'is not where one of those needs would run later',
      [offBy(60, '19:55', '20:00'), offBy(90, '19:56', '22:00')],
      [offBy(60, '19:55', '20:00'), offBy(90, '19:56', '22:00')],
      gone,
    ],
  ])('%s: after %j', (_, before, offBy, expected) => {
    expect(heard(before)).toEqual({ ...expected, offBy });
  });

  it('is held where no other need is told, and what is remembered stays', () => {
    const before = [offBy(60, '19:30')];
    expect(heard(before, { override: 'on' })).toEqual({ ...held, offBy: before });
  });

  it('is that of no plan where there is none', () => {
    const after = heardBy({ minutes: 60 }, { ...on, standing: null, offBy: [offBy(60, '19:55')] });
    expect([after.standing, after.offBy]).toEqual([null, [offBy(60, '19:55')]]);
  });
});
