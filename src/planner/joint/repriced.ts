import { type DeviceNeed, restOfClaim } from '../house/order.ts';
import { loadOf } from '../load.ts';
import type { Horizon, Plan } from '../types.ts';
import { amountOf } from '../window/sweep.ts';

/** The plan at other prices than those that it was found by. */
export function repriced(plan: Plan, claim: DeviceNeed, horizon: Horizon): Plan {
  const { demand } = claim;
  const runs = plan.runs.map((run) => {
    const minutes = (run.end - run.start) / 60;
    const load = loadOf(demand.shape === 'split' ? [{ ...demand.need, minutes }] : restOfClaim(claim));
    const amount = amountOf(horizon, load, run.start / 60);
    return { ...run, cost: amount && amount * load.money };
  });
  const cost = runs.reduce<number | null>((sum, run) => (sum === null || run.cost === null ? null : sum + run.cost), 0);
  return { ...plan, runs, cost };
}
