import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { caughtUp, moved } from '../../../../src/runtime/device/clock-step.ts';
import { type Device, newDevice } from '../../../../src/runtime/device/device.ts';
import { at, shown, ZONE } from '../../../support/device/one-device.ts';

const NOON = at('2026-04-15 12:00');
const own: DemandSettings = { minutes: 60, readyBy: '18:00' };
const run = (start: string, end: string) => ({
  ...{ start: at(`2026-04-15 ${start}`), end: at(`2026-04-15 ${end}`) },
  ...{ kw: 1, energyKwh: 1, cost: null },
});
const plan = (...runs: ReturnType<typeof run>[]) => ({
  plan: { runs, outcome: { kind: 'complete' as const }, cost: null, baselineCost: null },
  ...{ reason: 'planned', from: at('2026-04-15 11:00'), review: null },
});
const device = (more: Partial<Device> = {}, settings = own): Device => ({
  ...newDevice(settings, at('2026-04-15 10:00'), ZONE),
  ...more,
});
const runsOf = ({ standing }: Device) =>
  standing?.plan.runs.map(({ start, end }) => `${shown(start).slice(11)}-${shown(end).slice(11)}`);

describe('a clock that was set', () => {
  it.each([
    ['an hour on', 3600],
    ['an hour back', -3600],
  ])('%s moves what was counted along', (_, step) => {
    const since = NOON - 1800;
    const credit = {
      ...{ ...device().credit, from: since, seconds: 60, bought: { seconds: 9, amount: 3, until: since } },
      metered: { share: 0.5, until: NOON + 600 },
    };
    const before = device({
      output: { on: true, since },
      planned: true,
      credit,
      standing: plan(run('11:30', '12:30')),
      changed: { at: since, seconds: 5 },
      measured: { kw: { value: 2, at: since }, kwh: { value: 70, at: since } },
    });
    const after = moved(before, own, step, NOON + step);
    expect(after).toMatchObject({
      born: before.born + step,
      changed: { at: since + step, seconds: 5 },
      output: { on: true, since: since + step },
      credit: {
        metered: { share: 0.5, until: NOON + 600 + step },
        from: since + step,
        seconds: 60,
        bought: { seconds: 9, amount: 3, until: since + step },
      },
      measured: { kw: { value: 2, at: since + step }, kwh: { value: 70, at: since + step } },
      standing: { reason: 'planned', from: at('2026-04-15 11:00') + step, review: NOON + step },
    });
  });

  it('leaves an output that was never switched, and a plan that was never made', () => {
    expect(moved(device(), own, 3600, NOON + 3600)).toMatchObject({ output: null, standing: null });
  });

  it.each([
    [
      'the run under way, and leaves what lies ahead',
      3600,
      [run('11:30', '12:30'), run('15:00', '16:00')],
      ['12:30-13:30', '15:00-16:00'],
    ],
    ['by whole minutes', 3659, [run('11:30', '12:30')], ['12:30-13:30']],
    ['back by whole minutes', -61, [run('11:30', '12:30')], ['11:28-12:28']],
    ['nothing that is over', 3600, [run('09:00', '12:00'), run('15:00', '16:00')], ['15:00-16:00']],
    [
      'no run over another that lies ahead',
      3600,
      [run('11:30', '12:30'), run('13:00', '13:20'), run('13:30', '14:00')],
      ['12:30-13:30'],
    ],
    [
      'nothing where it has passed what lay ahead',
      3 * 3600,
      [run('13:00', '14:00'), run('16:00', '17:00')],
      ['16:00-17:00'],
    ],
    ['a run that begins now with the rest', 3600, [run('12:00', '13:00')], ['13:00-14:00']],
  ])('moves %s', (_, step, runs, expected) => {
    const before = device({ output: { on: true, since: NOON - 1800 }, planned: true, standing: plan(...runs) });
    expect(runsOf(moved(before, own, step, NOON + step))).toEqual(expected);
  });

  it.each([
    ['the first run of a plan that goes on from the one before', true, ['13:01-13:31']],
    ['no first run of a plan that was to begin', false, []],
  ])('an hour on moves %s with the next minute', (_, planned, expected) => {
    const standing = { ...plan(run('12:01', '12:31')), from: at('2026-04-15 12:01') };
    expect(runsOf(moved(device({ planned, standing }), own, 3600, NOON + 3600))).toEqual(expected);
  });
});

