import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, clipped, heightAt, merged, pointCurve } from '../../../../src/planner/store/curves/curve.ts';
import { lawCases } from '../../../support/cases.ts';
import { convexCurves, leastAt, line, placesBetween, readAt } from '../../../support/planner/store/convex-curves.ts';

/** From 2, where it is 10: 3 down for 2, level for 1, 1 up for 4. */
const valley: Curve = { from: 2, until: 9, value: 10, slopes: [-3, 0, 1], lengths: [2, 1, 4] };

describe('a curve', () => {
  it.each<[at: number, height: number]>([
    [2, 10],
    [3, 7],
    [4, 4],
    [4.5, 4],
    [5, 4],
    [7, 6],
    [9, 8],
  ])('is read at %d as %d', (at, height) => {
    expect(heightAt(valley, at)).toBe(height);
  });

  it('of one point is a value there and nothing else', () => {
    expect(pointCurve(3, 7)).toEqual({ from: 3, until: 3, value: 7, slopes: [], lengths: [] });
  });
});

describe('two curves that share a number', () => {
  it('have their slopes in one order, and what is of one slope in one piece', () => {
    const other: Curve = { from: 1, until: 6, value: 2, slopes: [-3, 0.5], lengths: [1, 4] };
    expect(merged(valley, other)).toEqual({
      ...{ from: 3, until: 15, value: 12 },
      slopes: [-3, 0, 0.5, 1],
      lengths: [3, 1, 4, 4],
    });
  });

  it('are only shifted by one of a point, on whichever side it stands', () => {
    const shifted = { ...valley, from: 1, until: 8, value: 13 };
    expect(merged(valley, pointCurve(-1, 3))).toEqual(shifted);
    expect(merged(pointCurve(-1, 3), valley)).toEqual(shifted);
  });

  it('cost the least of all ways to share it', () => {
    const law = fc.property(convexCurves, convexCurves, (a, b) => {
      const both = merged(a, b);
      expect([both.from, both.until]).toEqual([a.from + b.from, a.until + b.until]);
      for (const at of placesBetween(both.from, both.until)) {
        const ways = placesBetween(a.from, a.until).map((some) => readAt(a, some) + readAt(b, at - some));
        expect(readAt(both, at)).toBe(Math.min(...ways));
      }
      expect(both.slopes).toEqual([...new Set([...a.slopes, ...b.slopes])].sort((x, y) => x - y));
    });
    fc.assert(law, lawCases(200));
  });
});

describe('the part of a curve', () => {
  it.each<[where: string, from: number, until: number, part: Curve | undefined]>([
    ['between corners', 4, 5, line(4, 5, 4, 0)],
    [
      'from within a piece to within another',
      3,
      7,
      { from: 3, until: 7, value: 7, slopes: [-3, 0, 1], lengths: [1, 1, 2] },
    ],
    ['within one piece', 6, 8, line(6, 8, 5, 1)],
    ['at its end', 9, 12, { from: 9, until: 9, value: 8, slopes: [], lengths: [] }],
    ['at its beginning', 0, 2, { from: 2, until: 2, value: 10, slopes: [], lengths: [] }],
    ['behind it', 9.5, 12, undefined],
    ['before it', 0, 1.5, undefined],
    ['all round it', 0, 12, valley],
    ['up to within a piece', 0, 4.5, { from: 2, until: 4.5, value: 10, slopes: [-3, 0], lengths: [2, 0.5] }],
    ['from within a piece on', 4.5, 12, { from: 4.5, until: 9, value: 4, slopes: [0, 1], lengths: [0.5, 4] }],
  ])('%s', (_, from, until, part) => {
    expect(clipped(valley, from, until)).toEqual(part);
  });

  it('is as high as the curve everywhere in it, and has no piece without length', () => {
    const bound = fc.integer({ min: -10, max: 30 }).map((half) => half / 2);
    const law = fc.property(convexCurves, bound, fc.nat(20), (curve, from, more) => {
      const part = clipped(curve, from, from + more);
      const inside = placesBetween(from, from + more, 0.25).filter(
        (at) => readAt(curve, at) < Number.POSITIVE_INFINITY,
      );
      expect([part?.from, part?.until]).toEqual([inside[0], inside.at(-1)]);
      for (const at of inside) expect(leastAt(part ? [part] : [], at)).toBe(readAt(curve, at));
      for (const length of part?.lengths ?? []) expect(length).toBeGreaterThan(0);
    });
    fc.assert(law, lawCases(200));
  });
});
