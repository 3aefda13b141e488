import type { Curve } from './curve.ts';

interface Point {
  readonly at: number;
  readonly value: number;
}

/** As many curves as are carried from slot to slot: in long hours of prices below zero their teeth double with each. */
const MOST = 300;

/** Curves that follow each other, as few as may be carried on: of too many each two neighbours become their hull. */
export function thinned(curves: readonly Curve[]): readonly Curve[] {
  if (curves.length <= MOST) return curves;
  return thinned(curves.flatMap((curve, i) => (i % 2 === 0 ? hull([curve, ...curves.slice(i + 1, i + 2)]) : [])));
}

/** The greatest convex curve that is nowhere above these. */
export function hull(curves: readonly Curve[]): Curve {
  const [only, ...others] = curves;
  if (only && others.length === 0) return only;
  const points = curves.flatMap(pointsOf).sort((a, b) => a.at - b.at || a.value - b.value);
  const corners: Point[] = [];
  for (const point of points) {
    if (corners.at(-1)?.at === point.at) continue;
    while (corners.length > 1 && !isBelow(corners.at(-2), corners.at(-1), point)) corners.pop();
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

/** The middle of three points lies below the line through the others. */
function isBelow(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.value - a.value) * (c.at - b.at) < (c.value - b.value) * (b.at - a.at);
}