describe('the period after the clock was set', () => {
  const at1 = (day: number, time = '18:00') => at(`2026-04-${day} ${time}`);
  const ran = { ...device().credit, seconds: 1800, from: NOON };
  const running = { output: { on: true, since: NOON - 1800 }, planned: true, credit: ran };
  const endOf = ({ period }: Device) => shown(period?.end ?? 0);

  it('is the same within it, and so is what has run', () => {
    const after = moved(device({ credit: ran }), own, 3600, NOON + 3600);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-15 18:00', 1800]);
  });

  it('is another day’s where nothing runs, and nothing has run for that', () => {
    const after = moved(device({ credit: ran }), own, 86_400, NOON + 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-16 18:00', 0]);
    expect(after.other).toMatchObject({ period: { end: at1(15) } });
  });

  it.each([
    ['an override alone has it on', { output: { on: true, since: NOON - 1800 }, planned: false }],
    ['an override has it off inside its run', { output: { on: false, since: NOON - 1800 }, planned: true }],
  ])('is another day’s where %s', (_, more) => {
    const runs = more.planned ? [run('11:30', '12:30')] : [];
    const after = moved(device({ ...more, credit: ran, standing: plan(...runs) }), own, 86_400, NOON + 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-16 18:00', 0]);
  });

  it('is that of the run under way in the second of its end', () => {
    const before = device({ ...running, standing: plan(run('11:30', '12:30')) });
    expect(endOf(moved(before, own, 6 * 3600, at1(15)))).toBe('2026-04-15 18:00');
  });

  it('is the one before where the clock was a day ahead, and what had run for that is known again', () => {
    const other = { period: { end: at1(14), deadline: true }, credit: { ...ran, seconds: 900 } };
    const after = moved(device({ other }), own, -86_400, NOON - 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-14 18:00', 900]);
  });

  it('is unknown while the clock shows a time before ours', () => {
    const step = at('2000-01-01 12:00') - NOON;
    expect(endOf(moved(device({ credit: ran }), own, step, NOON + step))).toBe('2026-04-15 18:00');
  });

  it('is that of the run under way, which counts for it, once its own is over', () => {
    const before = device({ ...running, standing: plan(run('11:30', '12:30')) });
    const after = moved(before, own, 86_400, NOON + 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-15 18:00', 1800]);
  });

  it('is that of the run under way where it is the next one’s', () => {
    const before = device({ ...running, standing: plan(run('11:30', '12:30')) });
    const after = moved(before, own, -86_400, NOON - 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-15 18:00', 1800]);
  });

  it('is the present one where the run under way comes more than a period before its own', () => {
    const before = device({ ...running, standing: plan(run('11:30', '12:30')) });
    const after = moved(before, own, -3 * 86_400, NOON - 3 * 86_400);
    expect([endOf(after), after.credit.seconds]).toEqual(['2026-04-12 18:00', 1800]);
  });

  it('is none where a deadline that was given once has passed', () => {
    const once = { minutes: 60, readyBy: '2026-04-15T18:00:00+02:00' };
    const after = moved(device({ credit: ran }, once), once, 86_400, NOON + 86_400);
    expect(after.period).toBeNull();
    const back = moved({ ...after, credit: ran }, once, -86_400, NOON);
    expect(endOf(back)).toBe('2026-04-15 18:00');
  });
});

describe('a device that comes back', () => {
  it.each([
    ['after its memory is as it was', { seen: NOON - 60 }, 0],
    ['a little before its memory, as clocks are set by seconds all the time, is as it was', { seen: NOON + 30 }, 0],
    ['a minute before its memory is moved to the present', { seen: NOON + 60 }, -60],
    ['before its memory is moved to the present', { seen: NOON + 3600 }, -3600],
    ['before its output was switched is moved', { seen: 0, output: { on: false, since: NOON + 7200 } }, -7200],
    ['before its credit was counted is moved', { seen: 0, credit: { ...device().credit, from: NOON + 5400 } }, -5400],
  ])('%s', (_, more, step) => {
    const before = device(more);
    expect(caughtUp(before, own, NOON).born - before.born).toBe(step);
  });
});
