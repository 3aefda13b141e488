import { describe, expect, it } from 'vitest';
import { type DeviceReport, planBesideHand } from '../../../src/runtime/device/report.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { days, at as on, setUp } from '../../support/device/one-device.ts';

describe('the plan of a device that a hand has switched', () => {
  const at = (clock: string) => Date.parse(`2026-04-15T${clock}:00+02:00`) / 1000;
  const run = (start: string, end: string) => ({
    ...{ start: at(start), end: at(end), kw: 2, energyKwh: (at(end) - at(start)) / 1800, cost: 0.5, averagePrice: 0.1 },
  });
  const plan = {
    ...nothingPlanned,
    runs: [run('02:00', '03:00'), run('04:00', '06:00')],
    cost: 1,
    saving: 3,
    reason: 'planned',
  };
  /** Off, or on, by hand since 01:00. */
  const held = (until: string, on = false, since = '01:00'): DeviceReport => ({
    switch: { on, reason: 'override', until: at(until), price: null },
    ...{ plan, demand: {}, byHand: { on, since: at(since) } },
  });
  const deadline = at('07:00');
  const spans = ({ runs }: { readonly runs: readonly { readonly start: number; readonly end: number }[] }) =>
    runs.map(({ start, end }) => [start, end]);
  const spansAt = (...times: (readonly [string, string])[]) => times.map(([start, end]) => [at(start), at(end)]);

  it.each<[string, string, string[], number, number | null, boolean]>([
    ['before all of it, is what it was', '02:00', ['02:00', '04:00'], 0, 3, false],
    ['past a run, is the rest', '03:30', ['04:00'], 4, null, false],
    ['into a run, is the rest of that', '05:00', ['05:00'], 2, null, true],
    ['past the deadline, is nothing', '07:00', [], 0, null, true],
  ])('off %s', (_, until, starts, energyKwh, saving, isLate) => {
    const beside = planBesideHand(held(until), deadline);
    expect(beside.plan.runs.map(({ start }) => start)).toEqual(starts.map(at));
    expect(beside.plan).toMatchObject({ energyKwh, saving });
    expect(beside.isLate).toBe(isLate);
  });

  it.each<[string, string, [string, string][], number | null]>([
    [
      'for half an hour has half an hour less to run',
      '01:30',
      [
        ['02:00', '03:00'],
        ['04:00', '05:30'],
      ],
      null,
    ],
    ['for an hour that a run takes up has all of the others', '03:00', [['04:00', '05:00']], null],
    [
      'into a run goes on with that, for as long as is left',
      '02:30',
      [
        ['02:30', '03:00'],
        ['04:00', '05:00'],
      ],
      null,
    ],
    ['for as long as all of it has nothing more to run', '04:00', [], 0],
    ['for longer has not either', '07:00', [], 0],
  ])('on %s', (_, until, runs, cost) => {
    const beside = planBesideHand(held(until, true), deadline);
    expect(spans(beside.plan)).toEqual(spansAt(...runs));
    expect(beside).toMatchObject({ isLate: false, plan: { cost, saving: null } });
  });

  it('on since a run of it began, leaves the rest of that and the others', () => {
    expect(spans(planBesideHand(held('02:30', true, '02:00'), deadline).plan)).toEqual(
      spansAt(['02:30', '03:00'], ['04:00', '06:00']),
    );
  });

  it('past a run and into the next, is a part of that: of its energy as much, of its cost and its sun nobody knows', () => {
    const changed = { start: at('02:00'), end: at('06:00'), expectedCost: 2, solarKwh: 3.5 };
    const told = { ...held('05:00'), plan: { ...plan, ...changed } };
    const { expectedCost: _, ...rest } = { ...plan, expectedCost: 2 };
    expect(planBesideHand(told, undefined).plan).toEqual({
      ...rest,
      runs: [{ ...run('05:00', '06:00'), cost: null, averagePrice: null }],
      ...{ start: at('05:00'), end: at('06:00'), energyKwh: 2 },
      ...{ cost: null, averagePrice: null, baselineCost: null, saving: null },
    });
  });

  it('into its first run, keeps the others as they are; the sum of the costs is known of none that is cut', () => {
    const beside = planBesideHand(held('02:30'), undefined).plan;
    expect(beside.runs).toEqual([{ ...run('02:30', '03:00'), cost: null, averagePrice: null }, run('04:00', '06:00')]);
    expect([beside.energyKwh, beside.cost]).toEqual([5, null]);
  });

  it('until a run begins, costs what that does', () => {
    expect(planBesideHand(held('04:00'), undefined).plan).toMatchObject({ start: at('04:00'), cost: 0.5 });
  });

  it('past all of it, begins and ends at no time and costs nothing', () => {
    const { plan: beside } = planBesideHand(held('06:00'), undefined);
    expect(beside).toMatchObject({ runs: [], start: null, end: null, energyKwh: 0, cost: 0 });
  });

  it.each([
    ['as much as before the hand', '04:00', '01:00', false],
    ['a minute more', '04:01', '01:00', true],
    ['less, as a part of it had run when it was switched off', '04:30', '02:30', false],
    ['a minute more, as a part of it had run', '04:31', '02:30', true],
    ['what is left, as all before it was over', '05:00', '03:30', false],
  ])('needs the three hours to the deadline, or not: %s', (_, until, since, isLate) => {
    expect(planBesideHand(held(until, false, since), deadline).isLate).toBe(isLate);
  });

  it('for a later day is not missed by who is off today', () => {
    expect(planBesideHand(held('02:00'), at('02:00')).isLate).toBe(false);
  });

  it('of one that nobody says the end of stays', () => {
    const report = held('05:00');
    const told = { ...report, switch: { ...report.switch, until: null } };
    expect(planBesideHand(told, deadline)).toEqual({ plan, isLate: false });
  });

  it('by something else than a hand stays', () => {
    const { byHand: _, ...told } = held('05:00');
    expect(planBesideHand(told, deadline)).toEqual({ plan, isLate: false });
  });

  it('is late for nothing where it needs nothing by any time', () => {
    expect(planBesideHand(held('07:00'), undefined).isLate).toBe(false);
  });
});

