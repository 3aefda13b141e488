import { checkInstant, checkList, checkNumber, shown } from '../arguments.ts';
import type { ContiguousDemand, Demand, Horizon, PlanState, SplitDemand, UnixSeconds } from '../types.ts';

/** @throws RangeError or TypeError naming the field that cannot be planned with, and what is allowed */
export function checkDemand(demand: Demand, now: UnixSeconds): void {
  checkInstant('now', now);
  if (demand.earliest !== undefined) checkInstant('earliest', demand.earliest);
  if (demand.readyBy !== undefined) checkInstant('readyBy', demand.readyBy);
  finite('limit.price', demand.limit?.price);
  atLeastZero('minSpread', demand.minSpread);
  if (demand.shape === 'contiguous') checkContiguous(demand);
  else if (demand.shape === 'split') checkSplit(demand);
  else throw new RangeError(`shape must be "contiguous" or "split", got ${shown((demand as Demand).shape)}`);
}

/** @throws TypeError where the prices have not been prepared by `horizonOf`, or the state is missing */
export function checkPlanning(horizon: Horizon, state: PlanState): void {
  if (!(horizon?.sums instanceof Float64Array))
    throw new TypeError(`horizon must be the result of horizonOf, got ${shown(horizon)}`);
  if (typeof state?.delivered !== 'object')
    throw new TypeError(`state must be { output, delivered, standing }, got ${shown(state)}`);
  checkList('state.standing', state.standing);
}

function checkContiguous({ phases }: ContiguousDemand): void {
  checkList('phases', phases);
  for (const [i, { minutes, kw }] of phases.entries()) {
    whole(`phases[${i}].minutes`, minutes);
    atLeastZero(`phases[${i}].kw`, kw);
  }
}

function checkSplit(demand: SplitDemand): void {
  const { need } = demand;
  if (typeof need !== 'object') throw new TypeError(`need must be { minutes, kw }, got ${shown(need)}`);
  whole('need.minutes', need.minutes);
  checkNumber('need.kw', need.kw, 'a number above 0', (kw) => kw > 0 && kw < Number.POSITIVE_INFINITY);
  whole('minOnMinutes', demand.minOnMinutes);
  whole('minOffMinutes', demand.minOffMinutes);
  whole('maxOffMinutes', demand.maxOffMinutes, Math.max(1, demand.minOffMinutes ?? 0));
  whole('maxStarts', demand.maxStarts);
  whole('preconditionMinutes', demand.preconditionMinutes);
  finite('alsoBelowPrice', demand.alsoBelowPrice);
}

function whole(field: string, value: number | undefined, least = 0): void {
  if (value === undefined) return;
  checkNumber(field, value, `a whole number of at least ${least}`, (n) => Number.isInteger(n) && n >= least);
}

function finite(field: string, value: number | undefined): void {
  if (value !== undefined) checkNumber(field, value, 'a finite number', Number.isFinite);
}

function atLeastZero(field: string, value: number | undefined): void {
  if (value === undefined) return;
  checkNumber(field, value, 'a number of at least 0', (n) => n >= 0 && n < Number.POSITIVE_INFINITY);
}
