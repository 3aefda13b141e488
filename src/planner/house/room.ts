import type { Blocked } from '../bounds.ts';
import { netLoadOf } from '../store/grid.ts';
import type { Stretch } from '../stretches.ts';
import { type HouseSlot, type HouseTerms, isThereAt } from './terms.ts';

/** Float noise of power. */
const NOISE = 1e-6;

/** The times at which slots have no room for a load; `helped` where the stores may give all that they can. */
export function blockedIn({ stores }: HouseTerms, slots: readonly HouseSlot[], helped: boolean): Blocked {
  const rooms = slots.map((slot) => {
    const { importKw = Number.POSITIVE_INFINITY } = slot;
    const help = stores.reduce(
      (sum, { store, terms: { standbyKw, maxDischargeKw } }) =>
        isThereAt(store, slot.start) ? sum - standbyKw + (helped ? maxDischargeKw : 0) : sum,
      0,
    );
    return importKw - netLoadOf(slot) + help;
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
