import type { Blocked } from '../../bounds.ts';
import { joined, type Stretch } from '../../stretches.ts';
import type { Plan } from '../../types.ts';
import { type DeviceNeed, loadsOf, type Taken } from '../order.ts';

/** Power that is left for a time, in whole watts so that float noise passes no limit. */
interface RemainingPower extends Stretch {
  readonly watts: number;
}

/** The power that a limit leaves, by stretches in order of time from the beginning to the end of all time. */
export type Remaining = readonly RemainingPower[];

const wattsOf = (kw: number) => Math.round(kw * 1000);

/** The power that a limit leaves beside what is taken. */
export function remainingOf(limitKw: number, taken: readonly Taken[]): Remaining {
  const steps = new Map<number, number>();
  const step = (at: number, watts: number) => steps.set(at, (steps.get(at) ?? 0) + watts);
  for (const { start, end, kw } of taken) {
    step(Math.floor(start / 60), -wattsOf(kw));
    step(Math.ceil(end / 60), wattsOf(kw));
  }
  const changes = [...steps].flatMap(([at, watts]) => (watts === 0 ? [] : [at]));
  const edges = [Number.NEGATIVE_INFINITY, ...changes.sort((a, b) => a - b)];
  let watts = wattsOf(limitKw);
  return edges.map((from, i) => {
    watts += steps.get(from) ?? 0;
    return { from, until: edges[i + 1] ?? Number.POSITIVE_INFINITY, watts };
  });
}

/** The remaining power less some loads. */
export function remainingAfter(remaining: Remaining, loads: readonly Taken[]): Remaining {
  return loads.reduce((left, load) => {
    const [from, until, watts] = [Math.floor(load.start / 60), Math.ceil(load.end / 60), wattsOf(load.kw)];
    if (from >= until || watts === 0) return left;
    const first = placeAt(left, from);
    const pieces: RemainingPower[] = [];
    let last = first;
    for (; last < left.length; last++) {
      const piece = left[last] as RemainingPower;
      if (piece.from >= until) break;
      const [begin, end] = [Math.max(piece.from, from), Math.min(piece.until, until)];
      if (piece.from < begin) pieces.push({ ...piece, until: begin });
      pieces.push({ from: begin, until: end, watts: piece.watts - watts });
      if (end < piece.until) pieces.push({ ...piece, from: end });
    }
    return [...left.slice(0, first), ...pieces, ...left.slice(last)];
  }, remaining);
}

/** The place of the stretch at a time. */
function placeAt(remaining: Remaining, at: number): number {
  let [low, high] = [0, remaining.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((remaining[middle]?.from ?? at) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The times at which a load finds no room. A load of 0 kW needs none. */
export function blockedBelow(remaining: Remaining): Blocked {
  const known = new Map<number, readonly Stretch[]>();
  return (kw) => {
    const needed = wattsOf(kw);
    const blocked = known.get(needed) ?? (needed === 0 ? [] : joined(remaining.filter(({ watts }) => needed > watts)));
    known.set(needed, blocked);
    return blocked;
  };
}

export const hasRoom = (loads: readonly Taken[], blocked: Blocked) =>
  loads.every(({ start, end, kw }) => blocked(kw).every(({ from, until }) => 60 * until <= start || end <= 60 * from));

/** Whether each plan fits below a limit, beside all those before it. */
export function fittingOf(
  turns: readonly { readonly claim: DeviceNeed; readonly plan: Plan }[],
  limitKw: number,
  taken: readonly Taken[],
): boolean[] {
  let remaining = remainingOf(limitKw, taken);
  return turns.map(({ claim, plan }) => {
    const loads = loadsOf(plan, claim);
    const fits = hasRoom(loads, blockedBelow(remaining));
    remaining = remainingAfter(remaining, loads);
    return fits;
  });
}
