import { type Bounded, bestSteps } from './best-steps.ts';
import type { DevicesLimit } from './devices-limit.ts';
import type { Change, Shift, Step } from './shifts.ts';

/** A bound on what a house comes to: no less than `money` at the times that devices have, and so much more per kWh of a slot. */
export interface Cut {
  readonly money: number;
  readonly perKwh: Float64Array;
}

/** The shifts of one or several devices at once, with the bounds that are known of them. */
export interface Neighbourhood {
  add(cut: Cut): void;
  widen(step: Step): void;
  /** Excludes a step, or the combination of several steps. */
  drop(steps: readonly Step[]): void;
  /** The steps that may come to the least, if that is less than `below`: of one device, else of two, else of any number. */
  next(below: number): readonly Step[] | undefined;
}

/** Shifts of a device that are combined with those of others, and of all devices together. */
const COMBINED = 128;
const ALL_COMBINED = 512;

/** A step with the least that it comes to. */
interface BoundedStep extends Bounded {
  readonly more: number[];
  least: number;
}

/** @param limit if the devices have a limit for themselves; no cut has it */
export function neighbourhoodOf(
  shifts: readonly (readonly Shift[])[],
  first: readonly Cut[],
  limit?: DevicesLimit,
): Neighbourhood {
  const cuts: Cut[] = [];
  const dropped: (readonly Step[])[] = [];
  const isPossible = (some: readonly Step[]) =>
    (!limit || limit.isKept(some)) && !dropped.some((each) => each.every((step) => some.includes(step)));
  const steps = shifts.map((each, device) =>
    each.map((shift): BoundedStep => ({ step: { device, shift }, more: [], least: Number.NEGATIVE_INFINITY })),
  );
  /** The steps of each device, those that may come to the least first. */
  const sorted = new Map<number, readonly BoundedStep[]>();
  const sortedOf = (device: number): readonly BoundedStep[] => {
    const known = sorted.get(device) ?? (steps[device] ?? []).toSorted((a, b) => a.least - b.least);
    sorted.set(device, known);
    return known;
  };
  const bound = (each: BoundedStep, cut: Cut) => {
    const more = costBy(cut, each.step.shift.changes);
    each.more.push(more);
    each.least = Math.max(each.least, cut.money + more);
  };
  const add = (cut: Cut) => {
    cuts.push(cut);
    for (const each of steps.flat()) bound(each, cut);
    sorted.clear();
  };
  first.forEach(add);
  return {
    add,
    widen: (step) => {
      const wider: BoundedStep = { step, more: [], least: Number.NEGATIVE_INFINITY };
      for (const cut of cuts) bound(wider, cut);
      steps[step.device]?.push(wider);
      sorted.delete(step.device);
    },
    drop: (some) => {
      const [{ device, shift }] = some as readonly [Step];
      if (some.length > 1) {
        dropped.push([...some]);
        return;
      }
      steps[device] = (steps[device] ?? []).filter(({ step }) => step.shift !== shift);
      sorted.delete(device);
    },
    next: (below) => {
      const movable = [...steps.keys()].map(sortedOf).filter((each) => each.length > 0);
      const alone = bestAlone(movable, below, isPossible);
      if (alone) return alone;
      const combined = Math.min(COMBINED, Math.floor(ALL_COMBINED / movable.length));
      const candidates = movable.map((each) => each.slice(0, combined));
      const best = (most: number) => bestSteps(candidates, cuts, below, most, isPossible, limit);
      return best(2) ?? (candidates.length > 2 ? best(candidates.length) : undefined);
    },
  };
}

/** @param sorted the steps of each device, the lowest bound first */
function bestAlone(
  sorted: readonly (readonly BoundedStep[])[],
  below: number,
  isPossible: (steps: readonly Step[]) => boolean,
): readonly Step[] | undefined {
  let best: BoundedStep | undefined;
  for (const steps of sorted) {
    const lowest = best?.least ?? below;
    const found = steps.find(({ step, least }) => least >= lowest || isPossible([step]));
    if (found && found.least < lowest) best = found;
  }
  return best && [best.step];
}

/** What changes cost by a cut. */
export function costBy({ perKwh }: Pick<Cut, 'perKwh'>, changes: readonly Change[]): number {
  let cost = 0;
  for (const [slot, kwh] of changes) cost += (perKwh[slot] as number) * kwh;
  return cost;
}
