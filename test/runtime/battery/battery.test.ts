import { describe, expect, it } from 'vitest';
import { type BatteryPatch, batterySettings } from '../../../src/messages/battery/settings.ts';
import type { StoreMode, StorePlan } from '../../../src/planner/store/types.ts';
import {
  type Battery,
  dimmedOrder,
  newBattery,
  orderAt,
  orderedBattery,
  type Planned,
  recentChanges,
  toldBattery,
} from '../../../src/runtime/battery/battery.ts';

const zone = 'Europe/Berlin';
const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const settings = batterySettings({ capacityKwh: 10, chargeKw: 5, dischargeKw: 4, reserveSoc: 10, toGrid: true });

/** A plan of quarter hours from noon on. */
const planOf = (...modes: StoreMode[]): StorePlan => ({
  slots: modes.map((mode, i) => ({
    start: noon + i * 900,
    end: noon + (i + 1) * 900,
    mode,
    chargeKw: 3,
    dischargeKw: 2,
    curtailKw: 0,
    storedKwh: 5,
    valuePerKwh: 0.2,
  })),
  shortKwh: 0,
  cost: 1,
  baselineCost: 2,
  saving: 1,
});
const told = (...patches: BatteryPatch[]) =>
  patches.reduce<Battery>((battery, patch) => toldBattery(battery, patch, settings, noon, zone), newBattery);
const order = (battery: Battery, planned: Planned = planOf('charge'), now = noon) =>
  orderAt(battery, settings, planned, now);

describe('what a battery is told', () => {
  it('is the mode of its plan, until that changes', () => {
    expect(order(told({ soc: 50 }), planOf('charge', 'charge', 'normal'))).toEqual({
      mode: 'charge',
      chargeKw: 3,
      dischargeKw: 0,
      until: noon + 1800,
      reason: 'planned',
      valuePerKwh: 0.2,
    });
    expect(order(told({ soc: 50 }), planOf('normal', 'normal'))).toMatchObject({
      chargeKw: 0,
      dischargeKw: 0,
      until: null,
    });
  });

  // Promise P-094 use/battery: `normal` where no plan can be made, or it is disabled
  // Promise P-785 operate/failures: no plan can be made
  it.each<[string, Battery, Planned, number, string]>([
    ['nobody has said how full it is', told({ powerKw: 1 }), planOf('charge'), noon, 'no-soc'],
    ['it has been silent for 15 minutes', told({ soc: 50 }), planOf('charge', 'charge'), noon + 900, 'silent'],
    ['that is so, even by hand', told({ soc: 50, override: 'discharge' }), planOf('charge'), noon + 900, 'silent'],
    ['it is disabled', told({ soc: 50, enabled: false }), planOf('charge'), noon, 'disabled'],
    ['no prices are known', told({ soc: 50 }), { problem: 'no-prices' }, noon, 'no-prices'],
    ['no plan can be made', told({ soc: 50 }), { problem: 'planner-refused' }, noon, 'planner-refused'],
    ['the plan has ended', told({ soc: 50 }), planOf(), noon, 'no-prices'],
  ])('is normal where %s', (_, battery, planned, now, reason) => {
    expect(order(battery, planned, now)).toEqual({
      mode: 'normal',
      chargeKw: 0,
      dischargeKw: 0,
      until: null,
      reason,
      valuePerKwh: null,
    });
  });

  it.each<[number, string, StoreMode, string]>([
    [899, 'charge', 'charge', 'planned'],
    [10, 'discharge', 'discharge', 'override'],
  ])('holds for %i s after the last sign of life', (late, mode, expected, reason) => {
    const battery = told({ soc: 50 }, mode === 'discharge' ? { override: 'discharge' } : {});
    expect(order(battery, planOf('charge'), noon + late)).toMatchObject({ mode: expected, reason });
  });
});

describe('the reserve', () => {
  it.each<[StoreMode, number, StoreMode]>([
    ['discharge', 10, 'hold'],
    ['normal', 9, 'hold'],
    ['normal', 11, 'normal'],
    ['charge', 5, 'charge'],
    // It would cover the house when a cloud comes.
    ['holdcharge', 5, 'hold'],
    ['holdcharge', 11, 'holdcharge'],
  ])('makes of %s at %i %% %s', (mode, soc, expected) => {
    expect(order(told({ soc }), planOf(mode)).mode).toBe(expected);
    expect(order(told({ soc, override: mode })).mode).toBe(expected);
  });

  // Promise P-089 use/battery: at its reserve it rests for the quarter hour
  it('lets it rest for the quarter hour, whatever the sun brings', () => {
    const emptied = toldBattery(newBattery, { soc: 10 }, settings, noon + 120, zone);
    const sunny = toldBattery(emptied, { soc: 11 }, settings, noon + 180, zone);
    expect(order(sunny, planOf('discharge', 'discharge'), noon + 180)).toMatchObject({
      mode: 'hold',
      reason: 'reserve',
    });
    expect(order(sunny, planOf('discharge', 'discharge'), noon + 900).mode).toBe('discharge');
  });

  it('may be told, and forgotten', () => {
    expect(order(told({ soc: 20, reserveSoc: 30 }), planOf('normal')).reason).toBe('reserve');
    expect(order(told({ soc: 20, reserveSoc: 30 }, { reserveSoc: null }), planOf('normal')).reason).toBe('planned');
    expect(order(told({ soc: 1, reserveSoc: 0 }), planOf('discharge')).mode).toBe('discharge');
  });
});

