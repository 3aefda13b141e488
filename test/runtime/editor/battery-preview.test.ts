import { describe, expect, it } from 'vitest';
import { batteryPreview } from '../../../src/runtime/editor/battery-preview.ts';
import type { BatteryMember, PricesMember } from '../../../src/runtime/editor/overview.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { undimmed } from '../../support/device/undimmed.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** 10 ct from midnight to 03:00 and 40 ct from 18:00 to 21:00, else 25 ct. */
const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T00:00:00+01:00',
  until: '2026-01-16T00:00:00+01:00',
  resolution: 3600,
  total: (hour) => (hour % 24 < 3 ? 0.1 : hour % 24 >= 18 && hour % 24 < 21 ? 0.4 : 0.25),
});
const prices = { kind: 'prices', id: 'p', name: 'Prices', site: '', state: { prices: { series } } } as PricesMember;
const running = (soc: number | null) =>
  ({ kind: 'battery', id: 'b', name: 'Cellar', site: '', state: { report: { values: { soc } } } }) as BatteryMember;

const clock = manualClock(Date.parse('2026-01-14T22:05:00+01:00') / 1000);
const settings = { capacityKwh: '10', reserveSoc: '', chargeKw: '5', dischargeKw: '5', efficiency: '100' };
const asked = { prices: ['p'], battery: 'b', settings };

describe('the preview of a battery', () => {
  it('charges when it is cheap for the house, from as full as it was told to be', () => {
    const { soc, power, stored, capacityKwh } = batteryPreview([prices, running(20)], asked, {
      clock,
      powers: createPowers(),
      grid: undimmed,
    });
    expect([soc, capacityKwh]).toEqual([20, 10]);
    expect([power.from, stored.from]).toEqual(['2026-01-14T21:00:00Z', '2026-01-14T21:00:00Z']);
    // Midnight is eight quarter hours away.
    expect(power.values.findIndex((kw) => kw !== null && kw > 0)).toBeGreaterThanOrEqual(8);
    const cheap = power.values.slice(8, 20).reduce<number>((sum, kw) => sum + (kw ?? 0) / 4, 0);
    expect(cheap).toBeGreaterThan(5);
    expect(Math.max(...stored.values.map((kwh) => kwh ?? 0))).toBeLessThanOrEqual(10);
    expect(power.values).toHaveLength(stored.values.length);
  });

  it.each([
    [[prices], 50, true],
    [[prices, running(null)], 50, true],
    [[prices, running(80)], 80, undefined],
  ])('takes half of it where nobody has said how full it is', (members, soc, isAssumed) => {
    const preview = batteryPreview(members, asked, { clock, powers: createPowers(), grid: undimmed });
    expect([preview.soc, preview.isAssumed]).toEqual([soc, isAssumed]);
  });

  it('takes the sun of its site', () => {
    const powers = createPowers();
    powers.set('roof', { kind: 'production', expected: (_, count) => Array.from({ length: count }, () => 3) });
    const { power } = batteryPreview([prices], asked, { clock, powers, grid: undimmed });
    expect(power.values[0]).toBeGreaterThan(0);
  });

  it.each([
    [{ ...settings, capacityKwh: '0' }, 'capacityKwh: '],
    [{ ...settings, efficiency: '140' }, 'efficiency: '],
  ])('refuses %j by name', (wrong, name) => {
    const site = { clock, powers: createPowers(), grid: undimmed };
    expect(() => batteryPreview([prices], { ...asked, settings: wrong }, site)).toThrow(name);
  });

  it('says that no price is known', () => {
    const site = {
      clock: manualClock(Date.parse('2026-01-20T12:00:00+01:00') / 1000),
      powers: createPowers(),
      grid: undimmed,
    };
    expect(() => batteryPreview([prices], asked, site)).toThrow('prices: the price of this moment is not known');
    expect(() => batteryPreview([], { ...asked, prices: [] }, site)).toThrow(
      'no price-series node has a price for it yet',
    );
  });
});

it('the preview of a car charges it when it is cheap, up to its target and its deadline', () => {
  const car = { kind: 'car', capacityKwh: '40', phases: '1', maxAmps: '16', efficiency: '100', targetSoc: '70' };
  const site = { clock, powers: createPowers(), grid: undimmed };
  const { soc, power, stored, until } = batteryPreview([prices], { ...asked, settings: car }, site);
  expect([soc, stored.values.at(-1), until]).toEqual([50, 28, '2026-01-15T06:00:00Z']);
  expect(power.values.indexOf(3.68)).toBe(8);
  expect(() => batteryPreview([prices], { ...asked, settings: { ...car, phases: '4' } }, site)).toThrow('phases: ');
});
