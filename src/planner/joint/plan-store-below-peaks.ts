import type { HousePeak, MeteredSpan } from '../house/peak.ts';
import { bestBelowCaps, type WeighedTry } from '../house/peak-caps.ts';
import { capWithin, peakOf, peakTermsOf } from '../house/peak-terms.ts';
import { netLoadOf } from '../store/grid.ts';
import { planStore } from '../store/plan-store.ts';
import type { Slot, Store, StorePlan } from '../store/types.ts';
import type { UnixSeconds } from '../types.ts';

/** A plan of a store, and the slots with the cap on what is bought that it was made for. */
export interface CappedStorePlan {
  readonly plan: StorePlan;
  readonly slots: readonly Slot[];
}

/**
 * Plans a store where peaks are charged for: of what it does without a cap on what is bought and with several the best, the
 * charge for the month's peak included.
 *
 * @param fitted a slot as a store is planned on it that finds no use for all of the room below its limit
 * @throws RangeError as `planStore` does
 */
export function planStoreBelowPeaks(
  store: Store,
  slots: readonly Slot[],
  now: UnixSeconds,
  peak: HousePeak,
  fitted: (slot: Slot) => Slot = (slot) => slot,
): CappedStorePlan {
  const terms = peakTermsOf(peak, now);
  const attempt = (capKw: number): CappedStorePlan & WeighedTry => {
    const capped = slots.map((slot) => {
      const most = Math.min(slot.importKw ?? Number.POSITIVE_INFINITY, capWithin(terms, slot.start, now, capKw));
      return fitted(most < Number.POSITIVE_INFINITY ? { ...slot, importKw: most } : slot);
    });
    const plan = planStore(store, capped, now);
    const { kw, cost } = peakOf(terms, boughtBy(plan, slots));
    return { plan, slots: capped, missed: plan.shortKwh, kw, money: cost - plan.saving };
  };
  // A store may lower any peak: none is the house's own.
  return bestBelowCaps(terms, attempt, 0, [], true);
}

/** What passes the meter with a store. */
function boughtBy({ slots: steps }: StorePlan, slots: readonly Slot[]): MeteredSpan[] {
  let i = 0;
  return steps.map(({ start, end, chargeKw, dischargeKw, curtailKw }) => {
    while (i + 1 < slots.length && (slots[i]?.end ?? start) <= start) i++;
    const slot = slots[i];
    return { start, end, kw: (slot ? netLoadOf(slot) : 0) + chargeKw - dischargeKw + curtailKw };
  });
}