describe('a device that a hand has switched off', () => {
  const prices = days(['2026-04-14', '2026-04-15', '2026-04-16'], { 2: 0.1, 3: 0.1, 4: 0.1 });
  it('has missed its run also once the time of that is over, and since it is planned anew, what is left', async () => {
    const settings = { minutes: 180, powerKw: 2, readyBy: '07:00' };
    const house = setUp({ now: '2026-04-14 19:00', settings, prices });
    house.ask({ override: 'off' });
    const late = () => planBesideHand(house.report(), on('2026-04-15 07:00')).isLate;
    for (const time of ['01:00', '03:30', '05:10', '06:59']) {
      await house.until(`2026-04-15 ${time}`);
      expect([time, late()]).toEqual([time, true]);
    }
  });

  it('and then on for an hour runs the rest of its need, told so from the beginning', async () => {
    const house = setUp({ now: '2026-04-14 19:00', settings: { minutes: 180, powerKw: 2, readyBy: '07:00' }, prices });
    house.ask({ override: 'on', overrideUntil: 60 });
    const told = () => planBesideHand(house.report(), undefined).plan.runs.map(({ start, end }) => [start, end]);
    const rest = [[on('2026-04-15 02:00'), on('2026-04-15 04:00')]];
    expect(told()).toEqual(rest);
    house.price(days(['2026-04-14', '2026-04-15'], { 2: 0.1, 3: 0.1, 4: 0.1, 12: 0.2 }));
    await house.until('2026-04-14 19:30');
    expect(told()).toEqual(rest);
    await house.until('2026-04-14 20:30');
    expect(told()).toEqual(rest);
  });
});
