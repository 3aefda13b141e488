import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, pointCurve } from '../../../../src/planner/store/curves/curve.ts';
import { hull, thinned } from '../../../../src/planner/store/curves/hull.ts';
import { lawCases } from '../../../support/cases.ts';
import { leastAt, line, placesBetween, readAt, rowsOfCurves } from '../../../support/planner/store/convex-curves.ts';

describe('the greatest convex curve that is nowhere above others', () => {
  it('cuts off what is not convex', () => {
    expect(hull([line(0, 1, 0, -1), line(1, 2, -1, -3), line(2, 3, -4, -1)])).toEqual({
      ...{ from: 0, until: 3, value: 0 },
      slopes: [-2, -1],
      lengths: [2, 1],
    });
  });

  it('has one piece where three corners lie on a line', () => {
    expect(hull([line(0, 1, 0, 2), line(1, 3, 2, 2)])).toEqual(line(0, 3, 0, 2));
  });

  it('goes by the lower value where one falls to the next', () => {
    expect(hull([line(0, 2, 4, 0), line(2, 3, 1, 5)])).toEqual({
      ...{ from: 0, until: 3, value: 4 },
      slopes: [-1.5, 5],
      lengths: [2, 1],
    });
  });

  it('is the curve itself where there is but one', () => {
    const only = line(0, 1, 0, -1);
    expect(hull([only])).toBe(only);
  });

  it('ends at the lower of two values', () => {
    expect(hull([line(0, 1, 0, 1), pointCurve(1, 5)])).toEqual(line(0, 1, 0, 1));
    expect(hull([line(0, 1, 0, 7), pointCurve(1, 5)])).toEqual(line(0, 1, 0, 5));
  });

  it('of curves of a point each goes from one to the next', () => {
    expect(hull([pointCurve(1, 4), pointCurve(3, 2)])).toEqual(line(1, 3, 4, -1));
  });

  it('lies on the lowest line between two places at each place between them', () => {
    const law = fc.property(rowsOfCurves, (curves) => {
      const found = hull(curves);
      const places = placesBetween(curves[0]?.from ?? 0, curves.at(-1)?.until ?? 0);
      expect([found.from, found.until]).toEqual([places[0], places.at(-1)]);
      for (const at of places) {
        const lines = places.flatMap((from) =>
          places.filter((until) => from <= at && at < until).map((until) => heightBetween(curves, from, until, at)),
        );
        expect(readAt(found, at)).toBeCloseTo(Math.min(leastAt(curves, at), ...lines), 9);
      }
      expect(found.slopes).toEqual([...new Set(found.slopes)].sort((a, b) => a - b));
    });
    fc.assert(law, lawCases(200));
  });
});

/** Of the line between the lowest values at two places. */
function heightBetween(curves: readonly Curve[], from: number, until: number, at: number): number {
  const [begins, ends] = [leastAt(curves, from), leastAt(curves, until)];
  return begins + ((ends - begins) * (at - from)) / (until - from);
}

describe('of more curves than are carried on', () => {
  /** Each rises by 1 over its length of 1, and begins as much lower than the one before ended as its number says. */
  const teeth = (falls: readonly number[]): Curve[] => {
    let ends = 0;
    return falls.map((fall, i) => {
      const begins = ends - fall;
      ends = begins + 1;
      return line(i, i + 1, begins, 1);
    });
  };
  const deep = (count: number): number[] => Array.from({ length: count }, (_, i) => (i === 0 ? 0 : 5));

  it('none is changed up to 300', () => {
    const curves = teeth(deep(300));
    expect(thinned(curves)).toEqual(curves);
  });

  it('the first two become one where all are alike, and no more than have to', () => {
    const curves = teeth(deep(301).map((fall) => fall / 5));
    const fewer = thinned(curves);
    expect(fewer).toHaveLength(300);
    expect(fewer[0]).toEqual({ from: 0, until: 2, value: 0, slopes: [0, 1], lengths: [1, 1] });
    expect(fewer.slice(1)).toEqual(curves.slice(2));
  });

  it.each([1, 100, 299])('those become one that are nearest to it, wherever they are: with number %d', (near) => {
    const curves = teeth(deep(301).with(near, 0.001));
    const fewer = thinned(curves);
    expect(fewer).toHaveLength(300);
    expect([...fewer.slice(0, near - 1), ...fewer.slice(near)]).toEqual(curves.toSpliced(near - 1, 2));
    const [one, both] = [fewer[near - 1], curves.slice(near - 1, near + 1)];
    expect(one).toEqual(hull(both));
  });

  it('those become one whose hull is near them everywhere, not only where they meet', () => {
    const curves = teeth(deep(301).with(299, 0.1));
    const value = curves[100]?.value ?? 0;
    // A hill with its top where they meet: between their next corners it is low.
    const up: Curve = { from: 100, until: 101, value, slopes: [10, 10.001], lengths: [0.999, 0.001] };
    const down: Curve = {
      from: 101,
      until: 102,
      value: value + 10.000001,
      slopes: [1, 1.001],
      lengths: [0.001, 0.999],
    };
    const hilly = curves.with(100, up).with(101, down);
    expect(thinned(hilly).slice(0, 298)).toEqual(hilly.slice(0, 298));
  });

  it('what comes of it lies nowhere above them', () => {
    const law = fc.property(fc.array(fc.nat(40), { minLength: 301, maxLength: 340 }), (falls) => {
      const curves = teeth(falls.map((fall) => fall / 10));
      const fewer = thinned(curves);
      expect(fewer.length).toBe(300);
      for (const at of placesBetween(0, falls.length - 0.5, 0.5))
        expect(leastAt(fewer, at)).toBeLessThanOrEqual(leastAt(curves, at) + 1e-9);
      expect([fewer[0]?.from, fewer.at(-1)?.until]).toEqual([0, falls.length]);
    });
    fc.assert(law, lawCases(20));
  });
});
