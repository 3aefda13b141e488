import { describe, expect, it } from 'vitest';
import { batterySettings } from '../../../src/messages/battery/settings.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import { newBattery } from '../../../src/runtime/battery/battery.ts';
import {
  batteryPlan,
  batterySlots,
  isOtherWeather,
  storeOf,
  worthAChange,
} from '../../../src/runtime/battery/planning.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';

const zone = 'Europe/Berlin';
const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const hourly = (...prices: number[]) =>
  prices.map((price, i) => ({ start: noon + i * 3600, end: noon + (i + 1) * 3600, price }));
const steady = (kw: number) => ({ expected: (_now: number, count: number) => Array.from({ length: count }, () => kw) });

describe('the quarter hours that a battery is planned on', () => {
  // Promise P-187 use/sun-and-load: a battery assumes 0.4 kW of load and no sun for hours without a forecast or a
  //   measurement
  it('reach a day past the known prices, with those that are expected then', () => {
    const slots = batterySlots({ spans: hourly(0.1, 0.4) }, { powers: createPowers() }, noon + 60, zone);
    expect(slots).toHaveLength(4 + 4 + 96);
    expect(slots[0]).toEqual({
      start: noon,
      end: noon + 900,
      importPrice: 0.1,
      exportPrice: 0,
      loadKw: 0.4,
      solarKw: 0,
    });
    expect(slots[8]).toMatchObject({ start: noon + 7200, estimated: true });
    expect(slots[96]).toMatchObject({ importPrice: 0.25, estimated: true });
  });

  it('take the prices that are expected, where there are some', () => {
    const forecast = [{ start: noon + 7200, end: noon + 10_800, price: 0.9 }];
    const slots = batterySlots({ spans: hourly(0.1, 0.4), forecast }, { powers: createPowers() }, noon, zone);
    expect(slots.slice(7, 9).map(({ importPrice, estimated }) => [importPrice, estimated])).toEqual([
      [0.4, undefined],
      [0.9, true],
    ]);
  });

  it('take sun and load of the site, and the feed-in of the prices', () => {
    const powers = createPowers();
    powers.set('roof', { kind: 'production', ...steady(3) });
    powers.set('house', { kind: 'consumption', ...steady(0.7) });
    const [slot] = batterySlots({ spans: hourly(0.3), feedin: hourly(0.08) }, { powers }, noon, zone);
    expect(slot).toMatchObject({ importPrice: 0.3, exportPrice: 0.08, loadKw: 0.7, solarKw: 3 });
  });

  it('curtail what may not be fed in and nothing else, whatever the prices', () => {
    const site = { powers: createPowers(), exportKw: 5 };
    const [first, second] = batterySlots(
      { spans: hourly(0.3, 0.3), feedin: hourly(0.08, -0.02) },
      site,
      noon,
      zone,
    ).filter(({ start }) => start % 3600 === 0);
    expect([first?.exportKw, first?.curtailable, second?.exportKw, second?.curtailable]).toEqual([
      ...[5, 'excess', 5, 'excess'],
    ]);
  });

  it('let the sun supply the house where buying is paid for: 4 kW of sun, 1 kW of load, nothing may be fed in', () => {
    const powers = createPowers();
    powers.set('roof', { kind: 'production', ...steady(4) });
    powers.set('house', { kind: 'consumption', ...steady(1) });
    const slots = batterySlots({ spans: hourly(-0.05, -0.05) }, { powers, exportKw: 0 }, noon, zone).slice(0, 8);
    const settings = batterySettings({ capacityKwh: 10, chargeKw: 2, dischargeKw: 2, efficiency: 100 });
    const store = { ...storeOf({ ...newBattery, reserveSoc: 0 }, settings, 0), endValue: [] };
    const plan = planStore(store, slots, noon);
    const kwh = (kw: number) => kw / 4;
    const curtailed = plan.slots.reduce((sum, { curtailKw }) => sum + kwh(curtailKw), 0);
    const charged = plan.slots.reduce((sum, { chargeKw }) => sum + kwh(chargeKw), 0);
    expect([charged + curtailed, plan.cost]).toEqual([6, 0]);
  });

  // Promise P-090 use/battery: it plans around what devices have planned, and passes no connection
  // Promise P-106 use/car: a battery gives way to what it has planned, but covers it
  it('take what devices have planned on top, and no more than the connection carries', () => {
    const powers = createPowers();
    powers.set('car', { kind: 'devices', ...steady(3.7) });
    const [slot] = batterySlots({ spans: hourly(0.3) }, { powers, importKw: 11 }, noon, zone);
    expect(slot).toMatchObject({ loadKw: 4.1, importKw: 11 });
  });

  it.each([
    ['before the first price', noon - 900],
    ['after the last price', noon + 7200],
  ])('are none %s', (_, now) => {
    expect(batterySlots({ spans: hourly(0.1, 0.4) }, { powers: createPowers() }, now, zone)).toEqual([]);
  });

  it('are other weather where they differ past the next hour', () => {
    const slots = batterySlots({ spans: hourly(0.1, 0.4) }, { powers: createPowers() }, noon, zone);
    const with1kW = (at: number) => slots.map((slot, i) => (i === at ? { ...slot, solarKw: 1 } : slot));
    expect(isOtherWeather(slots, slots)).toBe(false);
    expect(isOtherWeather(with1kW(2), slots)).toBe(false);
    expect(isOtherWeather(with1kW(4), slots)).toBe(true);
  });
});

