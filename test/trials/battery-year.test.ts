import { describe, expect, it } from 'vitest';
import { addDays, type Instant, type LocalDate, localDate } from '../../src/core/time.ts';
import { QUARTER_HOUR } from '../../src/core/vocabulary.ts';
import { DELIVERY_ZONE, deliveryDay } from '../../src/core/window.ts';
import { calmed } from '../../src/planner/store/calm/calm.ts';
import { planStore } from '../../src/planner/store/plan-store.ts';
import type { Slot, Store, StoreMode } from '../../src/planner/store/types.ts';
import { worthAChange } from '../../src/runtime/battery/planning.ts';
import { measured } from '../../src/runtime/power/learnt.ts';
import { createPowerOutlook, newSource, type PowerSource } from '../../src/runtime/power/power-source.ts';
import { isTrial } from '../support/cases.ts';
import { priceYear } from '../support/feeds/price-year.ts';

/** `npm run trials` takes every day that there is. */
/** Days in which the load is learnt before the prices begin, and days that are planned. */
const [LEARN, DAYS] = isTrial ? [14, 326] : [14, 6];
const year = priceYear('DE-LU');
const QUARTERS = 96;
/** On top of the exchange price. */
const CHARGES = 0.18;
const WEAR = 0.03;
const EFFICIENCY = 0.95;
const battery: Store = {
  ...{ capacityKwh: 10, minKwh: 0.5, storedKwh: 0.5, maxChargeKw: 5, maxDischargeKw: 5, wearPerKwh: WEAR },
  ...{ chargeEfficiency: EFFICIENCY, dischargeEfficiency: EFFICIENCY, toGrid: false },
};

/** Numbers from 0 to 1 that are the same each time. */
function* noise(): Generator<number, never> {
  for (let state = 7; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const hump = (hour: number, at: number, width: number) => Math.exp(-((hour - at) ** 2) / width);

/** 3700 kWh a year: a habit by hours, other at the weekend, and what is switched on for a while now and then. */
function loads(start: Instant, count: number): number[] {
  const random = noise();
  let [kettle, left] = [0, 0];
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * QUARTER_HOUR;
    const date = localDate(at, DELIVERY_ZONE);
    const hour = (at - deliveryDay(date).start) / 3600;
    const isOff = [0, 6].includes(new Date(date).getUTCDay());
    const habit = 0.2 + 0.45 * hump(hour, 19, 6) + (isOff ? 0.35 * hump(hour, 12, 8) : 0.25 * hump(hour, 7, 2));
    if (left > 0) left--;
    else kettle = 0;
    if (kettle === 0 && hour > 6 && random.next().value < 0.03) {
      kettle = 0.5 + 1.5 * random.next().value;
      left = Math.floor(4 * random.next().value);
    }
    return Math.max(0.05, habit * (0.6 + 0.8 * random.next().value) + kettle);
  });
}

/** The prices from a quarter hour on as they are known then, and a day of expected ones. */
interface Outlook {
  readonly from: Instant;
  readonly slots: readonly Omit<Slot, 'loadKw'>[];
}

function outlookOn(date: LocalDate, isPublished: boolean): Outlook {
  const last = isPublished ? addDays(date, 1) : date;
  const known = year.known(date, isPublished ? 2 : 1);
  const until = (known.at(-1)?.end ?? 0) + 86_400;
  const expected = year.estimates(last).filter(({ start }) => start >= (known.at(-1)?.end ?? 0) && start < until);
  const slots = [...known, ...expected].flatMap(({ start, end, price }, k) =>
    Array.from({ length: (end - start) / QUARTER_HOUR }, (_, i) => ({
      ...{ start: start + i * QUARTER_HOUR, end: start + (i + 1) * QUARTER_HOUR },
      ...{ importPrice: price + CHARGES, exportPrice: 0, solarKw: 0 },
      ...(k >= known.length && { estimated: true }),
    })),
  );
  return { from: known[0]?.start ?? 0, slots };
}

interface Moment {
  readonly quarter: number;
  readonly at: Instant;
  readonly date: LocalDate;
  readonly storedKwh: number;
}
interface Order {
  readonly mode: StoreMode;
  readonly chargeKw: number;
}

const [begins = ''] = year.dates;
const start = deliveryDay(begins).start - LEARN * 86_400;
const load = loads(start, (LEARN + DAYS + 3) * QUARTERS);
const paid = new Map(
  year
    .known(begins, DAYS + 1)
    .flatMap(({ start: from, end, price }) =>
      Array.from(
        { length: (end - from) / QUARTER_HOUR },
        (_, i) => [from + i * QUARTER_HOUR, price + CHARGES] as const,
      ),
    ),
);
const mean = [...paid.values()].reduce((sum, price) => sum + price, 0) / paid.size;

