import { type Curve, clipped, merged } from './curves/curve.ts';
import { envelope } from './curves/envelope.ts';
import { thinned } from './curves/hull.ts';
import type { Stage } from './cut.ts';
import { isOutside, type StoreTerms } from './terms.ts';
import { type Way, waysOf } from './ways.ts';

/** A stage with all ways through it, and what is still to be paid after it by the energy stored then. */
export interface Pass {
  readonly stage: Stage;
  readonly ways: readonly Way[];
  readonly after: readonly Curve[];
}

/** The last stage first: what is to be paid from each on is the least of each way through it and what is left after it. */
export function passesOf(
  stages: readonly Stage[],
  store: StoreTerms,
  end: readonly Curve[],
): { readonly passes: readonly Pass[]; readonly before: readonly Curve[] } {
  const passes: Pass[] = [];
  let before = end;
  for (const stage of stages.toReversed()) {
    const after = stage.goals.reduce(
      (curves, goal) => curves.map((curve) => withGoal(curve, goal, store.goalWeight)),
      before,
    );
    const ways = waysOf(stage, store);
    passes.push({ stage, ways, after });
    before = thinned(envelope(ways.flatMap((way) => groupsBefore(way, after, store))));
  }
  return { passes: passes.reverse(), before };
}

/** The part of what is to be paid later that a way may lead to: none charges above the bounds or discharges below them. */
export function openTo(way: Way, value: Curve, store: StoreTerms): Curve | undefined {
  if (!isOutside(store) || way.kind === 'idle') return value;
  return way.kind === 'charge'
    ? clipped(value, store.leastKwh, store.maxKwh)
    : clipped(value, store.minKwh, store.mostKwh);
}

/** What is to be paid before a way. By a way that only shifts it, curves that follow each other still do. */
function groupsBefore(way: Way, after: readonly Curve[], store: StoreTerms): (readonly Curve[])[] {
  const before = after.flatMap((value) => costBefore(way, value, store));
  return way.curve.slopes.length === 0 ? [before] : before.map((curve) => [curve]);
}

function costBefore(way: Way, value: Curve, store: StoreTerms): Curve[] {
  const open = openTo(way, value, store);
  const before = open && clipped(merged(open, way.curve), store.leastKwh, store.mostKwh);
  return before ? [before] : [];
}

/** What is short of a goal weighs so much per kWh. */
function withGoal(curve: Curve, goal: number, weight: number): Curve {
  const short = clipped(curve, curve.from, goal);
  if (!short || short.from === goal) return curve;
  const rest = clipped(curve, goal, curve.until);
  return {
    ...curve,
    value: curve.value + weight * (goal - curve.from),
    slopes: [...short.slopes.map((slope) => slope - weight), ...(rest?.slopes ?? [])],
    lengths: [...short.lengths, ...(rest?.lengths ?? [])],
  };
}