describe('the plan of a battery', () => {
  const settings = batterySettings({ capacityKwh: 10, chargeKw: 5, dischargeKw: 5, efficiency: 81, wearPerKwh: 0.03 });

  it('loses half on either way', () => {
    expect(storeOf({ ...newBattery, reserveSoc: 20 }, settings, 4)).toMatchObject({
      minKwh: 2,
      storedKwh: 4,
      chargeEfficiency: 0.9,
      dischargeEfficiency: 0.9,
    });
  });

  // Promise P-212 use/sun-and-load: a battery takes first what may not be fed in
  it.each([
    [
      [3, 2, 1],
      [1, 0, 0],
    ],
    [
      [2, 3, 1],
      [0, 1, 0],
    ],
    [
      [1, 2, 3],
      [0, 0, 1],
    ],
  ])('takes the sun above 2 kW, which may not be fed in, before any other: of %j kW %j', (suns, kws) => {
    const powers = createPowers();
    const inHours = (kind: 'consumption' | 'production', kw: (hour: number) => number) =>
      powers.set(kind, {
        kind,
        expected: (from, count) =>
          Array.from({ length: count }, (_, i) => kw(Math.floor((from + i * 900 - noon) / 3600))),
      });
    inHours('production', (hour) => suns[hour] ?? 0);
    inHours('consumption', (hour) => (hour < 3 ? 0 : 2));
    const prices = { spans: hourly(0.3, 0.3, 0.3, 0.9), feedin: hourly(0.08, 0.08, 0.08, 0.08) };
    const slots = batterySlots(prices, { powers, exportKw: 2 }, noon, zone);
    const small = batterySettings({ capacityKwh: 1, chargeKw: 5, dischargeKw: 5 });
    const { slots: steps } = planStore(storeOf(newBattery, small, 0), slots, noon);
    const kwhIn = (hour: number) =>
      steps.slice(4 * hour, 4 * hour + 4).reduce((sum, { chargeKw }) => sum + chargeKw / 4, 0);
    expect([0, 1, 2].map(kwhIn)).toEqual(kws);
  });

  it('is told by stretches of one mode', () => {
    const slots = batterySlots({ spans: hourly(0.1, 0.4, 0.4) }, { powers: createPowers() }, noon, zone);
    const planned = planStore(storeOf(newBattery, settings, 0), slots, noon);
    const plan = batteryPlan({ name: 'b', settings, planned, slots, reason: 'planned', timeZone: zone });
    expect(plan.stretches[0]).toMatchObject({ start: noon, mode: 'charge' });
    expect(plan.stretches.every(({ start }, i) => i === 0 || start === plan.stretches[i - 1]?.end)).toBe(true);
    expect(plan.stretches.every(({ mode }, i) => mode !== plan.stretches[i - 1]?.mode)).toBe(true);
    expect(plan).toMatchObject({ knownUntil: noon + 3 * 3600, battery: 'b' });
    expect(plan.saving).toBeGreaterThan(0);
    const nothing = batteryPlan({
      name: 'b',
      settings,
      planned: { problem: 'no-soc' },
      slots,
      reason: 'no-soc',
      timeZone: zone,
    });
    expect(nothing).toMatchObject({ stretches: [], cost: null, knownUntil: null });
  });
});

// Promise P-087 use/battery: after three changes the next one has to save twice as much, and so on
it.each([
  [0, 0.015],
  [2, 0.015],
  [3, 0.03],
  [6, 0.24],
])('after %i changes of mode within 24 hours the next one has to save %f, at 0.3 per kWh', (changes, money) => {
  const slots = batterySlots({ spans: hourly(0.1, 0.5) }, { powers: createPowers() }, noon, zone);
  expect(worthAChange(slots, changes)).toBeCloseTo(money, 9);
});
