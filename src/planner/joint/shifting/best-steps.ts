import type { DevicesLimit } from './devices-limit.ts';
import type { Step } from './shifts.ts';

/** A step with what it costs more by each cut. */
export interface Bounded {
  readonly step: Step;
  readonly more: readonly number[];
}

/** Bounds that are calculated in one search; they limit its work. */
const MAX_BOUNDS = 10_000;

/**
 * The steps of at most `most` devices that may come to the least, if their bound is less than `below`: branch and bound, device by
 * device, with the lowest cost of the remaining devices by each cut.
 *
 * @param steps of each device that has any
 */
export function bestSteps(
  steps: readonly (readonly Bounded[])[],
  cuts: readonly { readonly money: number }[],
  below: number,
  most: number,
  isPossible: (steps: readonly Step[]) => boolean,
  limit: DevicesLimit | undefined,
): readonly Step[] | undefined {
  const devices = steps.map(([first]) => (first as Bounded).step.device);
  const remaining = remainingBy(steps, cuts.length);
  let [lowest, found, left]: [number, readonly Step[] | undefined, number] = [below, undefined, MAX_BOUNDS];
  branch(0, new Float64Array(cuts.length), [], limit?.roomWithout(devices));
  return found;

  function branch(place: number, spent: Float64Array, chosen: readonly Step[], room: Float64Array | undefined): void {
    const device = devices[place];
    if (device === undefined || chosen.length === most) {
      const bound = boundOf(spent, undefined, 0, place);
      if (bound < lowest && chosen.length > 0 && isPossible(chosen)) [lowest, found] = [bound, chosen];
      return;
    }
    const options: { readonly bound: number; readonly option: Bounded | undefined }[] = [];
    for (const option of [undefined, ...(steps[place] as readonly Bounded[])]) {
      if (left-- <= 0) break;
      const bound = boundOf(spent, option, most - chosen.length - (option ? 1 : 0), place + 1);
      if (bound < lowest) options.push({ bound, option });
    }
    for (const { bound, option } of options.sort((a, b) => a.bound - b.bound)) {
      if (bound >= lowest) break;
      const after = room?.slice();
      if (after && !limit?.take(after, device, option?.step)) continue;
      const costs = option ? spent.map((sum, k) => sum + (option.more[k] as number)) : spent;
      branch(place + 1, costs, option ? [...chosen, option.step] : chosen, after);
    }
  }

  /** The bound with an option and at most `others` more devices from a place on. The last cuts bound best. */
  function boundOf(spent: Float64Array, option: Bounded | undefined, others: number, place: number): number {
    const { sums, mins } = remaining[place] as Remaining;
    let bound = Number.NEGATIVE_INFINITY;
    for (let k = cuts.length - 1; k >= 0 && bound < lowest; k--) {
      const rest = others === 0 ? 0 : Math.max(sums[k] as number, others * (mins[k] as number));
      bound = Math.max(bound, (cuts[k]?.money as number) + (spent[k] as number) + (option?.more[k] ?? 0) + rest);
    }
    return bound;
  }
}

/** The lowest costs of some devices by each cut, at most 0: of all together, and of one. */
interface Remaining {
  readonly sums: Float64Array;
  readonly mins: Float64Array;
}

/** The lowest costs of the devices from each place on. */
function remainingBy(shifts: readonly (readonly Bounded[])[], cuts: number): Remaining[] {
  const remaining: Remaining[] = [{ sums: new Float64Array(cuts), mins: new Float64Array(cuts) }];
  for (const steps of shifts.toReversed()) {
    const { sums, mins } = remaining[0] as Remaining;
    const least = sums.map((_, k) => steps.reduce((min, { more }) => Math.min(min, more[k] as number), 0));
    remaining.unshift({
      sums: sums.map((sum, k) => sum + (least[k] as number)),
      mins: mins.map((min, k) => Math.min(min, least[k] as number)),
    });
  }
  return remaining;
}
