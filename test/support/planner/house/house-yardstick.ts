import { loadsOf } from '../../../../src/planner/house/order.ts';
import { peakOf, peakTermsOf } from '../../../../src/planner/house/peak-terms.ts';
import { slotsWith } from '../../../../src/planner/house/sun.ts';
import type { House, HouseClaim, HousePlan } from '../../../../src/planner/house/types.ts';
import { planHouse } from '../../../../src/planner/joint/plan-house.ts';
import type { Store } from '../../../../src/planner/store/types.ts';
import type { Phase, Plan } from '../../../../src/planner/types.ts';
import { WEIGHTS } from './house-programme.ts';

/** What a plan for a house comes to. */
export interface HouseScore {
  /** Money, less what is left in the stores. */
  readonly money: number;
  readonly missedMinutes: number;
  readonly shortKwh: number;
  readonly aboveKwh: number;
  /** All of it, what is no money at its weight. */
  readonly weighed: number;
}

export function scoreOf(house: House, plan: HousePlan): HouseScore {
  const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = house;
  const left = house.stores.reduce(
    (sum, store, i) => sum + worthOfStored(store, plan.stores[i]?.slots.at(-1)?.storedKwh ?? 0),
    0,
  );
  const missedMinutes = house.devices.reduce((sum, claim, i) => sum + missedIn(claim, plan.devices[i]), 0);
  const shortKwh = plan.stores.reduce((sum, store) => sum + store.shortKwh, 0);
  const aboveKwh = plan.grid.reduce(
    (sum, { start, end, kw }) =>
      sum + ((end - start) / 3600) * Math.max(0, kw - importKw - 1e-9, -kw - exportKw - 1e-9),
    0,
  );
  const money = plan.cost + plan.peakCost - left;
  const weighed = money + WEIGHTS.above * aboveKwh + WEIGHTS.minute * missedMinutes + WEIGHTS.short * shortKwh;
  return { money, missedMinutes, shortKwh, aboveKwh, weighed };
}

function worthOfStored({ endValue = [] }: Store, storedKwh: number): number {
  let left = storedKwh;
  return endValue.reduce((sum, { kwh, perKwh }) => {
    const taken = Math.min(left, kwh);
    left -= taken;
    return sum + taken * perKwh;
  }, 0);
}

function missedIn({ demand }: HouseClaim, plan: Plan | undefined): number {
  const phases: readonly Phase[] = demand.shape === 'split' ? [demand.need] : demand.phases;
  const need = phases.reduce((sum, { minutes }) => sum + minutes, 0);
  const ran = (plan?.runs ?? []).reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
  // What ends late is not met: the solver leaves it out.
  return plan?.outcome.kind === 'overrun' ? need : Math.max(0, need - ran);
}

/** The given order without joint planning: each device on the sun and the power that those before it leave, and the stores at last. */
export function givenOrder(house: House, now: number): HousePlan {
  const { peak, ...unpriced } = house;
  let slots = house.slots;
  const devices = house.devices.map((claim) => {
    const alone = planHouse({ ...unpriced, slots, stores: [], devices: [claim] }, now).devices[0];
    if (!alone) throw new Error('a device without a plan');
    slots = slotsWith(slots, loadsOf(alone, claim));
    return alone;
  });
  const plan = planHouse({ ...unpriced, slots, devices: [] }, now);
  return { ...plan, devices, peakCost: peak ? peakOf(peakTermsOf(peak, now), plan.grid).cost : 0 };
}
