import { openTo, type Pass } from './backward.ts';
import { type Curve, heightAt } from './curves/curve.ts';
import type { Sequel, StoredWorth } from './sequel.ts';
import type { StoreTerms } from './terms.ts';

/** Float noise of energy, and of money. */
const NOISE = 1e-9;
const SAME = 1e-12;

/** What follows each stage, by curves of which any may be the least. */
export function sequelOn(passes: readonly Pass[], store: StoreTerms): Sequel {
  const afterOf = (i: number) => (passes[i] as Pass).after;
  return {
    after: earliestOn((i, stored) => choicesAt(passes[i] as Pass, store, stored), passes.length),
    paid: (i, stored) => Math.min(...curvesAt(afterOf(i), stored).map((curve) => heightAt(curve, stored))),
    worth: (i, stored) => worthAt(afterOf(i), stored),
  };
}

/** Of the ways through a stage that cost the least the energy stored after the first, and after the one that moves most. */
interface Choices {
  readonly calm: number;
  readonly eager: number;
}

/** Nothing is moved for nothing; what is moved anyway is moved as early as may be. */
function earliestOn(choicesOf: (stage: number, stored: number) => Choices, count: number): Sequel['after'] {
  const known: { readonly stored: number; readonly kwh: number }[] = [];
  /** The energy moved from a stage on by the calm ways. */
  const movedFrom = (i: number, stored: number): number => {
    if (i === count) return 0;
    if (known[i]?.stored === stored) return known[i].kwh;
    const after = choicesOf(i, stored).calm;
    const kwh = Math.abs(after - stored) + movedFrom(i + 1, after);
    known[i] = { stored, kwh };
    return kwh;
  };
  return (i, stored) => {
    const { calm, eager } = choicesOf(i, stored);
    const more = Math.abs(eager - stored) - Math.abs(calm - stored);
    if (more < NOISE) return calm;
    const left = movedFrom(i + 1, calm) - more + NOISE;
    return left >= 0 && movedFrom(i + 1, eager) <= left ? eager : calm;
  };
}

function choicesAt({ ways, after }: Pass, store: StoreTerms, stored: number): Choices {
  let best = { cost: Number.POSITIVE_INFINITY, after: stored };
  let eager = best;
  const moved = (choice: typeof best) => Math.abs(choice.after - stored);
  for (const way of ways)
    for (const value of after) {
      const open = openTo(way, value, store);
      const shared = open && sharedAt(open, way.curve, stored);
      if (!shared || shared.cost > best.cost + SAME) continue;
      const isBetter = shared.cost < best.cost - SAME;
      if (isBetter) best = shared;
      if (isBetter || moved(shared) > moved(eager)) eager = shared;
    }
  const [calm, most] = [best, eager].map((choice) => (moved(choice) < NOISE ? stored : choice.after));
  return { calm: calm as number, eager: most as number };
}

/**
 * The best way to share what is stored between what is taken out and what stays. Of equals the energy is put in and taken
 * out as early as may be.
 */
function sharedAt(
  value: Curve,
  way: Curve,
  stored: number,
): { readonly cost: number; readonly after: number } | undefined {
  const first = value.from + way.from;
  if (stored < first - NOISE || stored > value.until + way.until + NOISE) return undefined;
  let left = stored - first;
  let [after, taken] = [value.from, way.from];
  let cost = value.value + way.value;
  for (let i = 0, j = 0; left > 0 && i + j < value.slopes.length + way.slopes.length; ) {
    const stays = value.slopes[i] ?? Number.POSITIVE_INFINITY;
    const goes = way.slopes[j] ?? Number.POSITIVE_INFINITY;
    const isKept = stays < goes || (stays === goes && taken < -NOISE);
    const length = Math.min(left, (isKept ? value.lengths[i++] : way.lengths[j++]) as number);
    cost += (isKept ? stays : goes) * length;
    if (isKept) after += length;
    else taken += length;
    left -= length;
  }
  return { cost, after };
}

const curvesAt = (curves: readonly Curve[], stored: number) =>
  curves.filter(({ from, until }) => from <= stored + NOISE && stored <= until + NOISE);

function worthAt(after: readonly Curve[], stored: number): StoredWorth {
  const [first, ...rest] = curvesAt(after, stored);
  if (!first) return { last: 0, next: 0 };
  const curve = rest.reduce((least, each) => (heightAt(each, stored) < heightAt(least, stored) ? each : least), first);
  const { slopes, lengths } = curve;
  let at = curve.from;
  let last = slopes[0] ?? 0;
  for (const [i, slope] of slopes.entries()) {
    if (at < stored - NOISE) last = slope;
    at += lengths[i] as number;
    if (at > stored + NOISE) return { last: -last || 0, next: -slope || 0 };
  }
  return { last: -last || 0, next: -(slopes.at(-1) ?? 0) || 0 };
}
