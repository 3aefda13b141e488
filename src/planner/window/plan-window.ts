import { type Blocked, boundsOf, type UnpricedPlan } from '../bounds.ts';
import { type Load, loadOf, phasesAfter } from '../load.ts';
import type { Demand, Horizon, Plan, PlanState, Run, UnixSeconds } from '../types.ts';
import { checkDemand, checkPlanning } from './checks.ts';
import { planContiguous } from './contiguous.ts';
import { costAtOnce, moneyOf } from './money.ts';
import { planSplit } from './split.ts';

/**
 * The plan that meets a demand at the least cost, exact to the minute. Of the largest needs in pieces it is one that keeps
 * every rule, and costs little more where that is not proven.
 *
 * @param now rounded up to a whole minute; nothing is planned before
 * @throws RangeError or TypeError naming the argument that cannot be planned with
 */
export function planWindow(demand: Demand, horizon: Horizon, now: UnixSeconds, state: PlanState): Plan {
  return planAround(demand, horizon, now, state, () => []);
}

/** `planWindow` with times at which a load of so many kW finds no room. */
export function planAround(
  demand: Demand,
  horizon: Horizon,
  now: UnixSeconds,
  state: PlanState,
  blocked: Blocked,
): Plan {
  checkDemand(demand, now);
  checkPlanning(horizon, state);
  const phases = demand.shape === 'split' ? [demand.need] : demand.phases;
  const need = loadOf(phasesAfter(phases, state.delivered.minutes));
  // Where nothing is left of a split need, a shortest run may still have to go on at its power.
  const unit = demand.shape === 'split' ? loadOf(phases) : { ...need, phases };
  const bounds = boundsOf(demand, horizon, now, state, unit, blocked);
  const unpriced =
    demand.shape === 'split'
      ? planSplit(bounds, need.minutes, demand, state)
      : planContiguous(bounds, need, demand, state);
  const plan = priced(unpriced, demand, horizon, need);
  return { ...plan, baselineCost: costAtOnce(plan.runs, demand, horizon, now, state) };
}

function priced(
  { runs, outcome }: UnpricedPlan,
  demand: Demand,
  horizon: Horizon,
  need: Load,
): Omit<Plan, 'baselineCost'> {
  const priced = runs.map((run) => {
    const load = demand.shape === 'split' ? loadOf([{ ...demand.need, minutes: run.until - run.from }]) : need;
    return runOf(load, horizon, run.from);
  });
  return {
    runs: priced,
    outcome,
    cost: priced.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
  };
}

function runOf(load: Load, horizon: Horizon, start: number): Run {
  const { phases, minutes } = load;
  const energyKwh = phases.reduce((sum, phase) => sum + phase.minutes * phase.kw, 0) / 60;
  return {
    start: 60 * start,
    end: 60 * (start + minutes),
    kw: Math.round((60e6 * energyKwh) / minutes) / 1e6,
    energyKwh,
    cost: moneyOf(load, horizon, start),
  };
}
