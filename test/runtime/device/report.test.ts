import { describe, expect, it } from 'vitest';
import { type DeviceReport, planBesideOff } from '../../../src/runtime/device/report.ts';
import { nothingPlanned } from '../../support/nothing-planned.ts';

describe('the plan of a device that a hand has switched off', () => {
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
  const held = (until: string, override: 'on' | 'off' = 'off'): DeviceReport => ({
    switch: { on: override === 'on', reason: 'override', until: at(until), price: null },
    ...{ plan, demand: { override } },
  });

  it.each<[string, string, string[], number, number | null, boolean]>([
    ['before all of it, is what it was', '02:00', ['02:00', '04:00'], 0, 3, false],
    ['past a run, is the rest', '03:30', ['04:00'], 4, null, false],
    ['into a run, is the rest of that', '05:00', ['05:00'], 2, null, true],
    ['past the deadline, is nothing', '07:00', [], 0, null, true],
  ])('%s', (_, until, starts, energyKwh, saving, isLate) => {
    const beside = planBesideOff(held(until), at('01:00'), at('07:00'));
    expect(beside.plan.runs.map(({ start }) => start)).toEqual(starts.map(at));
    expect(beside.plan).toMatchObject({ energyKwh, saving });
    expect(beside.isLate).toBe(isLate);
  });

  it('past a run and into the next, is a part of that: of its energy as much, of its cost nobody knows', () => {
    const told = { ...held('05:00'), plan: { ...plan, start: at('02:00'), end: at('06:00'), expectedCost: 2 } };
    const { expectedCost: _, ...rest } = { ...plan, expectedCost: 2 };
    expect(planBesideOff(told, at('01:00'), undefined).plan).toEqual({
      ...rest,
      runs: [{ ...run('05:00', '06:00'), cost: null, averagePrice: null }],
      ...{ start: at('05:00'), end: at('06:00'), energyKwh: 2 },
      ...{ cost: null, averagePrice: null, baselineCost: null, saving: null },
    });
  });

  it('into its first run, keeps the others as they are; the sum of the costs is known of none that is cut', () => {
    const beside = planBesideOff(held('02:30'), at('01:00'), undefined).plan;
    expect(beside.runs).toEqual([{ ...run('02:30', '03:00'), cost: null, averagePrice: null }, run('04:00', '06:00')]);
    expect([beside.energyKwh, beside.cost]).toEqual([5, null]);
  });

  it('until a run begins, costs what that does', () => {
    expect(planBesideOff(held('04:00'), at('01:00'), undefined).plan).toMatchObject({ start: at('04:00'), cost: 0.5 });
  });

  it('past all of it, begins and ends at no time and costs nothing', () => {
    const { plan: beside } = planBesideOff(held('06:00'), at('01:00'), undefined);
    expect(beside).toMatchObject({ runs: [], start: null, end: null, energyKwh: 0, cost: 0 });
  });

  it.each([
    ['as much as before the hand', '04:00', '01:00', false],
    ['a minute more', '04:01', '01:00', true],
    ['less, as a part of it has run', '04:30', '02:30', false],
    ['a minute more, as a part of it has run', '04:31', '02:30', true],
    ['what is left, as all before it is over', '05:00', '03:30', false],
  ])('needs the three hours to the deadline, or not: %s', (_, until, now, isLate) => {
    expect(planBesideOff(held(until), at(now), at('07:00')).isLate).toBe(isLate);
  });

  it('of one that nobody says the end of stays', () => {
    const report = held('05:00');
    const told = { ...report, switch: { ...report.switch, until: null } };
    expect(planBesideOff(told, at('01:00'), at('07:00'))).toEqual({ plan, isLate: false });
  });

  it('by something else than a hand stays', () => {
    const report = held('05:00');
    const told = { ...report, switch: { ...report.switch, reason: 'planned' } };
    expect(planBesideOff(told, at('01:00'), at('07:00'))).toEqual({ plan, isLate: false });
  });

  it('is late for no deadline where it has none', () => {
    expect(planBesideOff(held('07:00'), at('01:00'), undefined).isLate).toBe(false);
  });

  it('of one that is switched on stays', () => {
    expect(planBesideOff(held('07:00', 'on'), at('01:00'), at('07:00'))).toEqual({ plan, isLate: false });
  });
});
