import type { Slot, Store } from '../../../dist/src/planner/store/types.js';

/** Steps of one percent. */
const STATES = 101;

/** The least cost of a store on a grid of states of charge, each slot from each state to each in reach: it finds less than there is. */
export function bareGrid(store: Store, slots: readonly Slot[]): number {
  const { chargeEfficiency, dischargeEfficiency, wearPerKwh = 0 } = store;
  const step = store.capacityKwh / (STATES - 1);
  const charge = Math.floor((store.maxChargeKw * chargeEfficiency) / 4 / step);
  const discharge = Math.floor(store.maxDischargeKw / dischargeEfficiency / 4 / step);
  let later = new Float64Array(STATES);
  for (const { importPrice, exportPrice, loadKw, solarKw } of slots.toReversed()) {
    const now = new Float64Array(STATES).fill(Number.POSITIVE_INFINITY);
    for (let move = -discharge; move <= charge; move++) {
      const kw = 4 * step * (move > 0 ? move / chargeEfficiency : move * dischargeEfficiency);
      const gridKw = loadKw - solarKw + kw;
      const cost = (gridKw * (gridKw > 0 ? importPrice : exportPrice) - Math.min(0, kw) * wearPerKwh) / 4;
      for (let state = Math.max(0, -move); state < Math.min(STATES, STATES - move); state++)
        now[state] = Math.min(now[state] as number, cost + (later[state + move] as number));
    }
    later = now;
  }
  return Math.min(...later);
}
