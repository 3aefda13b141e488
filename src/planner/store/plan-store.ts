import type { UnixSeconds } from '../types.ts';
import { baselineOf } from './baseline.ts';
import { checkSlots, checkStore } from './checks.ts';
import { type Curve, heightAt } from './curves/curve.ts';
import { stagesOf } from './cut.ts';
import { endCurve } from './end-value.ts';
import { modeOf } from './modes.ts';
import { movesOf, powersOf, type StoreMoves, shortOf } from './moves.ts';
import { type StoreTerms, termsOf } from './terms.ts';
import type { Slot, Store, StorePlan, StoreStep } from './types.ts';
import { flowWith } from './ways.ts';

/**
 * The cheapest way to charge and discharge a store over the slots from `now` on: no other powers cost less that keep its
 * bounds and the limits of the grid and are as near to its goals. Of ways that cost the same it is the one that moves less
 * energy, and that as early as may be; so the same question later has the same answer.
 *
 * @param slots one after the other without gaps
 * @throws RangeError naming the field of a store or a slot that cannot be planned with
 */
export function planStore(store: Store, slots: readonly Slot[], now: UnixSeconds): StorePlan {
  checkSlots(slots, now);
  checkStore(store);
  const terms = termsOf(store, slots);
  const end = endCurve(store, terms, slots);
  return storePlanOf(movesOf(stagesOf(slots, store, now), terms, end), terms, end);
}

/** Moves with their powers, modes and money. */
export function storePlanOf({ stages, ends, worths }: StoreMoves, terms: StoreTerms, end: Curve): StorePlan {
  let [cost, shortKwh, stored] = [0, 0, terms.storedKwh];
  const steps = stages.map((stage, i): StoreStep => {
    const begins = stored;
    stored = ends[i] as number;
    const { chargeKw, dischargeKw } = powersOf(stage, terms, begins, stored);
    const flow = flowWith(stage, terms, chargeKw, dischargeKw);
    const worth = { last: worths.last[i] as number, next: worths.next[i] as number };
    const mode = modeOf({ stage, chargeKw, dischargeKw, begins, ends: stored }, terms, worth);
    cost += stage.hours * (flow.cost + terms.wearPerKwh * dischargeKw);
    shortKwh += shortOf(stage, stored);
    return {
      start: stage.start,
      end: stage.end,
      chargeKw: rounded(chargeKw),
      dischargeKw: rounded(dischargeKw),
      curtailKw: rounded(flow.curtailKw),
      storedKwh: stored,
      mode,
      valuePerKwh: rounded(worth.last),
    };
  });
  const baseline = baselineOf(stages, terms);
  const leftWorth = heightAt(end, baseline.storedKwh) - heightAt(end, stored);
  return { slots: steps, shortKwh, cost, baselineCost: baseline.cost, saving: baseline.cost - cost + leftWorth };
}

/** Without float noise. */
const rounded = (value: number) => Math.round(1e9 * value) / 1e9 || 0;
