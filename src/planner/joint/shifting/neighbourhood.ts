import type { Change, Shift } from './shifts.ts';

/** A bound on what a house comes to: no less than `money` at the times that devices have, and so much more per kWh of a slot. */
export interface Cut {
  readonly money: number;
  readonly perKwh: Float64Array;
}

/** A device, by its number, that is shifted. */
export interface Step {
  readonly device: number;
  readonly shift: Shift;
}

/** The shifts of one device or of two at once, with the bounds that are known of them. */
export interface Neighbourhood {
  add(cut: Cut): void;
  widen(step: Step): void;
  /** Nothing that has this shift comes into question any more. */
  drop(step: Step): void;
  /** Those steps that may come to the least, if it is below so much: of one device, and else of two. */
  next(below: number): readonly Step[] | undefined;
}

/** Shifts of a device that are tried with those of another, and of all devices together. */
const PAIRED = 128;
const ALL_PAIRED = 512;

/** A step with what it costs more by each cut, and with the least that it comes to. */
interface Bounded {
  readonly step: Step;
  readonly more: number[];
  least: number;
}

export function neighbourhoodOf(shifts: readonly (readonly Shift[])[], first: readonly Cut[]): Neighbourhood {
  const cuts: Cut[] = [];
  const steps = shifts.map((each, device) =>
    each.map((shift): Bounded => ({ step: { device, shift }, more: [], least: Number.NEGATIVE_INFINITY })),
  );
  /** The steps of each device, those that may come to the least first. */
  const sorted = new Map<number, readonly Bounded[]>();
  const sortedOf = (device: number): readonly Bounded[] => {
    const known = sorted.get(device) ?? (steps[device] ?? []).toSorted((a, b) => a.least - b.least);
    sorted.set(device, known);
    return known;
  };
  const bound = (each: Bounded, cut: Cut) => {
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
      const wider: Bounded = { step, more: [], least: Number.NEGATIVE_INFINITY };
      for (const cut of cuts) bound(wider, cut);
      steps[step.device]?.push(wider);
      sorted.delete(step.device);
    },
    drop: ({ device, shift }) => {
      steps[device] = (steps[device] ?? []).filter(({ step }) => step.shift !== shift);
      sorted.delete(device);
    },
    next: (below) => {
      const least = steps.map((_, device) => sortedOf(device));
      return nextOfOne(least, below) ?? nextOfTwo(least, cuts, below);
    },
  };
}

function nextOfOne(sorted: readonly (readonly Bounded[])[], below: number): readonly Step[] | undefined {
  let best: Bounded | undefined;
  for (const [first] of sorted) if (first && first.least < (best?.least ?? below)) best = first;
  return best && [best.step];
}

function nextOfTwo(
  sorted: readonly (readonly Bounded[])[],
  cuts: readonly Cut[],
  below: number,
): readonly Step[] | undefined {
  const paired = Math.min(PAIRED, Math.floor(ALL_PAIRED / sorted.filter((each) => each.length > 0).length));
  const least = sorted.map((each) => each.slice(0, paired));
  const moreOf = ({ more }: Bounded) => more.at(-1) as number;
  const money = cuts.at(-1)?.money as number;
  let [lowest, found]: [number, readonly Step[] | undefined] = [below, undefined];
  for (const [device, some] of least.entries()) {
    const moneyWithIt = money + Math.min(...some.map(moreOf));
    for (const other of least.slice(device + 1).flat()) {
      if (moneyWithIt + moreOf(other) >= lowest) continue;
      for (const one of some) {
        const bound = boundOfTwo(one.more, other.more, cuts, lowest);
        if (bound < lowest) [lowest, found] = [bound, [one.step, other.step]];
      }
    }
  }
  return found;
}

/** The last cuts say the most; what reaches `below` is looked at no further. */
function boundOfTwo(one: readonly number[], other: readonly number[], cuts: readonly Cut[], below: number): number {
  let bound = Number.NEGATIVE_INFINITY;
  for (let k = cuts.length - 1; k >= 0 && bound < below; k--)
    bound = Math.max(bound, (cuts[k] as Cut).money + (one[k] as number) + (other[k] as number));
  return bound;
}

/** What changes cost by a cut. */
export function costBy({ perKwh }: Pick<Cut, 'perKwh'>, changes: readonly Change[]): number {
  let cost = 0;
  for (const [slot, kwh] of changes) cost += (perKwh[slot] as number) * kwh;
  return cost;
}
