import type { Slot, Store } from './types.ts';

/** A store with all that it may leave out. */
export interface StoreTerms extends Required<Omit<Store, 'endValue' | 'available'>> {
  /** What the energy stored may be: a store may begin outside of its bounds. */
  readonly leastKwh: number;
  readonly mostKwh: number;
  /** Money that a kWh short of a goal weighs, and a kWh above a limit of the grid: more than any price. */
  readonly goalWeight: number;
  readonly limitWeight: number;
}

/** Many times what a kWh can cost. */
const MANY = 10;

export function termsOf(store: Store, slots: readonly Slot[]): StoreTerms {
  const { minKwh = 0, maxKwh = store.capacityKwh, wearPerKwh = 0, chargeEfficiency, dischargeEfficiency } = store;
  const dearest = slots.reduce(
    (most, { importPrice, exportPrice }) => Math.max(most, Math.abs(importPrice), Math.abs(exportPrice)),
    0.01,
  );
  const goalWeight = (MANY * (dearest + wearPerKwh)) / (chargeEfficiency * dischargeEfficiency);
  return {
    minChargeKw: 0,
    standbyKw: 0,
    fromGrid: true,
    toGrid: true,
    goals: [],
    ...store,
    minKwh,
    maxKwh,
    wearPerKwh,
    leastKwh: Math.min(minKwh, store.storedKwh),
    mostKwh: Math.max(maxKwh, store.storedKwh),
    goalWeight,
    limitWeight: (MANY * goalWeight) / (chargeEfficiency * dischargeEfficiency),
  };
}

export const isOutside = ({ storedKwh, minKwh, maxKwh }: StoreTerms) => storedKwh < minKwh || storedKwh > maxKwh;
