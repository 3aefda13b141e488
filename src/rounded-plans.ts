import { round6 } from './core/components.ts';
import { checkSiteArguments } from './planner/house/checks.ts';
import { planSite, type SitePlan } from './planner/house/site.ts';
import type { House, HousePlan } from './planner/house/types.ts';
import { planHouse } from './planner/joint/plan-house.ts';
import { planStore } from './planner/store/plan-store.ts';
import type { Slot, Store, StorePlan } from './planner/store/types.ts';
import type { Demand, Horizon, Plan, PlanState, UnixSeconds } from './planner/types.ts';
import { planWindow } from './planner/window/plan-window.ts';

/**
 * The planners of the public entry. Their money has 6 decimals, as prices have; the planners themselves compare plans in full
 * precision.
 */

/**
 * The plan that meets a demand at the least cost, exact to the minute. Of the largest split demands it is a plan that keeps
 * every rule, and costs little more where the optimum is not proven.
 *
 * @param horizon the result of `horizonOf`
 * @param now UNIX seconds, rounded up to a whole minute; nothing is planned before
 * @throws RangeError or TypeError naming the argument that cannot be planned with
 */
export function roundedPlan(demand: Demand, horizon: Horizon, now: UnixSeconds, state: PlanState): Plan {
  return withRoundedRuns(planWindow(demand, horizon, now, state));
}

/**
 * The cheapest way to charge and discharge a store over the slots from `now` on.
 *
 * @param slots one after the other without gaps
 * @param now UNIX seconds
 * @throws RangeError or TypeError naming the field of a store or a slot that cannot be planned with
 */
export function roundedStorePlan(store: Store, slots: readonly Slot[], now: UnixSeconds): StorePlan {
  return withRoundedSaving(planStore(store, slots, now));
}

/**
 * Plans several devices under one limit, each in turn on the power that those before it leave, in the order that misses the
 * least and then costs the least.
 *
 * @param limitKw what all devices may take together
 * @param now UNIX seconds
 * @param more in this order: runs that are fixed, surplus of the sun, what the connection lacks, peaks that are charged for
 * @returns a plan for each claim, in the order of the claims
 * @throws RangeError or TypeError naming the argument that cannot be planned with
 */
export function roundedSitePlans(...[claims, limitKw, now, ...more]: Parameters<typeof planSite>): SitePlan[] {
  checkSiteArguments(claims, limitKw, now);
  return planSite(claims, limitKw, now, ...more).map(withRoundedLoss);
}

/**
 * Plans a house as one: devices, stores and a roof behind one meter, limits of the connection and peaks that are charged for.
 *
 * @param now UNIX seconds
 * @throws RangeError or TypeError naming the field that cannot be planned with
 */
export function roundedHousePlan(house: House, now: UnixSeconds): HousePlan {
  const plan = planHouse(house, now);
  return {
    ...plan,
    devices: plan.devices.map(withRoundedLoss),
    stores: plan.stores.map(withRoundedSaving),
    peakCost: round6(plan.peakCost),
    cost: round6(plan.cost),
    baselineCost: round6(plan.baselineCost),
    bound: round6(plan.bound),
    gap: round6(plan.gap),
  };
}

const withRoundedRuns = <P extends Plan>(plan: P): P => ({
  ...plan,
  runs: plan.runs.map((run) => ({ ...run, cost: roundedOrNull(run.cost) })),
  cost: roundedOrNull(plan.cost),
  baselineCost: roundedOrNull(plan.baselineCost),
});

const withRoundedLoss = (plan: SitePlan): SitePlan => ({
  ...withRoundedRuns(plan),
  limitCost: roundedOrNull(plan.limitCost),
});

const withRoundedSaving = (plan: StorePlan): StorePlan => ({
  ...plan,
  cost: round6(plan.cost),
  baselineCost: round6(plan.baselineCost),
  saving: round6(plan.saving),
});

const roundedOrNull = (money: number | null): number | null => (money === null ? null : round6(money));
