import type { ContiguousDemand, Demand, SplitDemand, UnixSeconds } from '../types.ts';

/** @throws RangeError naming the field that cannot be planned with, and what is allowed */
export function checkDemand(demand: Demand, now: UnixSeconds): void {
  finite('now', now);
  finite('earliest', demand.earliest);
  finite('readyBy', demand.readyBy);
  finite('limit.price', demand.limit?.price);
  atLeastZero('minSpread', demand.minSpread);
  if (demand.shape === 'contiguous') checkContiguous(demand);
  else checkSplit(demand);
}

function checkContiguous({ phases }: ContiguousDemand): void {
  for (const [i, { minutes, kw }] of phases.entries()) {
    whole(`phases[${i}].minutes`, minutes);
    atLeastZero(`phases[${i}].kw`, kw);
  }
}

function checkSplit(demand: SplitDemand): void {
  const { need } = demand;
  whole('need.minutes', need.minutes);
  if (!(need.kw > 0 && need.kw < Number.POSITIVE_INFINITY)) throw refusal('need.kw', 'a number above 0', need.kw);
  whole('minOnMinutes', demand.minOnMinutes);
  whole('minOffMinutes', demand.minOffMinutes);
  whole('maxOffMinutes', demand.maxOffMinutes, Math.max(1, demand.minOffMinutes ?? 0));
  whole('maxStarts', demand.maxStarts);
  whole('preconditionMinutes', demand.preconditionMinutes);
  finite('alsoBelowPrice', demand.alsoBelowPrice);
}

function whole(field: string, value: number | undefined, least = 0): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return;
  throw refusal(field, `a whole number of at least ${least}`, value);
}

function finite(field: string, value: number | undefined): void {
  if (value !== undefined && !Number.isFinite(value)) throw refusal(field, 'a finite number', value);
}

function atLeastZero(field: string, value: number | undefined): void {
  if (value !== undefined && !(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw refusal(field, 'a number of at least 0', value);
  }
}

function refusal(field: string, allowed: string, value: number): RangeError {
  return new RangeError(`${field} must be ${allowed}, got ${value}`);
}
