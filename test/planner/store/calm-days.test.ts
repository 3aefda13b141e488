import { expect, it } from 'vitest';
import { deliveryDay } from '../../../src/core/window.ts';
import { calmed } from '../../../src/planner/store/calm.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Slot, Store, StoreMode, StoreStep } from '../../../src/planner/store/types.ts';
import { readZone } from '../../../src/service/exchange/prices.ts';

/** `npm run trials` asks for 30. */
const DAYS = Number(process.env.CALM_DAYS ?? 3);
const QUARTER = 900;
const AHEAD = 120;
/** What a change of mode has to save: as much as a twentieth of a kWh costs. */
const CHANGE = 0.0125;

const { prices, start } = (() => {
  const days = [...readZone('data/prices/DE-LU.txt').days.values()].filter(({ resolution }) => resolution === QUARTER);
  return { prices: days.flatMap((day) => day.prices), start: deliveryDay(days[0]?.date ?? '').start };
})();

/** Numbers from 0 to 1 that are the same each time. */
function* noise(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const hump = (quarter: number, at: number, width: number) => Math.exp(-(((quarter % 96) - at) ** 2) / width);
const loadAt = (quarter: number) => 0.3 + 0.5 * hump(quarter, 76, 60) + 0.25 * hump(quarter, 30, 40);
const sunAt = (quarter: number, kw: number) => Math.max(0, kw * Math.sin((((quarter % 96) / 4 - 6) / 12) * Math.PI));

const empty: Store = {
  ...{ capacityKwh: 10, minKwh: 0.5, storedKwh: 5, maxChargeKw: 4, maxDischargeKw: 4, wearPerKwh: 0.02 },
  ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95 },
};

/** What an inverter does in a mode. */
function powerIn(mode: StoreMode, { chargeKw, dischargeKw }: StoreStep, netKw: number): number {
  if (mode === 'charge') return chargeKw;
  if (mode === 'discharge') return -dischargeKw;
  if (netKw > 0) return mode === 'hold' ? 0 : -Math.min(4, netKw);
  return mode === 'holdcharge' ? 0 : Math.min(4, -netKw);
}

/** The changes of mode a day of a battery that is planned each quarter hour on a noisy load, and tells its charge in whole percent. */
function changesADay(from: number, sunKw: number): number {
  const random = noise();
  let [stored, changes] = [5, 0];
  let mode: StoreMode | undefined;
  for (let quarter = from; quarter < from + 96 * DAYS; quarter++) {
    const load = Math.max(
      0.1,
      loadAt(quarter) + 0.6 * (random.next().value - 0.5) + (random.next().value < 0.05 ? 2 : 0),
    );
    const sun = sunAt(quarter, sunKw) * (0.7 + 0.3 * random.next().value);
    const slots = Array.from({ length: AHEAD }, (_, k): Slot => {
      const [at, price] = [start + (quarter + k) * QUARTER, prices[quarter + k] ?? 0];
      const forecast = { loadKw: loadAt(quarter + k), solarKw: sunAt(quarter + k, sunKw) };
      const known = k === 0 ? { loadKw: load, solarKw: sun } : forecast;
      return { start: at, end: at + QUARTER, importPrice: price + 0.18, exportPrice: Math.max(0, price), ...known };
    });
    const store = { ...empty, storedKwh: Math.round(10 * stored) / 10 };
    const now = slots[0]?.start ?? 0;
    const [step] = calmed(planStore(store, slots, now), store, slots, mode, CHANGE).slots;
    if (!step) throw new Error('no step');
    if (mode && step.mode !== mode) changes++;
    mode = step.mode;
    const kw = powerIn(mode, step, load - sun);
    stored = Math.min(10, Math.max(Math.min(stored, 0.5), stored + (kw > 0 ? 0.95 * kw : kw / 0.95) / 4));
  }
  return changes / DAYS;
}

it.each([
  ['little sun', 3840, 0.5],
  ['little sun', 11_520, 0.5],
  ['much sun', 7680, 4],
  ['much sun', 11_520, 4],
])(`a battery changes its mode at most eight times a day: %s from quarter %d on, ${DAYS} days`, (_, from, sunKw) => {
  expect(changesADay(from, sunKw)).toBeLessThanOrEqual(8);
});
