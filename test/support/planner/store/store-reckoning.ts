import type { Slot, Store, StorePlan } from '../../../../src/planner/store/types.ts';

/** What a plan for a store comes to, reckoned from what it stores alone. */
export interface StoreReckoning {
  /** Money for the grid and for wear. */
  readonly money: number;
  /** Above the limits of the grid. */
  readonly aboveKwh: number;
  /** What the energy left at the end is worth. */
  readonly worth: number;
}

/** The sun turned down comes rounded to a millionth of a watt. */
const ROUNDING = 1e-8;

export function reckoned(store: Store, slots: readonly Slot[], plan: StorePlan): StoreReckoning {
  let [money, aboveKwh] = [0, 0];
  let stored = store.storedKwh;
  for (const { start, end, curtailKw, storedKwh } of plan.slots) {
    const slot = slots.find((each) => each.start <= start && end <= each.end);
    if (!slot) throw new Error('a step that is in no slot');
    const hours = (end - start) / 3600;
    const isThere = store.available?.some((span) => span.start <= start && end <= span.end) ?? true;
    const dischargedKwh = Math.max(0, stored - storedKwh) * store.dischargeEfficiency;
    const chargedKwh = Math.max(0, storedKwh - stored) / store.chargeEfficiency;
    const sunKw = slot.solarKw - curtailKw > ROUNDING ? slot.solarKw - curtailKw : 0;
    const houseKw = slot.loadKw + (isThere ? (store.standbyKw ?? 0) : 0) - sunKw;
    const gridKw = houseKw + (chargedKwh - dischargedKwh) / hours;
    const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
    const above = Math.max(gridKw - importKw, -gridKw - exportKw);
    if (above > ROUNDING) aboveKwh += hours * above;
    money += hours * gridKw * (gridKw > 0 ? slot.importPrice : slot.exportPrice);
    money += (store.wearPerKwh ?? 0) * dischargedKwh;
    stored = storedKwh;
  }
  let left = stored;
  const worth = (store.endValue ?? []).reduce((sum, { kwh, perKwh }) => {
    const taken = Math.min(left, kwh);
    left -= taken;
    return sum + taken * perKwh;
  }, 0);
  return { money, aboveKwh, worth };
}
