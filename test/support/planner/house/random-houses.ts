import fc from 'fast-check';
import { deliveryDay } from '../../../../src/core/window.ts';
import type { House, HouseClaim } from '../../../../src/planner/house/types.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';
import type { Demand } from '../../../../src/planner/types.ts';
import { readZone } from '../../../../src/service/exchange/prices.ts';
import { idleState } from '../planning.ts';

const HOUR = 3600;

export interface HouseCase {
  readonly house: House;
  readonly now: number;
}

/** The shipped prices of a zone by the hour, in stretches without a gap. */
function hoursOf(zone: string): { start: number; price: number }[][] {
  const stretches: { start: number; price: number }[][] = [];
  for (const { date, resolution, prices } of readZone(`data/prices/${zone}.txt`).days.values()) {
    if (resolution !== HOUR / 4) continue;
    const { start } = deliveryDay(date);
    const hours = prices.filter((_, i) => i % 4 === 0).map((price, i) => ({ start: start + i * HOUR, price }));
    const last = stretches.at(-1)?.at(-1);
    if (last && last.start + HOUR === start) stretches.at(-1)?.push(...hours);
    else stretches.push(hours);
  }
  return stretches.filter(({ length }) => length > 72);
}

const places = ['DE-LU', 'SE4'].flatMap((zone) =>
  hoursOf(zone).flatMap((hours) => hours.slice(0, -48).map((_, i) => ({ hours, i }))),
);

const decimal = (min: number, max: number) =>
  fc.integer({ min: Math.round(100 * min), max: Math.round(100 * max) }).map((value) => value / 100);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const sites = fc.record({
  place: fc.constantFrom(...places),
  length: fc.integer({ min: 18, max: 30 }),
  levies: decimal(0.1, 0.25),
  feedin: fc.constantFrom('fixed', 'spot'),
  curtailable: fc.boolean(),
  load: fc.array(decimal(0.2, 1.6), { minLength: 24, maxLength: 24 }),
  sun: fc.constantFrom(0, 3, 6),
  importKw: maybe(fc.constantFrom(4, 6, 8, 11)),
  exportKw: maybe(fc.constantFrom(2, 5)),
  peak: maybe(
    fc.record({
      amount: decimal(1, 6),
      steps: fc.boolean(),
      pick: fc.constantFrom(1, 3),
      floor: fc.constantFrom(0, 2.5),
      usualKw: fc.constantFrom(0, 3),
      dailyMaxima: fc.array(decimal(1, 5), { maxLength: 4 }),
    }),
  ),
});

const batteries = fc.record({
  capacityKwh: decimal(3, 15),
  stored: decimal(0, 1),
  maxChargeKw: decimal(1, 6),
  maxDischargeKw: decimal(1, 6),
  efficiency: decimal(0.88, 1),
  wearPerKwh: fc.constantFrom(0, 0.02, 0.05),
  endPrice: decimal(0, 0.25),
  isCar: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});

const devices = fc.record({
  isSplit: fc.boolean(),
  hours: fc.integer({ min: 1, max: 5 }),
  kw: fc.constantFrom(0.5, 1, 2, 3, 3.7),
  tail: fc.constantFrom(0, 0.5, 1),
  ready: fc.option(decimal(0.4, 1), { nil: undefined }),
});

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

/** Houses of one or two stores and two to four devices on real prices; every one of them has a plan in whole hours. */
export const houseCases: fc.Arbitrary<HouseCase> = fc
  .record({
    site: sites,
    stores: fc.array(batteries, { minLength: 1, maxLength: 2 }),
    devices: fc.array(devices, { minLength: 2, maxLength: 4 }),
  })
  .map(({ site, stores, devices }) => {
    const { hours, i } = site.place;
    const slots = hours.slice(i, i + site.length).map((hour) => slotOf(hour, site));
    const [now, end] = [slots[0]?.start ?? 0, slots.at(-1)?.end ?? 0];
    const { importKw, exportKw } = site;
    return {
      now,
      house: {
        slots,
        stores: stores.map((store) => storeOf(store, now, end)),
        devices: devices.map((device) => claimOf(device, now, end)),
        ...(importKw !== undefined && { importKw }),
        ...(exportKw !== undefined && { exportKw }),
        ...(site.peak && { peak: peakFrom(site.peak) }),
      },
    };
  });

function slotOf({ start, price }: { start: number; price: number }, site: Drawn<typeof sites>): Slot {
  const hour = Math.floor(start / HOUR) % 24;
  const importPrice = Math.max(0, price) + site.levies;
  const exportPrice = site.feedin === 'fixed' ? 0.08 : Math.max(0, price);
  return {
    ...{
      start,
      end: start + HOUR,
      importPrice,
      exportPrice,
      curtailable: site.curtailable || site.exportKw !== undefined,
    },
    loadKw: site.load[hour] ?? 1,
    solarKw: site.sun * Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI)),
  };
}

function storeOf(
  { stored, efficiency, endPrice, isCar, ...drawn }: Drawn<typeof batteries>,
  now: number,
  end: number,
): Store {
  const { capacityKwh } = drawn;
  const shared = { ...drawn, chargeEfficiency: efficiency, dischargeEfficiency: efficiency };
  if (!isCar) return { ...shared, storedKwh: stored * capacityKwh, endValue: [{ kwh: capacityKwh, perKwh: endPrice }] };
  const by = now + HOUR * Math.floor((0.8 * (end - now)) / HOUR);
  return { ...shared, storedKwh: 0, maxDischargeKw: 0, goals: [{ storedKwh: stored * capacityKwh, by }] };
}

function claimOf({ isSplit, hours, kw, tail, ready }: Drawn<typeof devices>, now: number, end: number): HouseClaim {
  const readyBy = ready && now + HOUR * Math.max(hours + 1, Math.floor((ready * (end - now)) / HOUR));
  const terms = { prefer: 'earliest', whenUnknown: 'plan-known', ...(readyBy && { readyBy }) } as const;
  const last = { minutes: 60, kw: kw * tail };
  const demand: Demand = isSplit
    ? { ...terms, shape: 'split', need: { minutes: 60 * hours, kw } }
    : { ...terms, shape: 'contiguous', phases: [{ minutes: 60 * hours, kw }, ...(tail > 0 ? [last] : [])] };
  return { demand, state: idleState };
}

function peakFrom({ amount, steps, ...rest }: NonNullable<Drawn<typeof sites>['peak']>): NonNullable<House['peak']> {
  const { pick, floor, usualKw, dailyMaxima } = rest;
  const rule = { measure: 60, pick, per: 'month', floor } as const;
  const table = [0, 2, 5, 10].map((fromKw, i) => ({ fromKw, amount: amount * (i + 1) }));
  return { rule: steps ? { ...rule, steps: table } : { ...rule, perKw: amount }, usualKw, dailyMaxima };
}
