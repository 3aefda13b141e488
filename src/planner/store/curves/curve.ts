/** A convex function in straight pieces: `value` at `from`, and from there each slope for its length, rising. */
export interface Curve {
  readonly from: number;
  readonly until: number;
  readonly value: number;
  readonly slopes: readonly number[];
  readonly lengths: readonly number[];
}

/** Float noise of lengths. */
const NOISE = 1e-12;

/** A curve of one point. */
export const pointCurve = (at: number, value: number): Curve => ({
  from: at,
  until: at,
  value,
  slopes: [],
  lengths: [],
});

/** The least sum of both over all ways to share a number between them: their slopes in one order. */
export function merged(a: Curve, b: Curve): Curve {
  const { slopes: some, lengths: someLengths } = a;
  const { slopes: others, lengths: otherLengths } = b;
  const slopes: number[] = [];
  const lengths: number[] = [];
  let last = Number.NaN;
  for (let i = 0, j = 0; i < some.length || j < others.length; ) {
    const isOfA = j === others.length || (some[i] as number) <= (others[j] as number);
    const slope = (isOfA ? some[i] : others[j]) as number;
    const length = (isOfA ? someLengths[i++] : otherLengths[j++]) as number;
    if (slope === last) lengths[lengths.length - 1] = (lengths.at(-1) as number) + length;
    else {
      slopes.push(slope);
      lengths.push(length);
      last = slope;
    }
  }
  return { from: a.from + b.from, until: a.until + b.until, value: a.value + b.value, slopes, lengths };
}

/** The part of a curve between two bounds; nothing where it has none there. */
export function clipped(curve: Curve, from: number, until: number): Curve | undefined {
  if (curve.from >= from && curve.until <= until) return curve;
  if (curve.from > until || curve.until < from) return undefined;
  const slopes: number[] = [];
  const lengths: number[] = [];
  let value = curve.value;
  let at = curve.from;
  for (let i = 0; i < curve.slopes.length; i++) {
    const slope = curve.slopes[i] as number;
    const next = at + (curve.lengths[i] as number);
    if (at < from) value += slope * (Math.min(next, from) - at);
    const length = Math.min(next, until) - Math.max(at, from);
    if (length > NOISE) {
      slopes.push(slope);
      lengths.push(length);
    }
    at = next;
  }
  return { from: Math.max(from, curve.from), until: Math.min(until, curve.until), value, slopes, lengths };
}

/** The value of a curve at a place on it. */
export function heightAt(curve: Curve, at: number): number {
  let left = at - curve.from;
  let value = curve.value;
  for (let i = 0; i < curve.slopes.length && left > 0; i++) {
    const length = Math.min(left, curve.lengths[i] as number);
    value += (curve.slopes[i] as number) * length;
    left -= length;
  }
  return value;
}
