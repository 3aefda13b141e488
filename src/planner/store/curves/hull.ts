import { type Curve, heightAt } from './curve.ts';

interface Point {
  readonly at: number;
  readonly value: number;
}

/** As many curves as are carried from slot to slot: in long hours of prices below zero their teeth double with each. */
const MOST = 300;

/** Curves that follow each other, as few as may be carried on: of too many, neighbours become their hull where it is near. */
export function thinned(curves: readonly Curve[], off = 1e-12): readonly Curve[] {
  if (curves.length <= MOST) return curves;
  const fewer: Curve[] = [];
  let left = curves.length;
  for (const curve of curves) {
    const last = left > MOST ? fewer.at(-1) : undefined;
    const both = last && gapBetween(last, curve) <= off ? hull([last, curve]) : undefined;
    if (last && both && [last, curve].flatMap(pointsOf).every(({ at, value }) => value - heightAt(both, at) <= off)) {
      fewer[fewer.length - 1] = both;
      left--;
    } else fewer.push(curve);
  }
  return thinned(fewer, 10 * off);
}

/** The least by which the hull of two curves that follow each other is off where they meet: it lies below the line from the corner before to the one after. */
function gapBetween(first: Curve, second: Curve): number {
  const [k, length] = [first.slopes.length - 1, second.lengths[0] ?? 0];
  const before = first.lengths[k] ?? 0;
  const ends = heightAt(first, first.until);
  const from = { at: first.until - before, value: ends - (first.slopes[k] ?? 0) * before };
  const until = { at: second.from + length, value: second.value + (second.slopes[0] ?? 0) * length };
  const slope = (until.value - from.value) / (until.at - from.at);
  const above = (at: number, value: number) => value - from.value - slope * (at - from.at);
  return Math.max(above(first.until, ends), above(second.from, second.value));
}

/** The greatest convex curve that is nowhere above these. */
export function hull(curves: readonly Curve[]): Curve {
  const [only, ...others] = curves;
  if (only && others.length === 0) return only;
  const points = curves.flatMap(pointsOf).sort((a, b) => a.at - b.at || a.value - b.value);
  const corners: Point[] = [];
  for (const point of points) {
    if (corners.at(-1)?.at === point.at) continue;
    while (!isBelow(corners.at(-2), corners.at(-1), point)) corners.pop();
    corners.push(point);
  }
  const steps = corners
    .slice(1)
    .map(({ at, value }, i) => ({ length: at - (corners[i]?.at ?? 0), rise: value - (corners[i]?.value ?? 0) }));
  return {
    from: corners[0]?.at ?? 0,
    until: corners.at(-1)?.at ?? 0,
    value: corners[0]?.value ?? 0,
    slopes: steps.map(({ length, rise }) => rise / length),
    lengths: steps.map(({ length }) => length),
  };
}

function pointsOf({ from, value, slopes, lengths }: Curve): Point[] {
  let last = { at: from, value };
  const rest = slopes.map((slope, i) => {
    const length = lengths[i] as number;
    last = { at: last.at + length, value: last.value + slope * length };
    return last;
  });
  return [{ at: from, value }, ...rest];
}

/** The middle of three points lies below the line through the others; of fewer there is no such line. */
function isBelow(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.value - a.value) * (c.at - b.at) < (c.value - b.value) * (b.at - a.at);
}
