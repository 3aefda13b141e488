import { expect, it } from 'vitest';
import { addDays, type Instant, type LocalDate } from '../../../src/core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../../src/core/vocabulary.ts';
import { DELIVERY_ZONE, deliveryDay } from '../../../src/core/window.ts';
import { batterySettings } from '../../../src/messages/battery/settings.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import type { Slot } from '../../../src/planner/store/types.ts';
import type { Planned } from '../../../src/runtime/battery/battery.ts';
import { batteryKind } from '../../../src/runtime/battery/battery-kind.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { isTrial } from '../../support/cases.ts';
import { type Inverter, storedAfter } from '../../support/device/inverter.ts';
import { undimmed } from '../../support/device/undimmed.ts';
import { priceYear } from '../../support/feeds/price-year.ts';

/** `npm run trials` asks for 30, of more houses than one. */
const DAYS = isTrial ? 30 : 1;
/** Hours of a day that are lived: `npm test` takes those with the sun, and the publication of tomorrow's prices. */
const [FROM, UNTIL] = isTrial ? [0, 24] : [7, 17];
const MINUTE = 60;
const HOUR = 3600;
const inverter: Inverter = { kw: 5, capacityKwh: 10, efficiency: 0.9 };
const { kw, capacityKwh } = inverter;
/** On top of the exchange price. */
const CHARGES = 0.18;
const year = priceYear('DE-LU');

/** Numbers from 0 to 1 that are the same each time. */
function* noise(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const hourOf = (at: Instant) => (at % 86_400) / 3600;
const hump = (at: Instant, hour: number, width: number) => Math.exp(-((hourOf(at) - hour) ** 2) / width);
const loadAt = (at: Instant) => 0.3 + 0.5 * hump(at, 18, 4) + 0.25 * hump(at, 6, 2);
const sunAt = (at: Instant, kw: number) => Math.max(0, kw * Math.sin(((hourOf(at) - 5) / 12) * Math.PI));

/** What is switched on and off in a house, the noise of each minute, and clouds before the sun. */
function weather(): () => { readonly moreKw: number; readonly sunShare: number } {
  const random = noise();
  let [kettleKw, left, cloud] = [0, 0, 0.3];
  return () => {
    if (left-- <= 0) kettleKw = 0;
    if (kettleKw === 0 && random.next().value < 0.01) [kettleKw, left] = [0.5 + 2 * random.next().value, 15];
    cloud = Math.min(0.8, Math.max(0, cloud + 0.15 * (random.next().value - 0.5)));
    return { moreKw: kettleKw + 0.3 * (random.next().value - 0.5), sunShare: 1 - cloud };
  };
}

interface House {
  readonly from: LocalDate;
  readonly sunKw: number;
  readonly toGrid: boolean;
}

/** The prices as they are known at an hour of a day. */
function pricesOn(date: LocalDate, isPublished: boolean, feedin: boolean): MarketPrices {
  const spans = year.known(date, isPublished ? 2 : 1);
  const dearer = spans.map((span) => ({ ...span, price: span.price + CHARGES }));
  return { spans: dearer, timeZone: DELIVERY_ZONE, ...(feedin && { feedin: spans }) };
}

/** The changes of mode of each day of a battery that is planned every minute on a noisy load, and tells its charge in whole percent. */
function changesByDay({ from, sunKw, toGrid }: House): number[] {
  const powers = createPowers();
  const settings = batterySettings({
    ...{ capacityKwh, chargeKw: kw, dischargeKw: kw, reserveSoc: 5, efficiency: 90, wearPerKwh: 0.03 },
    toGrid,
  });
  const kind = batteryKind(settings, { powers, grid: undimmed });
  const minute = weather();
  let [battery, stored] = [kind.fresh, capacityKwh / 2];
  let standing: Planned | undefined;
  return Array.from({ length: DAYS }, (_, day) => {
    const date = addDays(from, day);
    const { start } = deliveryDay(date);
    let changes = 0;
    const [early, late] = [pricesOn(date, false, toGrid), pricesOn(date, true, toGrid)];
    for (let now = start + FROM * HOUR; now < start + UNTIL * HOUR; now += MINUTE) {
      const { moreKw, sunShare } = minute();
      const [load, sun] = [Math.max(0.05, loadAt(now) + moreKw), sunAt(now, sunKw) * sunShare];
      const expected = (at: (instant: Instant) => number, kw: number) => (_: Instant, count: number) =>
        Array.from({ length: count }, (_, i) => (i === 0 ? kw : at(quarterOf(now) + i * QUARTER_HOUR)));
      powers.set('house', { kind: 'consumption', expected: expected(loadAt, load) });
      powers.set('roof', { kind: 'production', expected: expected((at) => sunAt(at, sunKw), sun) });
      const at = { now, timeZone: DELIVERY_ZONE };
      battery = kind.told(battery, { soc: Math.round((100 * stored) / capacityKwh) }, at);
      const slots: readonly Slot[] = kind.slots(battery, now < start + 13 * HOUR ? early : late, at);
      const planned: Planned = kind.plan(battery, slots, battery.mode ?? undefined, now, standing);
      standing = planned;
      const order = kind.order(battery, planned, slots, now);
      if (battery.mode !== null && order.mode !== battery.mode) changes++;
      battery = kind.ordered(battery, order, now);
      stored = storedAfter(inverter, order, load - sun, stored);
    }
    return changes;
  });
}

const houses: readonly House[] = [
  { from: '2026-04-10', sunKw: 4, toGrid: true },
  { from: '2026-01-20', sunKw: 0.5, toGrid: false },
  { from: '2026-07-01', sunKw: 0.5, toGrid: true },
];

it.each(isTrial ? houses : houses.slice(0, 1))(
  `a battery changes its mode at most eight times a day, planned every minute on a noisy load: %o, ${DAYS} days`,
  (house) => {
    const changes = changesByDay(house);
    if (isTrial) process.stdout.write(`\nchanges of mode by day: ${changes.join(' ')}\n`);
    expect(Math.max(...changes)).toBeLessThanOrEqual(8);
  },
);
