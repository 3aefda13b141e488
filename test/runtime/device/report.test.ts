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

  it('is late for no deadline where it has none', () => {
    expect(planBesideOff(held('07:00'), at('01:00'), undefined).isLate).toBe(false);
  });

  it('of one that is switched on stays', () => {
    expect(planBesideOff(held('07:00', 'on'), at('01:00'), at('07:00'))).toEqual({ plan, isLate: false });
  });
});
