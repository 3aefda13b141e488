import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { DeviceMember, PricesMember } from '../../../src/runtime/editor/overview.ts';
import { householdOf } from '../../../src/runtime/household/household.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';

const clock = manualClock(Date.parse('2026-01-14T22:05:00+01:00') / 1000);
const site = { clock, powers: createPowers() };

const device = (id: string, site: string, demand: DemandPatch = {}): DeviceMember => ({
  ...{ kind: 'device', id, name: id, site },
  state: {
    report: { switch: { on: false, reason: 'planned', until: null, price: null }, plan: nothingPlanned, demand },
    conflict: undefined,
    command: () => ({ undo: {} }),
  },
});

const series = knownSeriesOf({
  ...{ country: 'DE', from: '2026-01-14T00:00:00+01:00', until: '2026-01-16T00:00:00+01:00', resolution: 3600 },
  total: (hour) => (hour >= 25 && hour < 29 ? 0.1 : 0.3),
});
const prices: PricesMember = {
  ...{ kind: 'prices', id: 'prices', name: 'Prices', site: 'home' },
  state: { prices: { series, now: undefined }, problem: undefined, demo: false, conflict: undefined } as never,
};

describe('what the page shows of a house', () => {
  it('is of that house alone: nothing of another site, nor of none', () => {
    const { devices } = householdOf([device('car', 'home'), device('pump', 'other'), device('lamp', '')], 'home', site);
    expect(devices.map(({ id }) => id)).toEqual(['car']);
  });

  it('has no time in it, so that the same is the same', () => {
    expect(householdOf([prices], 'home', site)).not.toHaveProperty('now');
  });

  it('has the prices that its devices take, and says by them when power is cheap, whichever node began first', () => {
    const mine: PricesMember = { kind: 'prices', id: 'a', name: 'Mine', site: 'home', publishAs: 'mine' };
    const car = { ...device('car', 'home'), prices: ['prices'] };
    for (const members of [
      [mine, prices, car],
      [prices, car, mine],
    ])
      expect(householdOf(members, 'home', site)).toMatchObject({
        prices: { id: 'prices' },
        cheap: [{ start: '2026-01-15T01:00:00+01:00' }],
      });
  });

  it('says when power is cheap', () => {
    expect(householdOf([prices], 'home', site).cheap).toEqual([
      { start: '2026-01-15T01:00:00+01:00', end: '2026-01-15T05:00:00+01:00' },
    ]);
  });

  it.each<[string, DemandPatch, string | undefined]>([
    ['the deadline of tomorrow', { energyKwh: 20, readyBy: '07:00' }, '2026-01-15T07:00:00+01:00'],
    ['one of the week', { readyBy: 'Fri 07:00' }, '2026-01-16T07:00:00+01:00'],
    ['none', { minutes: 60 }, undefined],
    ['one that was forgotten', { readyBy: null }, undefined],
  ])('has for a device %s', (_, demand, deadline) => {
    const plan = { ...nothingPlanned, timeZone: 'Europe/Berlin' };
    const car = device('car', 'home', demand);
    const state = car.state && { ...car.state, report: { ...car.state.report, plan } };
    const [shown] = householdOf([{ ...car, ...(state && { state }) }], 'home', site).devices;
    expect(shown).toMatchObject({ asked: { energy_kwh: demand.energyKwh ?? null } });
    expect(shown?.deadline).toBe(deadline);
  });

  it.each<[string, DemandPatch, DemandPatch, readonly string[] | undefined]>([
    ['another amount', { energyKwh: 20 }, { energyKwh: 11, readyBy: '07:00' }, ['energy_kwh']],
    ['an amount of another kind', { minutes: 60 }, { energyKwh: 11 }, ['minutes']],
    [
      'another share by another time',
      { targetSoc: 60, readyBy: '06:00' },
      { targetSoc: 80 },
      ['target_soc', 'ready_by'],
    ],
    ['what the settings say too', { energyKwh: 11 }, { energyKwh: 11 }, undefined],
    ['neither amount nor time', { override: 'on', maxPrice: 0.3 }, { energyKwh: 11 }, undefined],
  ])('says of a device that was told %s what is not as in its settings', (_, told, own, expected) => {
    const car = device('car', 'home', { ...own, ...told });
    const state = car.state && { ...car.state, told: () => told, own: own as DemandSettings };
    const [shown] = householdOf([{ ...car, ...(state && { state }) }], 'home', site).devices;
    expect(shown?.toldOtherwise).toEqual(expected);
  });

  it.each<[string, DemandPatch, number | undefined]>([
    ['3 kWh in 90 minutes at 2 kW', { energyKwh: 5, powerKw: 2 }, 3],
    ['90 of 120 minutes', { minutes: 120 }, 90],
    ['30 % of a battery of 10 kWh, after 20 %', { soc: 20, targetSoc: 80, batteryKwh: 10, powerKw: 2 }, 50],
    ['nothing without a need', {}, undefined],
  ])('says how much of its need a device has received: %s', (_, demand, done) => {
    const car = device('car', 'home', demand);
    const state = car.state && { ...car.state, delivered: () => 90 * 60 + 59 };
    const [shown] = householdOf([{ ...car, ...(state && { state }) }], 'home', site).devices;
    expect(shown?.done).toBe(done);
  });

  it('says what the roof will produce in the rest of the day, where somebody knows', () => {
    const powers = createPowers();
    expect(householdOf([prices], 'home', { clock, powers })).not.toHaveProperty('sunKwh');
    powers.set('roof', { kind: 'production', expected: (_, count) => Array.from({ length: count }, () => 2) });
    // From 22:00 on: eight quarter hours at 2 kW.
    expect(householdOf([prices], 'home', { clock, powers }).sunKwh).toBe(4);
  });
});
