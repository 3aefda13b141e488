import { checkChoice, checkInstant, checkList, checkNumber, checkObject, shown } from '../arguments.ts';
import type { ContiguousDemand, Demand, Horizon, PlanState, SplitDemand, UnixSeconds } from '../types.ts';

/** @throws RangeError or TypeError naming the field that cannot be planned with, and what is allowed */
export function checkDemand(demand: Demand, now: UnixSeconds): void {
  checkInstant('now', now);
  checkObject('demand', demand);
  if (demand.earliest !== undefined) checkInstant('earliest', demand.earliest);
  if (demand.readyBy !== undefined) checkInstant('readyBy', demand.readyBy);
  if (demand.limit !== undefined) checkLimit(demand.limit);
  if (demand.minSpread !== undefined) atLeastZero('minSpread', demand.minSpread);
  if (demand.noWaitBelow !== undefined) finite('noWaitBelow', demand.noWaitBelow);
  if (demand.shape === 'contiguous') checkContiguous(demand);
  else if (demand.shape === 'split') checkSplit(demand);
  else throw new RangeError(`shape must be "contiguous" or "split", got ${shown((demand as Demand).shape)}`);
  checkChoice('prefer', demand.prefer, ['earliest', 'latest']);
  checkChoice('whenUnknown', demand.whenUnknown, ['estimate', 'plan-known', 'wait', 'shortfall-now']);
}

function checkLimit(limit: NonNullable<Demand['limit']>): void {
  checkObject('limit', limit, '{ rule, price }');
  checkChoice('limit.rule', limit.rule, ['interval', 'average']);
  finite('limit.price', limit.price);
}

/** @throws TypeError where the prices have not been prepared by `horizonOf`, or the state is missing */
export function checkPlanning(horizon: Horizon, state: PlanState): void {
  if (!(horizon?.sums instanceof Float64Array))
    throw new TypeError(`horizon must be the result of horizonOf, got ${shown(horizon)}`);
  checkState(state);
}

/** @throws TypeError or RangeError naming the field of the state that cannot be planned with */
export function checkState(state: PlanState): void {
  checkObject('state', state, '{ output, delivered, standing }');
  const { output, delivered, standing } = state;
  checkObject('state.delivered', delivered, '{ minutes, starts }');
  for (const field of ['minutes', 'starts'] as const) finite(`state.delivered.${field}`, delivered[field]);
  if (output !== null) {
    checkObject('state.output', output, '{ on, since } or null');
    checkInstant('state.output.since', output.since);
  }
  checkList('state.standing', standing);
  for (const [i, run] of standing.entries()) {
    checkObject(`state.standing[${i}]`, run, 'a run');
    checkInstant(`state.standing[${i}].start`, run.start);
    checkInstant(`state.standing[${i}].end`, run.end);
  }
}

function checkContiguous({ phases }: ContiguousDemand): void {
  checkList('phases', phases);
  if (phases.length === 0) throw new RangeError('phases must have at least one phase, got none');
  for (const [i, phase] of phases.entries()) {
    checkObject(`phases[${i}]`, phase, '{ minutes, kw }');
    whole(`phases[${i}].minutes`, phase.minutes);
    atLeastZero(`phases[${i}].kw`, phase.kw);
  }
}

function checkSplit(demand: SplitDemand): void {
  const { need } = demand;
  checkObject('need', need, '{ minutes, kw }');
  whole('need.minutes', need.minutes);
  checkNumber('need.kw', need.kw, 'a number above 0', (kw) => kw > 0 && kw < Number.POSITIVE_INFINITY);
  const { maxOffMinutes, alsoBelowPrice } = demand;
  for (const field of ['minOnMinutes', 'minOffMinutes', 'maxStarts', 'preconditionMinutes'] as const)
    if (demand[field] !== undefined) whole(field, demand[field]);
  if (maxOffMinutes !== undefined) whole('maxOffMinutes', maxOffMinutes, Math.max(1, demand.minOffMinutes ?? 0));
  if (alsoBelowPrice !== undefined) finite('alsoBelowPrice', alsoBelowPrice);
}

function whole(field: string, value: number, least = 0): void {
  checkNumber(field, value, `a whole number of at least ${least}`, (n) => Number.isInteger(n) && n >= least);
}

function finite(field: string, value: number): void {
  checkNumber(field, value, 'a finite number', Number.isFinite);
}

function atLeastZero(field: string, value: number): void {
  checkNumber(field, value, 'a number of at least 0', (n) => n >= 0 && n < Number.POSITIVE_INFINITY);
}
