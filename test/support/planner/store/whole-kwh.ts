import fc from 'fast-check';
import { type StoreTerms, termsOf } from '../../../../src/planner/store/terms.ts';
import type { Slot, Store } from '../../../../src/planner/store/types.ts';
import { placesBetween } from './convex-curves.ts';

/**
 * Small houses in which nothing changes but at whole kWh of what is stored, so that the best of them is found by trying
 * all: powers are multiples of 4 kW, slots last half an hour at least, and half of the energy is lost at the most.
 */
export interface WholeCase {
  readonly store: Store;
  readonly slots: readonly Slot[];
}

export interface WholeWishes {
  /** Nothing is sold for more than it costs, and the store begins within its bounds. */
  readonly convex: boolean;
}

const money = (min: number, max: number) => fc.integer({ min, max });
const kws = <T>(...values: T[]) => fc.constantFrom(...values);

const slotParts = ({ convex }: WholeWishes) =>
  fc.record(
    {
      hours: kws(0.5, 1, 2),
      importPrice: money(-3, 8),
      exportPrice: money(-3, convex ? 4 : 8),
      loadKw: kws(0, 4, 8),
      solarKw: kws(0, 4, 8),
      curtailable: fc.constantFrom<NonNullable<Slot['curtailable']>[]>(true, false, 'excess'),
      importKw: kws(4, 8, 12),
      exportKw: kws(0, 4),
    },
    { requiredKeys: ['hours', 'importPrice', 'exportPrice', 'loadKw', 'solarKw'] },
  );

const storeParts = fc.record({
  capacityKwh: money(3, 10),
  least: kws(0, 1, 2),
  spare: kws(0, 0, 1),
  stored: money(0, 10),
  maxChargeKw: kws(0, 4, 8),
  maxDischargeKw: kws(0, 4, 8),
  standbyKw: kws(0, 0, 4),
  chargeEfficiency: kws(1, 0.5),
  dischargeEfficiency: kws(1, 0.5),
  wearPerKwh: kws(0, 0, 1),
  fromGrid: fc.boolean(),
  toGrid: fc.boolean(),
  endValue: fc.array(fc.record({ kwh: money(1, 4), perKwh: money(0, 8) }), { maxLength: 3 }),
  goals: fc.array(fc.record({ storedKwh: money(0, 10), slot: fc.nat(4) }), { maxLength: 2 }),
  away: fc.option(fc.nat(4), { nil: undefined }),
});

export const wholeCases = (wishes: WholeWishes): fc.Arbitrary<WholeCase> =>
  fc.tuple(fc.array(slotParts(wishes), { minLength: 1, maxLength: 5 }), storeParts).map(([parts, drawn]) => {
    let start = 0;
    const slots = parts.map(({ hours, exportPrice, ...slot }): Slot => {
      const begins = start;
      start += 3600 * hours;
      const sold = wishes.convex ? Math.min(exportPrice, slot.importPrice) : exportPrice;
      return { ...slot, exportPrice: sold, start: begins, end: start };
    });
    return { store: storeFrom(drawn, wishes.convex, slots), slots };
  });

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function storeFrom(drawn: Drawn<typeof storeParts>, convex: boolean, slots: readonly Slot[]): Store {
  const { least, spare, stored, endValue, goals, away, ...rest } = drawn;
  const [minKwh, maxKwh] = [least, Math.max(least, rest.capacityKwh - spare)];
  const storedKwh = convex ? Math.min(maxKwh, Math.max(minKwh, stored)) : Math.min(rest.capacityKwh, stored);
  const gone = away === undefined ? undefined : slots[away];
  const end = slots.at(-1)?.end ?? 0;
  return {
    ...{ ...rest, minKwh, maxKwh, storedKwh },
    endValue: endValue.toSorted((a, b) => b.perKwh - a.perKwh),
    goals: goals.map(({ storedKwh: kwh, slot }) => ({
      storedKwh: Math.min(rest.capacityKwh, kwh),
      by: (slots[slot] ?? { end }).end,
    })),
    ...(gone && {
      available: [
        { start: 0, end: gone.start },
        { start: gone.end, end },
      ],
    }),
  };
}

