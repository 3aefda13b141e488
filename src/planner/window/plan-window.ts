import { type Blocked, type Draft, frameOf } from '../bounds.ts';
import { type Course, courseOf, phasesAfter } from '../load.ts';
import type { Demand, Horizon, Instant, Plan, PlanState, Run } from '../types.ts';
import { checkDemand } from './checks.ts';
import { planContiguous } from './contiguous.ts';
import { planSplit } from './split.ts';
import { amountOf } from './sweep.ts';

/**
 * The plan that meets a demand at the least cost, exact to the minute.
 *
 * @param now rounded up to a whole minute; nothing is planned before
 * @throws RangeError naming the field of the demand that cannot be planned with
 */
export function planWindow(demand: Demand, horizon: Horizon, now: Instant, state: PlanState): Plan {
  return planAround(demand, horizon, now, state, () => []);
}

/** `planWindow` with times at which a load of so many kW finds no room. */
export function planAround(demand: Demand, horizon: Horizon, now: Instant, state: PlanState, blocked: Blocked): Plan {
  checkDemand(demand, now);
  const frame = frameOf(demand, horizon, now, state, blocked);
  const { minutes } = state.delivered;
  const need = courseOf(phasesAfter(demand.shape === 'split' ? [demand.need] : demand.phases, minutes));
  const draft =
    demand.shape === 'split'
      ? planSplit(frame, need.minutes, demand, state)
      : planContiguous(frame, need, demand, state);
  return priced(draft, demand, horizon, need, frame.from);
}

function priced({ runs, outcome }: Draft, demand: Demand, horizon: Horizon, need: Course, from: number): Plan {
  const priced = runs.map((run) => {
    const course = demand.shape === 'split' ? courseOf([{ ...demand.need, minutes: run.until - run.from }]) : need;
    return runOf(course, horizon, run.from);
  });
  return {
    runs: priced,
    outcome,
    cost: priced.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
    baselineCost: moneyOf(need, horizon, from),
  };
}

function runOf(course: Course, horizon: Horizon, start: number): Run {
  const { phases, minutes } = course;
  const energyKwh = phases.reduce((sum, phase) => sum + phase.minutes * phase.kw, 0) / 60;
  return {
    start: 60 * start,
    end: 60 * (start + minutes),
    kw: Math.round((60e6 * energyKwh) / minutes) / 1e6,
    energyKwh,
    cost: moneyOf(course, horizon, start),
  };
}

function moneyOf(course: Course, horizon: Horizon, start: number): number | null {
  const amount = amountOf(horizon, course, start);
  return amount && (horizon.sense === 'cost' ? amount : -amount) * course.money;
}
