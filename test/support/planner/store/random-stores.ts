import fc from 'fast-check';
import { deliveryDay } from '../../../../src/core/window.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';
import type { PricedSpan } from '../../../../src/planner/types.ts';
import { readZone } from '../../../../src/service/exchange/prices.ts';

const QUARTER = 900;
const DAY = 96;

export interface StoreCase {
  readonly store: Store;
  readonly slots: readonly Slot[];
  readonly now: number;
}

export interface StoreWishes {
  /** Quarter hours. */
  readonly length: { readonly min: number; readonly max: number };
  /** Every slot is convex; else prices fall below zero, and charging has a least power. */
  readonly convex: boolean;
}

/** The shipped quarter hours of a zone, without the days that lack some. */
function pricesOf(zone: string): PricedSpan[][] {
  const stretches: PricedSpan[][] = [];
  for (const { date, resolution, prices } of readZone(`data/prices/${zone}.txt`).days.values()) {
    if (resolution !== QUARTER) continue;
    const { start } = deliveryDay(date);
    const spans = prices.map((price, i) => ({ start: start + i * QUARTER, end: start + (i + 1) * QUARTER, price }));
    if (stretches.at(-1)?.at(-1)?.end === start) stretches.at(-1)?.push(...spans);
    else stretches.push(spans);
  }
  return stretches.filter(({ length }) => length > 3 * DAY);
}

const stretches = ['DE-LU', 'NL', 'DK1', 'SE4'].flatMap(pricesOf);
const placesOf = (isWanted: (price: number) => boolean) =>
  stretches.flatMap((spans) =>
    spans.flatMap(({ price }, i) => (isWanted(price) && i + DAY < spans.length ? [{ spans, i }] : [])),
  );
const anywhere = placesOf(() => true);
const belowZero = placesOf((price) => price < -0.01);

const decimal = (min: number, max: number) =>
  fc.integer({ min: Math.round(100 * min), max: Math.round(100 * max) }).map((value) => value / 100);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const houses = (convex: boolean) =>
  fc.record({
    levies: convex ? decimal(0.15, 0.3) : decimal(0, 0.1),
    feedin: fc.constantFrom('fixed', 'spot', 'dear'),
    curtailable: fc.boolean(),
    load: decimal(0.2, 2),
    sun: fc.constantFrom(0, 3, 8),
    importKw: maybe(decimal(1, 8)),
    exportKw: maybe(decimal(0, 5)),
    shape: fc.array(decimal(0, 2), { minLength: 24, maxLength: 24 }),
  });

const batteries = (convex: boolean) =>
  fc.record({
    capacityKwh: decimal(1, 20),
    min: fc.constantFrom(0, 0.1, 0.3),
    max: fc.constantFrom(1, 0.9, 0.6),
    stored: decimal(0, 1),
    maxChargeKw: decimal(0.5, 8),
    maxDischargeKw: fc.oneof({ weight: 4, arbitrary: decimal(0.5, 8) }, { weight: 1, arbitrary: fc.constant(0) }),
    least: convex ? fc.constant(undefined) : fc.constantFrom(undefined, undefined, 0.4),
    standbyKw: fc.constantFrom(0, 0.03),
    chargeEfficiency: decimal(0.8, 1),
    dischargeEfficiency: decimal(0.8, 1),
    wearPerKwh: fc.constantFrom(0, 0.03, 0.1),
    fromGrid: fc.boolean(),
    toGrid: fc.boolean(),
    endValue: fc.array(fc.record({ kwh: decimal(0.1, 5), perKwh: decimal(0, 0.4) }), { maxLength: 3 }),
    goals: fc.array(fc.record({ share: decimal(0, 1), at: decimal(0.05, 1.2) }), { maxLength: 2 }),
    away: maybe(decimal(0, 1)),
  });

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

/** Stores in houses on real prices, with every option. */
export function storeCases({ length, convex }: StoreWishes): fc.Arbitrary<StoreCase> {
  return fc
    .record({
      place: fc.constantFrom(...(convex ? anywhere : belowZero)),
      length: fc.integer(length),
      house: houses(convex),
      battery: batteries(convex),
      minute: fc.constantFrom(0, 0, 7),
    })
    .map(({ place: { spans, i }, length, house, battery, minute }) => {
      const slots = spans.slice(i, i + length).map((span) => slotOf(span, house, convex));
      const [start, end] = [slots[0]?.start ?? 0, slots.at(-1)?.end ?? 0];
      return { store: storeOf(battery, convex, start, end), slots, now: start + 60 * minute };
    });
}

function slotOf({ start, end, price }: PricedSpan, house: Drawn<ReturnType<typeof houses>>, convex: boolean): Slot {
  const hour = Math.floor(start / 3600) % 24;
  const importPrice = price + house.levies;
  const exportPrice = { fixed: 0.08, spot: price, dear: convex ? importPrice : importPrice + 0.05 }[house.feedin];
  return {
    start,
    end,
    importPrice: convex ? Math.max(0, importPrice) : importPrice,
    exportPrice: convex ? Math.min(Math.max(0, importPrice), Math.max(0, exportPrice)) : exportPrice,
    loadKw: house.load * (house.shape[hour] ?? 1),
    solarKw: house.sun * Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI)),
    curtailable: house.curtailable,
    ...(house.importKw !== undefined && { importKw: house.importKw }),
    ...(house.exportKw !== undefined && { exportKw: house.exportKw }),
  };
}

function storeOf(drawn: Drawn<ReturnType<typeof batteries>>, convex: boolean, start: number, end: number): Store {
  const { min, max, stored, least, endValue, goals, away, ...rest } = drawn;
  const { capacityKwh, maxChargeKw } = rest;
  const share = convex ? Math.min(max, Math.max(min, stored)) : stored;
  const instant = (part: number) => 60 * Math.round((start + part * (end - start)) / 60);
  const leaves = instant(away ?? 0);
  return {
    ...rest,
    minKwh: min * capacityKwh,
    maxKwh: max * capacityKwh,
    storedKwh: share * capacityKwh,
    ...(least !== undefined && { minChargeKw: least * maxChargeKw }),
    endValue: endValue.toSorted((a, b) => b.perKwh - a.perKwh),
    goals: goals.map(({ share, at }) => ({ storedKwh: share * capacityKwh, by: instant(at) })),
    ...(away !== undefined && {
      available: [
        { start: start - 1, end: leaves },
        { start: leaves + 3600, end: end + 36_000 },
      ],
    }),
  };
}
