import { loadsOf, type Taken } from '../../house/order.ts';
import type { HouseSlot } from '../../house/terms.ts';
import type { HouseClaim } from '../../house/types.ts';
import { type Stretch, without } from '../../stretches.ts';
import type { Phase, Plan, Run, SplitDemand, TimeSpan } from '../../types.ts';
import { startsBetween } from '../cheap-starts.ts';

/** Energy that a slot, by its number, has more of. */
export type Change = readonly [slot: number, kwh: number];

/** Other times for a device, and what they change against those that it has. */
export interface Shift {
  readonly times: readonly Stretch[];
  readonly changes: readonly Change[];
}

/** A device, by its number, that is shifted. */
export interface Step {
  readonly device: number;
  readonly shift: Shift;
}

/** What a device takes of each slot that it runs in. */
export const energyOfRuns = (claim: HouseClaim, plan: Pick<Plan, 'runs'>, slots: readonly HouseSlot[]): Change[] =>
  loadsOf(plan, claim).flatMap((load) => energyIn(load, slots));

/**
 * A run in one piece at each other time worth a thought; of a split need each piece in each other slot.
 *
 * @param dividesRuns whether a run may begin so that two slots share a phase equally, which lowers the highest window of a peak
 */
export function shiftsOf(claim: HouseClaim, plan: Plan, slots: readonly HouseSlot[], dividesRuns = false): Shift[] {
  const { demand } = claim;
  const within = {
    from: Math.ceil(Math.max(slots[0]?.start ?? 0, demand.earliest ?? 0) / 60),
    until: Math.floor(Math.min(slots.at(-1)?.end ?? 0, demand.readyBy ?? Number.POSITIVE_INFINITY) / 60),
  };
  if (demand.shape === 'contiguous') return otherStarts(claim, plan, slots, within, dividesRuns);
  return hasRules(demand) ? [] : exchanges(plan, demand.need.kw, slots, within);
}

/** How it may be switched, a piece that is moved would break. */
const hasRules = (demand: SplitDemand) =>
  [demand.minOnMinutes, demand.minOffMinutes, demand.maxOffMinutes, demand.maxStarts, demand.preconditionMinutes].some(
    (each) => each !== undefined,
  );

/** The shift of a device to the times of another plan. */
export const shiftTo = (claim: HouseClaim, from: Plan, to: Pick<Plan, 'runs'>, slots: readonly HouseSlot[]): Shift =>
  shiftFrom(givenUp(claim, from, slots), claim, to, slots);

const givenUp = (claim: HouseClaim, from: Plan, slots: readonly HouseSlot[]): Change[] =>
  energyOfRuns(claim, from, slots).map(([slot, kwh]) => [slot, -kwh]);

const shiftFrom = (
  before: readonly Change[],
  claim: HouseClaim,
  to: Pick<Plan, 'runs'>,
  slots: readonly HouseSlot[],
): Shift => ({
  times: to.runs.map(({ start, end }) => ({ from: start / 60, until: end / 60 })),
  changes: [...before, ...energyOfRuns(claim, to, slots)],
});

function otherStarts(
  claim: HouseClaim,
  plan: Plan,
  slots: readonly HouseSlot[],
  within: Stretch,
  dividesRuns: boolean,
): Shift[] {
  const phases = loadsOf(plan, claim).map(({ start, end, kw }) => ({ minutes: (end - start) / 60, kw }));
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const before = givenUp(claim, plan, slots);
  const parts = dividesRuns ? phases.flatMap(halves) : phases;
  return Array.from(startsBetween(within.from, within.until - minutes, parts, slots), (start) => {
    const run: Run = { start: 60 * start, end: 60 * (start + minutes), kw: 0, energyKwh: 0, cost: null };
    return shiftFrom(before, claim, { runs: [run] }, slots);
  });
}

const halves = ({ minutes, kw }: Phase): Phase[] => [
  { minutes: Math.floor(minutes / 2), kw },
  { minutes: Math.ceil(minutes / 2), kw },
];

function exchanges({ runs }: Plan, kw: number, slots: readonly HouseSlot[], within: Stretch): Shift[] {
  const taken = runs.map(({ start, end }) => ({ from: start / 60, until: end / 60 }));
  const stretches = slots.map(({ start, end }) => ({ from: Math.ceil(start / 60), until: Math.floor(end / 60) }));
  const pieces = stretches.flatMap((slot, i) =>
    taken.flatMap((run) => shared(slot, run)).map((piece) => ({ i, piece })),
  );
  const free = stretches.map((slot) => without(shared(slot, within), taken)[0]);
  return pieces.flatMap(({ i, piece }) => {
    const minutes = piece.until - piece.from;
    const kept = without(taken, [piece]);
    return free.flatMap((room, j): Shift[] => {
      if (!room || j === i || room.until - room.from < minutes) return [];
      const kwh = (kw * minutes) / 60;
      const moved = { from: room.from, until: room.from + minutes };
      return [
        {
          times: [...kept, moved],
          changes: [
            [i, -kwh],
            [j, kwh],
          ],
        },
      ];
    });
  });
}

function shared(one: Stretch, other: Stretch): Stretch[] {
  const [from, until] = [Math.max(one.from, other.from), Math.min(one.until, other.until)];
  return from < until ? [{ from, until }] : [];
}

function energyIn({ start, end, kw }: Taken, slots: readonly TimeSpan[]): Change[] {
  const changes: Change[] = [];
  for (let i = 0; i < slots.length && (slots[i] as TimeSpan).start < end; i++) {
    const slot = slots[i] as TimeSpan;
    const seconds = Math.min(end, slot.end) - Math.max(start, slot.start);
    if (seconds > 0) changes.push([i, (kw * seconds) / 3600]);
  }
  return changes;
}
