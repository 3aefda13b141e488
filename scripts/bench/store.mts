import { planStore } from '../../dist/src/planner/store/plan-store.js';
import type { Slot, Store } from '../../dist/src/planner/store/types.js';
import type { PricedSpan } from '../../dist/src/planner/types.js';
import { type Figure, figure } from './harness.mts';

/** Two days of quarter hours. */
const SLOTS = 192;
const ROUNDS = 200;
/** The states of charge of the yardstick: steps of one percent. */
const STATES = 101;
const DAY = 86_400;

export const store = {
  ...{ capacityKwh: 10, storedKwh: 3, maxChargeKw: 5, maxDischargeKw: 5, wearPerKwh: 0.03 },
  ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95, endValue: [{ kwh: 10, perKwh: 0.1 }] },
} satisfies Store;

/** A battery over two days of real prices, over what a plain grid of states of charge takes that finds less. */
export function storeFigures(spans: readonly PricedSpan[]): Figure[] {
  const houses = Array.from({ length: 20 }, (_, i) => houseOn(spans.slice(i * SLOTS, (i + 1) * SLOTS)));
  const spent = { own: 0, grid: 0 };
  for (let round = -ROUNDS; round < ROUNDS; round++) {
    const slots = houses[Math.abs(round) % houses.length] ?? [];
    const begun = performance.now();
    planStore(store, slots, slots[0]?.start ?? 0);
    const between = performance.now();
    leastOnGrid(slots);
    if (round < 0) continue;
    spent.own += between - begun;
    spent.grid += performance.now() - between;
  }
  return [
    figure('store: 192 quarter hours', spent.own / ROUNDS, 'ms'),
    figure('store: speed over a bare grid of 1 % steps', spent.grid / spent.own, '×', { atLeast: 0.5 }),
  ];
}

export const houseOn = (spans: readonly PricedSpan[]): Slot[] =>
  spans.map(({ start, end, price }, i) => {
    const sun = Math.sin(((start % DAY) / DAY - 0.25) * 2 * Math.PI);
    const house = { loadKw: 0.3 + 0.4 * Math.abs(Math.sin(i)), solarKw: Math.max(0, 4 * sun), curtailable: true };
    return { start, end, importPrice: Math.max(0, price) + 0.18, exportPrice: Math.max(0, price), ...house };
  });

/** The least cost on a grid of states, each slot from each state to each in reach. */
function leastOnGrid(slots: readonly Slot[]): number {
  let later = new Float64Array(STATES);
  const step = store.capacityKwh / (STATES - 1);
  for (const { importPrice, exportPrice, loadKw, solarKw } of slots.toReversed()) {
    const now = new Float64Array(STATES).fill(Number.POSITIVE_INFINITY);
    const charge = Math.floor((store.maxChargeKw * store.chargeEfficiency) / 4 / step);
    const discharge = Math.floor(store.maxDischargeKw / store.dischargeEfficiency / 4 / step);
    for (let move = -discharge; move <= charge; move++) {
      const kw = 4 * step * (move > 0 ? move / store.chargeEfficiency : move * store.dischargeEfficiency);
      const gridKw = loadKw - solarKw + kw;
      const cost = (gridKw * (gridKw > 0 ? importPrice : exportPrice) - Math.min(0, kw) * store.wearPerKwh) / 4;
      for (let state = Math.max(0, -move); state < Math.min(STATES, STATES - move); state++)
        now[state] = Math.min(now[state] as number, cost + (later[state + move] as number));
    }
    later = now;
  }
  return Math.min(...later);
}