describe('an override', () => {
  it.each<[string, BatteryPatch, string]>([
    ['with its minutes', { overrideUntil: 90 }, '2026-01-15T13:30:00+01:00'],
    ['at an instant', { overrideUntil: '2026-01-15T18:00:00+01:00' }, '2026-01-15T18:00:00+01:00'],
    ['with the local day, where nothing else is said', {}, '2026-01-16T00:00:00+01:00'],
  ])('ends %s', (_, patch, end) => {
    const battery = told({ soc: 50, override: 'charge', ...patch });
    const until = Date.parse(end) / 1000;
    expect(order(battery)).toMatchObject({ mode: 'charge', chargeKw: 5, until, reason: 'override' });
    expect(battery.forced && orderAt({ ...battery, heard: until }, settings, planOf(), until).reason).toBe('no-prices');
  });

  it('stays as it is told again that the battery lives, and ends by auto, by reset and by null', () => {
    const forced = told({ soc: 50, override: 'hold', overrideUntil: 60 });
    const later = toldBattery(forced, { soc: 49 }, settings, noon + 600, zone);
    expect(later.forced).toEqual({ mode: 'hold', until: noon + 3600 });
    for (const patch of [{ override: 'auto' }, { override: null }, { reset: true }] as const)
      expect(toldBattery(forced, patch, settings, noon, zone).forced).toBeNull();
  });

  it.each<[string, BatteryPatch]>([
    ['auto', { override: 'auto' }],
    ['null', { override: null }],
  ])('leaves no end to the next one after %s', (_, over) => {
    const battery = told({ soc: 50, override: 'hold', overrideUntil: 60 }, over);
    expect(battery.overrideUntil).toBeNull();
    expect(toldBattery(battery, { override: 'charge' }, settings, noon, zone).forced?.until).toBe(noon + 12 * 3600);
  });

  // Promise P-098 use/battery: an override that the dialog does not allow is refused
  it.each<[StoreMode, object, string]>([
    [
      'charge',
      { fromGrid: false, toGrid: true },
      'charged from the grid; allowed are auto, normal, hold, holdcharge, discharge',
    ],
    ['discharge', { toGrid: false }, 'discharged to the grid; allowed are auto, normal, hold, holdcharge, charge'],
  ])('is refused where the dialog forbids to %s', (override, grid, text) => {
    const strict = { ...settings, ...grid };
    expect(() => toldBattery(newBattery, { override }, strict, noon, zone)).toThrow(
      `override: ${override} while its dialog does not let it be ${text}`,
    );
  });

  it('has the end that was told before it', () => {
    expect(told({ overrideUntil: 60 }, { override: 'hold' }).forced?.until).toBe(noon + 3600);
  });
});

describe('a battery that is charged by hand while the operator dims the house', () => {
  const slot = { start: noon, end: noon + 900, importPrice: 0.3, exportPrice: 0, loadKw: 1, solarKw: 0.2 };
  const byHand = order(told({ soc: 50, override: 'charge' }));
  // Promise P-154 use/dimming: a battery that is charged by an override gets what remains of the limit
  it.each([
    ['as it was told where there is room', 5.8, byHand],
    ['with what the house leaves', 4.2, { ...byHand, chargeKw: 3.4, reason: 'dimmed' }],
    ['not at all where it leaves nothing', 0.5, { ...byHand, mode: 'hold', chargeKw: 0, reason: 'dimmed' }],
  ])('is charged %s', (_, kw, expected) => {
    expect(dimmedOrder(byHand, { kw, until: noon + 3600 }, slot)).toEqual(expected);
  });

  it('is left alone in any other mode, and where nobody dims', () => {
    const covers = order(told({ soc: 50, override: 'normal' }));
    expect(dimmedOrder(covers, { kw: 0, until: noon + 3600 }, slot)).toBe(covers);
    expect(dimmedOrder(byHand, undefined, slot)).toBe(byHand);
    expect(dimmedOrder(byHand, { kw: 3, until: noon + 3600 }, undefined).chargeKw).toBe(3);
  });
});

describe('changes of mode', () => {
  it('are remembered for 24 hours, but for those by hand', () => {
    const said = (battery: Battery, mode: StoreMode, hour: number, reason = 'planned') =>
      orderedBattery(battery, { ...order(told({ soc: 50 })), mode, reason }, noon + hour * 3600);
    const first = said(said(newBattery, 'normal', 0), 'charge', 1);
    expect(first.changedAt).toEqual([noon + 3600]);
    expect(said(first, 'charge', 2)).toBe(first);
    expect(said(first, 'hold', 3, 'override').changedAt).toEqual([noon + 3600]);
    expect(said(first, 'hold', 24).changedAt).toEqual([noon + 3600, noon + 24 * 3600]);
    expect(said(first, 'hold', 25).changedAt).toEqual([noon + 25 * 3600]);
  });
});

it('counts the changes of its mode for 24 hours, also while there are no more', () => {
  const battery = { ...newBattery, changedAt: [10_000, 20_000, 99_990] };
  expect([recentChanges(battery, 100_000).length, recentChanges(battery, 180_000).length]).toEqual([2, 1]);
});