/** What is to be paid by the whole kWh stored, the least of them first. */
export interface Owed {
  readonly kwhs: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly (readonly number[])[];
}

/** Money that decides between ways that cost the same: of those the one that discharges less is better. */
const MOVED = 1e-6;

/** What is to be paid before all slots and after each, found by trying every way from one whole kWh to another. */
export function owedOf({ store, slots }: WholeCase): Owed {
  const terms = termsOf(store, slots);
  const kwhs = placesBetween(terms.leastKwh, terms.mostKwh);
  let later = kwhs.map((kwh) => -worthLeft(store, kwh));
  const after: number[][] = [];
  for (const slot of slots.toReversed()) {
    const due = later.map((paid, i) => paid + terms.goalWeight * shortAt(store, slot, kwhs[i] ?? 0));
    after.unshift(due);
    later = kwhs.map((begins) =>
      Math.min(...kwhs.map((ends, i) => moveCost(slot, store, terms, begins, ends) + (due[i] ?? 0))),
    );
  }
  return { kwhs, before: later, after };
}

/** What the first kWh are worth, and the next. */
function worthLeft({ endValue = [] }: Store, kwh: number): number {
  let left = kwh;
  return endValue.reduce((sum, part) => {
    const counted = Math.min(left, part.kwh);
    left -= counted;
    return sum + counted * part.perKwh;
  }, 0);
}

const shortAt = ({ goals = [] }: Store, { end }: Slot, kwh: number) =>
  goals.reduce((sum, { storedKwh, by }) => sum + (by === end ? Math.max(0, storedKwh - kwh) : 0), 0);

/** What it costs to go from so many kWh to so many in a slot; infinite where that may not be. */
export function moveCost(slot: Slot, store: Store, terms: StoreTerms, begins: number, ends: number): number {
  const hours = (slot.end - slot.start) / 3600;
  const isThere = store.available?.some(({ start, end }) => start <= slot.start && slot.start < end) ?? true;
  const perHour = (ends - begins) / hours;
  const kw = perHour > 0 ? perHour / terms.chargeEfficiency : perHour * terms.dischargeEfficiency;
  const net = slot.loadKw - slot.solarKw + (isThere ? terms.standbyKw : 0);
  if (kw !== 0 && !(isThere && mayMove(slot, terms, net, kw, ends))) return Number.POSITIVE_INFINITY;
  // A grid that pays for what is taken from it is no sun, even where there is some to be turned down.
  const isSunAlone = kw > 0 && !terms.fromGrid && slot.importPrice < 0 && slot.curtailable === true;
  const worn = (terms.wearPerKwh + MOVED) * Math.max(0, -kw);
  return hours * (worn + costOfPower(slot, net + kw, terms.limitWeight, isSunAlone));
}

function mayMove(slot: Slot, terms: StoreTerms, net: number, kw: number, ends: number): boolean {
  const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  if (kw > 0)
    return (
      ends <= terms.maxKwh && kw <= terms.maxChargeKw && net + kw <= (terms.fromGrid ? importKw : Math.min(importKw, 0))
    );
  return (
    ends >= terms.minKwh &&
    -kw <= terms.maxDischargeKw &&
    net + kw >= (terms.toGrid ? -exportKw : Math.max(-exportKw, 0))
  );
}

/** Money per hour for a power that the house takes, with the sun turned down as is best. */
function costOfPower(slot: Slot, kw: number, limitWeight: number, isSunAlone = false): number {
  const { importPrice, exportPrice, importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  const meter = (gridKw: number) =>
    gridKw > 0 && isSunAlone
      ? Number.POSITIVE_INFINITY
      : gridKw * (gridKw > 0 ? importPrice : exportPrice) +
        limitWeight * Math.max(0, gridKw - importKw, -gridKw - exportKw);
  // An inverter that curtails the excess has no choice.
  if (slot.curtailable === 'excess') return meter(Math.max(kw, -exportKw));
  const most = slot.curtailable ? slot.solarKw : 0;
  // None, all, or as much as leaves the meter at a corner of what it costs.
  const parts = [0, most, ...[0, importKw, -exportKw].map((corner) => corner - kw)];
  return Math.min(...parts.filter((part) => part >= 0 && part <= most).map((part) => meter(kw + part)));
}
