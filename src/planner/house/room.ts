import type { Blocked } from '../bounds.ts';
import { netLoadOf } from '../store/grid.ts';
import type { Stretch } from '../stretches.ts';
import { type Headroom, type HouseSlot, type HouseTerms, isThereAt } from './terms.ts';

/** Float noise of power. */
const NOISE = 1e-6;

/** The times at which slots have no room for a load; with the stores it has all that they can give. */
export function blockedIn({ stores }: HouseTerms, slots: readonly HouseSlot[], room: Headroom): Blocked {
  const rooms = slots.map((slot) => {
    const { importKw = Number.POSITIVE_INFINITY, fuseKw, loadKw } = slot;
    if (room === 'fuse') return fuseKw - loadKw;
    const help = stores.reduce(
      (sum, { store, terms: { standbyKw, maxDischargeKw } }) =>
        isThereAt(store, slot.start) ? sum - standbyKw + (room === 'stores' ? maxDischargeKw : 0) : sum,
      0,
    );
    return Math.min(importKw - netLoadOf(slot) + help, slot.devicesKw ?? Number.POSITIVE_INFINITY);
  });
  return (kw) => {
    const stretches: Stretch[] = [];
    slots.forEach(({ start, end }, i) => {
      if (kw <= (rooms[i] as number) + NOISE || kw === 0) return;
      const from = Math.floor(start / 60);
      const until = i === slots.length - 1 ? Number.POSITIVE_INFINITY : Math.ceil(end / 60);
      const last = stretches.at(-1);
      if (last && last.until >= from) stretches[stretches.length - 1] = { from: last.from, until };
      else stretches.push({ from, until });
    });
    return stretches;
  };
}
