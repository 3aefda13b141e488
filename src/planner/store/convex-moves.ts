import { type ConvexWays, emptyPieces, makeRoom, PIECES, type Pieces } from './convex-ways.ts';
import type { Curve } from './curves/curve.ts';
import type { Stage } from './cut.ts';
import type { Sequel } from './sequel.ts';
import type { StoreTerms } from './terms.ts';

/** What is to be paid after each stage by the energy stored then: convex curves one after the other in flat arrays. */
interface Values {
  readonly pieces: Pieces;
  /** The pieces of the curve after stage `i` begin at `begins[i]`; the last of `begins` are those before all stages. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
}

/** Float noise of energy. */
const NOISE = 1e-9;

/** The curves from the last stage to the first, written into `pieces`. */
export function valuesOf(
  stages: readonly Stage[],
  ways: ConvexWays,
  store: StoreTerms,
  end: Curve,
  pieces: Pieces = emptyPieces(),
): Values {
  const count = stages.length + 1;
  const values = { pieces, begins: new Int32Array(count), ends: new Int32Array(count) };
  makeRoom(pieces, stages.length * 16 + end.slopes.length + 64, 0);
  pieces.slopes.set(end.slopes);
  pieces.lengths.set(end.lengths);
  let [begin, until] = [0, end.slopes.length];
  for (let i = stages.length - 1; i >= 0; i--) {
    const { goals } = stages[i] as Stage;
    makeRoom(pieces, until + goals.length + PIECES + until - begin, until);
    for (const goal of goals) until = addGoal(pieces, begin, until, goal - store.leastKwh, store.goalWeight);
    values.begins[i] = begin;
    values.ends[i] = until;
    [begin, until] = [until, addBefore(pieces, begin, until, ways, i, store.mostKwh - store.leastKwh)];
  }
  values.begins[stages.length] = begin;
  values.ends[stages.length] = until;
  return values;
}

/** Below a goal each kWh weighs more; the piece that it lies on becomes two. */
function addGoal({ slopes, lengths }: Pieces, begin: number, until: number, goal: number, weight: number): number {
  let left = goal;
  for (let k = begin; k < until && left > 0; k++) {
    const length = lengths[k] as number;
    if (length > left) {
      slopes.copyWithin(k + 1, k, until);
      lengths.copyWithin(k + 1, k, until);
      lengths[k] = left;
      lengths[k + 1] = length - left;
      until++;
    }
    slopes[k] = (slopes[k] as number) - weight;
    left -= length;
  }
  return until;
}

/** Writes the curve before a stage behind the one after it: the pieces of that and of the way in one order, within the bounds. */
function addBefore(
  { slopes, lengths }: Pieces,
  begin: number,
  until: number,
  ways: ConvexWays,
  stage: number,
  width: number,
): number {
  let [i, j, at] = [begin, stage * PIECES, until];
  const last = j + (ways.count[stage] as number);
  let skip = -(ways.from[stage] as number);
  let left = width;
  while (left > TINY && (i < until || j < last)) {
    const isAfter = j === last || (i < until && (slopes[i] as number) <= (ways.slopes[j] as number));
    const slope = (isAfter ? slopes[i] : ways.slopes[j]) as number;
    let length = (isAfter ? lengths[i++] : ways.lengths[j++]) as number;
    const skipped = Math.min(skip, length);
    skip -= skipped;
    length = Math.min(left, length - skipped);
    if (length <= TINY) continue;
    left -= length;
    if (at > until && slopes[at - 1] === slope) lengths[at - 1] = (lengths[at - 1] as number) + length;
    else {
      slopes[at] = slope;
      lengths[at++] = length;
    }
  }
  return at;
}

/** Float noise of lengths. */
const TINY = 1e-12;

/** What follows each stage, by curves that are convex. */
export function convexSequel(values: Values, ways: ConvexWays, store: StoreTerms): Sequel {
  return {
    after(i, stored) {
      const after = afterStage(values, ways, i, store.leastKwh, stored);
      return Math.abs(after - stored) < NOISE ? stored : after;
    },
    paid: (i, stored) => paidOn(values, i, stored - store.leastKwh),
    worth: (i, stored) => worthOn(values, i, stored - store.leastKwh),
  };
}

/** Shares what is stored between what is taken out and what stays; of equals it is put in and taken out as early as may be. */
function afterStage(
  { pieces: { slopes, lengths }, begins, ends }: Values,
  ways: ConvexWays,
  stage: number,
  least: number,
  stored: number,
) {
  let [i, j] = [begins[stage] as number, stage * PIECES];
  const [until, last] = [ends[stage] as number, j + (ways.count[stage] as number)];
  let taken = ways.from[stage] as number;
  let after = least;
  let left = stored - least - taken;
  while (left > 0 && (i < until || j < last)) {
    const stays = i < until ? (slopes[i] as number) : Number.POSITIVE_INFINITY;
    const goes = j < last ? (ways.slopes[j] as number) : Number.POSITIVE_INFINITY;
    const isKept = stays < goes || (stays === goes && taken < -NOISE);
    const length = Math.min(left, (isKept ? lengths[i++] : ways.lengths[j++]) as number);
    if (isKept) after += length;
    else taken += length;
    left -= length;
  }
  return after;
}

function paidOn({ pieces: { slopes, lengths }, begins, ends }: Values, stage: number, stored: number): number {
  const until = ends[stage] as number;
  let [left, paid] = [stored, 0];
  for (let k = begins[stage] as number; k < until && left > 0; k++) {
    const length = Math.min(left, lengths[k] as number);
    paid += (slopes[k] as number) * length;
    left -= length;
  }
  return paid;
}

function worthOn({ pieces: { slopes, lengths }, begins, ends }: Values, stage: number, stored: number) {
  const [begin, until] = [begins[stage] as number, ends[stage] as number];
  let at = 0;
  let last = begin < until ? (slopes[begin] as number) : 0;
  for (let k = begin; k < until; k++) {
    const slope = slopes[k] as number;
    if (at < stored - NOISE) last = slope;
    at += lengths[k] as number;
    if (at > stored + NOISE) return { last: -last || 0, next: -slope || 0 };
  }
  return { last: -last || 0, next: until > begin ? -(slopes[until - 1] as number) || 0 : 0 };
}

/** What is to be paid from the first stage on, but for what is the same whatever is stored. */
export function curveBefore(
  { pieces: { slopes, lengths }, begins, ends }: Values,
  stages: number,
  store: StoreTerms,
): Curve {
  const [begin, until] = [begins[stages], ends[stages]];
  return {
    ...{ from: store.leastKwh, until: store.mostKwh, value: 0 },
    slopes: [...slopes.subarray(begin, until)],
    lengths: [...lengths.subarray(begin, until)],
  };
}
