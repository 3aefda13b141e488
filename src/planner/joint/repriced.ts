import { type DeviceNeed, restOfClaim } from '../house/order.ts';
import { loadOf } from '../load.ts';
import type { Horizon, Plan } from '../types.ts';
import { moneyOf } from '../window/money.ts';

/** The plan at other prices than those that it was found by. */
export function repriced(plan: Plan, claim: DeviceNeed, horizon: Horizon): Plan {
  const { demand } = claim;
  const runs = plan.runs.map((run) => {
    const minutes = (run.end - run.start) / 60;
    const load = loadOf(demand.shape === 'split' ? [{ ...demand.need, minutes }] : restOfClaim(claim));
    return { ...run, cost: moneyOf(load, horizon, run.start / 60) };
  });
  const cost = runs.reduce<number | null>((sum, run) => (sum === null || run.cost === null ? null : sum + run.cost), 0);
  return { ...plan, runs, cost };
}
