import { type Load, loadOf, phasesAfter } from '../load.ts';
import type { Demand, Horizon, PlanState, Run, UnixSeconds } from '../types.ts';
import { amountOf } from './sweep.ts';

/** What a load costs from a minute on, or with `revenue` earns; `null` where a price is unknown. */
export function moneyOf(load: Load, horizon: Horizon, start: number): number | null {
  const amount = amountOf(horizon, load, start);
  return amount && (horizon.sense === 'cost' ? amount : -amount) * load.money;
}

/**
 * What as much as `runs` take would cost, started at once and run through; `null` where a price is unknown. What a plan leaves
 * out is no saving, nor does it lose what a shortest run takes beyond the need.
 */
export function costAtOnce(
  runs: readonly Run[],
  demand: Demand,
  horizon: Horizon,
  now: UnixSeconds,
  { delivered }: Pick<PlanState, 'delivered'>,
): number | null {
  if (runs.length === 0) return 0;
  const minutes = runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
  const phases =
    demand.shape === 'split' ? [{ ...demand.need, minutes }] : phasesAfter(demand.phases, delivered.minutes);
  return moneyOf(loadOf(phases), horizon, Math.ceil(Math.max(now, demand.earliest ?? now) / 60));
}
