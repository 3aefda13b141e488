import fc from 'fast-check';
import type { Curve } from '../../../../src/planner/store/curves/curve.ts';

/** A curve of one straight piece. */
export const line = (from: number, until: number, value: number, slope: number): Curve => ({
  ...{ from, until, value },
  slopes: [slope],
  lengths: [until - from],
});

/** Convex curves with their corners on whole numbers. */
export const convexCurves: fc.Arbitrary<Curve> = fc
  .record({
    from: fc.integer({ min: -4, max: 4 }),
    value: fc.integer({ min: -6, max: 6 }),
    slopes: fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 4 }),
    lengths: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ from, value, slopes, lengths }) => curveOf(from, value, slopes, lengths));

/** Curves of which each begins where the one before ends, higher or lower. */
export const rowsOfCurves: fc.Arbitrary<readonly Curve[]> = fc
  .array(convexCurves, { minLength: 1, maxLength: 3 })
  .map((curves) => {
    let at = curves[0]?.from ?? 0;
    return curves.map((curve) => {
      const from = at;
      at += curve.until - curve.from;
      return { ...curve, from, until: at };
    });
  });

function curveOf(from: number, value: number, slopes: readonly number[], lengths: readonly number[]): Curve {
  const used = lengths.slice(0, slopes.length);
  const until = from + used.reduce((sum, length) => sum + length, 0);
  return { from, until, value, slopes: slopes.toSorted((a, b) => a - b), lengths: used };
}

/** The value of a curve, the slope of each piece by as much of it as lies below; infinite where it has none. */
export function readAt({ from, until, value, slopes, lengths }: Curve, at: number): number {
  if (at < from - 1e-9 || at > until + 1e-9) return Number.POSITIVE_INFINITY;
  let begin = from;
  const rises = slopes.map((slope, i) => {
    const end = begin + (lengths[i] ?? 0);
    const rise = slope * (Math.min(at, end) - Math.min(at, begin));
    begin = end;
    return rise;
  });
  return rises.reduce((sum, rise) => sum + rise, value);
}

/** The least of several there. */
export const leastAt = (curves: readonly Curve[], at: number) => Math.min(...curves.map((curve) => readAt(curve, at)));

/** From one number to another, `step` apart. */
export const placesBetween = (from: number, until: number, step = 1) =>
  Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, i) => from + i * step);
