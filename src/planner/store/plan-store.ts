import type { UnixSeconds } from '../types.ts';
import { passesOf } from './backward.ts';
import { baselineOf } from './baseline.ts';
import { checkSlots, checkStore } from './checks.ts';
import { heightAt } from './curves/curve.ts';
import { stagesOf } from './cut.ts';
import { endCurve } from './end-value.ts';
import { storedAfter } from './forward.ts';
import { modeOf, worthAt } from './modes.ts';
import { termsOf } from './terms.ts';
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
  const stages = stagesOf(slots, store, now);
  const end = endCurve(store, terms, slots);
  let [cost, shortKwh, stored] = [0, 0, store.storedKwh];
  const steps = passesOf(stages, terms, [end]).passes.map((pass): StoreStep => {
    const { stage, after } = pass;
    const ends = storedAfter(pass, terms, stored);
    const chargeKw = Math.max(0, ends - stored) / stage.hours / terms.chargeEfficiency;
    const dischargeKw = (Math.max(0, stored - ends) / stage.hours) * terms.dischargeEfficiency;
    const flow = flowWith(stage, terms, chargeKw, dischargeKw);
    const worth = worthAt(after, ends);
    const mode = modeOf({ stage, chargeKw, dischargeKw, begins: stored, ends }, terms, worth);
    cost += stage.hours * (flow.cost + terms.wearPerKwh * dischargeKw);
    shortKwh += stage.goals.reduce((sum, goal) => sum + Math.max(0, goal - ends), 0);
    stored = ends;
    const { start, end } = stage;
    return {
      start,
      end,
      chargeKw: rounded(chargeKw),
      dischargeKw: rounded(dischargeKw),
      curtailKw: rounded(flow.curtailKw),
      storedKwh: ends,
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
