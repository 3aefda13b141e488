import { openTo, type Pass } from './backward.ts';
import type { Curve } from './curves/curve.ts';
import type { StoreTerms } from './terms.ts';

/** Float noise of energy. */
const NOISE = 1e-9;

/** The energy stored after a stage, from what is stored before it, by the way that costs the least. */
export function storedAfter({ ways, after }: Pass, store: StoreTerms, stored: number): number {
  let best = { cost: Number.POSITIVE_INFINITY, after: stored };
  for (const way of ways)
    for (const value of after) {
      const open = openTo(way, value, store);
      const shared = open && sharedAt(open, way.curve, stored);
      if (shared && shared.cost < best.cost - 1e-12) best = shared;
    }
  return Math.abs(best.after - stored) < NOISE ? stored : best.after;
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