/** EUR that a battery saves by what it is told each quarter hour, with what it has left at the mean price. */
function saved(told: (moment: Moment) => Order): number {
  let [storedKwh, saving] = [0.5, 0];
  for (let quarter = LEARN * QUARTERS; quarter < (LEARN + DAYS) * QUARTERS; quarter++) {
    const at = start + quarter * QUARTER_HOUR;
    const { mode, chargeKw } = told({ quarter, at, date: localDate(at, DELIVERY_ZONE), storedKwh });
    const price = paid.get(at);
    if (price === undefined) throw new Error(`no price at ${at}`);
    const room = ((10 - storedKwh) / EFFICIENCY) * 4;
    const rest = Math.max(0, storedKwh - 0.5) * EFFICIENCY * 4;
    const covers = mode === 'normal' || mode === 'holdcharge';
    const kw = mode === 'charge' ? Math.min(chargeKw, room) : covers ? -Math.min(5, load[quarter] ?? 0, rest) : 0;
    storedKwh += (kw > 0 ? EFFICIENCY * kw : kw / EFFICIENCY) / 4;
    saving -= (kw * price + (kw < 0 ? -kw * WEAR : 0)) / 4;
  }
  return saving + (storedKwh - 0.5) * mean;
}

/** Planned each quarter hour on a load as it is expected then. */
function planned(expected: (moment: Moment, count: number) => readonly (number | undefined)[]): number {
  let [outlook, key] = [outlookOn(begins, false), ''];
  let mode: StoreMode | undefined;
  let changes: readonly Instant[] = [];
  return saved((moment) => {
    const { at, date, storedKwh } = moment;
    const isPublished = at >= deliveryDay(date).start + 13 * 3600;
    if (key !== `${date} ${isPublished}`) outlook = outlookOn(date, isPublished);
    key = `${date} ${isPublished}`;
    const from = (at - outlook.from) / QUARTER_HOUR;
    const prices = outlook.slots.slice(from);
    const kw = expected(moment, prices.length);
    const slots = prices.map((slot, i): Slot => ({ ...slot, loadKw: kw[i] ?? 0.4 }));
    const store = { ...battery, storedKwh: Math.round(storedKwh * 10) / 10 };
    changes = changes.filter((change) => change > at - 86_400);
    const perChange = worthAChange(slots, changes.length);
    const [step] = calmed(planStore(store, slots, at), store, slots, mode, perChange).slots;
    if (mode && step?.mode !== mode) changes = [...changes, at];
    mode = step?.mode ?? 'normal';
    return { mode, chargeKw: step?.chargeKw ?? 0 };
  });
}

const learning = (source: PowerSource, quarter: number, at: Instant): PowerSource => ({
  ...source,
  measured: measured(source.measured, load[quarter] ?? 0, at, DELIVERY_ZONE),
});

/** As a forecast node learns it that is told the power of each quarter hour as it begins. */
function learnt() {
  const expectedPower = createPowerOutlook(DELIVERY_ZONE);
  let source: PowerSource = newSource;
  for (let quarter = 0; quarter < LEARN * QUARTERS; quarter++)
    source = learning(source, quarter, start + quarter * QUARTER_HOUR);
  return ({ quarter, at }: Moment, count: number) => {
    source = learning(source, quarter, at);
    return expectedPower(source, at, count) ?? [];
  };
}

/** Charges in the cheapest hours of each day, and covers the house in the dearest ones of the others. */
function byRule(charging: number, covering: number): (moment: Moment) => Order {
  const days = new Map<LocalDate, { cheap: Set<Instant>; dear: Set<Instant> }>();
  return ({ at, date }) => {
    const hourOf = (instant: Instant) => instant - (instant % 3600);
    if (!days.has(date)) {
      const sums = new Map<Instant, number>();
      for (const point of year.known(date, 1))
        sums.set(hourOf(point.start), (sums.get(hourOf(point.start)) ?? 0) + point.price);
      const sorted = [...sums].sort((a, b) => a[1] - b[1]).map(([hour]) => hour);
      days.set(date, {
        cheap: new Set(sorted.slice(0, charging)),
        dear: new Set(sorted.slice(charging).slice(-covering)),
      });
    }
    const { cheap, dear } = days.get(date) ?? {};
    if (cheap?.has(hourOf(at))) return { mode: 'charge', chargeKw: 5 };
    return { mode: dear?.has(hourOf(at)) ? 'normal' : 'hold', chargeKw: 0 };
  };
}

describe(`a battery of 10 kWh and 5 kW on DE-LU prices, ${DAYS} days`, () => {
  // Promise P-189 use/sun-and-load: with a load that is learnt a battery saves nearly as much as with one that is
  //   known
  it('saves with a load that it learns nearly all that it saves with one that is known, and more than any rule of cheapest hours', () => {
    const known = planned(({ quarter }, count) => load.slice(quarter, quarter + count));
    const own = planned(learnt());
    const rules = (
      [
        [2, 22],
        [3, 21],
        [2, 8],
        [3, 10],
      ] as const
    ).map(([charging, covering]) => saved(byRule(charging, covering)));
    if (isTrial)
      process.stdout.write(
        `\nEUR: load known ${known.toFixed(2)}, learnt ${own.toFixed(2)}, rules ${rules.map((sum) => sum.toFixed(2)).join(', ')}\n`,
      );
    expect(own / known).toBeGreaterThanOrEqual(0.97);
    expect(own).toBeGreaterThan(Math.max(...rules));
  });
});
