import type { Blocked } from '../../bounds.ts';
import { joined, type Stretch } from '../../stretches.ts';
import type { Plan } from '../../types.ts';
import { type DeviceNeed, loadsOf, type Taken } from '../order.ts';

/** Power that is taken, in whole watts so that float noise passes no limit. */
export interface Occupied extends Stretch {
  readonly watts: number;
}

const wattsOf = (kw: number) => Math.round(kw * 1000);

export const occupiedBy = (runs: readonly Taken[]): Occupied[] =>
  runs.map(({ start, end, kw }) => ({ from: Math.floor(start / 60), until: Math.ceil(end / 60), watts: wattsOf(kw) }));

/** The power that a limit leaves beside what is taken, by stretches in order of time. */
function remainingOf(taken: readonly Occupied[], limitKw: number): Occupied[] {
  const steps = new Map<number, number>();
  const step = (at: number, watts: number) => steps.set(at, (steps.get(at) ?? 0) + watts);
  for (const { from, until, watts } of taken) {
    step(from, -watts);
    step(until, watts);
  }
  const edges = [Number.NEGATIVE_INFINITY, ...[...steps.keys()].sort((a, b) => a - b)];
  let watts = wattsOf(limitKw);
  return edges.map((from, i) => {
    watts += steps.get(from) ?? 0;
    return { from, until: edges[i + 1] ?? Number.POSITIVE_INFINITY, watts };
  });
}

/** The times at which a load finds no room below a limit. A load of 0 kW needs none. */
export function blockedBy(taken: readonly Occupied[], limitKw: number): Blocked {
  const remaining = remainingOf(taken, limitKw);
  return (kw) => (wattsOf(kw) === 0 ? [] : joined(remaining.filter(({ watts }) => wattsOf(kw) > watts)));
}

export const hasRoom = (loads: readonly Taken[], blocked: Blocked) =>
  loads.every(({ start, end, kw }) => blocked(kw).every(({ from, until }) => 60 * until <= start || end <= 60 * from));

/** Whether each plan fits below a limit, beside those before it that fit. */
export function fittingOf(
  turns: readonly { readonly claim: DeviceNeed; readonly plan: Plan }[],
  limitKw: number,
  taken: readonly Taken[],
): boolean[] {
  const occupied = occupiedBy(taken);
  return turns.map(({ claim, plan }) => {
    const loads = loadsOf(plan, claim);
    const fits = hasRoom(loads, blockedBy(occupied, limitKw));
    if (fits) occupied.push(...occupiedBy(loads));
    return fits;
  });
}
