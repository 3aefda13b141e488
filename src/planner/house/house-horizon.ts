import { horizonOf } from '../horizon.ts';
import type { Horizon, PricedSpan } from '../types.ts';
import type { HouseSlot } from './terms.ts';

/** Prices of slots as a device plans on them: what is not published yet is expected. */
export function horizonIn(slots: readonly HouseSlot[], priceOf: (slot: HouseSlot) => number): Horizon {
  const known: PricedSpan[] = [];
  const expected: PricedSpan[] = [];
  let start = Math.floor((slots[0]?.start ?? 0) / 60) * 60;
  for (const slot of slots) {
    const end = Math.ceil(slot.end / 60) * 60;
    if (end > start) (slot.estimated ? expected : known).push({ start, end, price: priceOf(slot) });
    start = Math.max(start, end);
  }
  return horizonOf(known, 'cost', expected);
}
