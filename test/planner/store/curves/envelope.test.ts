import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, pointCurve } from '../../../../src/planner/store/curves/curve.ts';
import { envelope } from '../../../../src/planner/store/curves/envelope.ts';
import { lawCases } from '../../../support/cases.ts';
import { leastAt, line, placesBetween, readAt, rowsOfCurves } from '../../../support/planner/store/convex-curves.ts';

describe('the least of several curves', () => {
  it.each<[what: string, groups: readonly (readonly Curve[])[], least: readonly Curve[]]>([
    [
      'changes where they cross, and goes on as another curve where it is not convex',
      [[line(0, 4, 0, 1)], [line(0, 4, 2, 0)]],
      [line(0, 2, 0, 1), line(2, 4, 2, 0)],
    ],
    [
      'is one curve where slopes rise',
      [[line(0, 2, 0, 1)], [line(2, 4, 2, 3)]],
      [{ from: 0, until: 4, value: 0, slopes: [1, 3], lengths: [2, 2] }],
    ],
    ['is one piece where the slope stays', [[line(0, 2, 0, 1)], [line(2, 4, 2, 1)]], [line(0, 4, 0, 1)]],
    [
      'is another curve where it falls at once',
      [[line(0, 2, 0, 1)], [line(2, 4, 1, 3)]],
      [line(0, 2, 0, 1), line(2, 4, 1, 3)],
    ],
    [
      'is another curve behind a place where there is none',
      [[line(0, 1, 0, 1)], [line(2, 4, 1, 3)]],
      [line(0, 1, 0, 1), line(2, 4, 1, 3)],
    ],
    [
      'is the only one where the others have no value',
      [[line(0, 1, 5, 0)], [line(1, 3, 0, 0)]],
      [line(0, 1, 5, 0), line(1, 3, 0, 0)],
    ],
    [
      'is that of the longer one before and behind the shorter',
      [[line(0, 6, 0, 0)], [line(2, 4, -1, 0)]],
      [line(0, 2, 0, 0), line(2, 4, -1, 0), line(4, 6, 0, 0)],
    ],
    ['is either of two that are equal', [[line(0, 4, 1, 1)], [line(0, 4, 1, 1)]], [line(0, 4, 1, 1)]],
    ['is that of any length beside that of a point', [[pointCurve(1, -5)], [line(0, 4, 0, 1)]], [line(0, 4, 0, 1)]],
    ['is the lowest of points', [[pointCurve(1, 3)], [pointCurve(1, 2)], [pointCurve(1, 4)]], [pointCurve(1, 2)]],
    [
      'is the lowest of those whose length is noise',
      [[line(1, 1 + 1e-13, 3, 1)], [line(1, 1 + 1e-13, 2, 1)]],
      [line(1, 1 + 1e-13, 2, 1)],
    ],
    ['is the first of two that differ by noise', [[line(0, 4, 1, 1)], [line(0, 4, 1 - 1e-13, 1)]], [line(0, 4, 1, 1)]],
    ['is the only one there is', [[line(0, 4, 1, 1)]], [line(0, 4, 1, 1)]],
    ['is none of none', [], []],
  ])('%s', (_, groups, least) => {
    expect(envelope(groups)).toEqual(least);
  });

  it('is as low as the lowest of them at each place, in as few curves as are convex', () => {
    const law = fc.property(fc.array(rowsOfCurves, { minLength: 2, maxLength: 4 }), (groups) => {
      const all = groups.flat();
      const least = envelope(groups);
      const [from, until] = [Math.min(...all.map((curve) => curve.from)), Math.max(...all.map((curve) => curve.until))];
      for (const at of placesBetween(from + 1 / 16, until, 1 / 8)) {
        const [lowest, found] = [leastAt(all, at), leastAt(least, at)];
        if (lowest === Number.POSITIVE_INFINITY) expect(found).toBe(lowest);
        else expect(found).toBeCloseTo(lowest, 9);
      }
      least.forEach(({ slopes, from, until, value }, i) => {
        expect(slopes).toEqual([...new Set(slopes)].sort((a, b) => a - b));
        const before = least[i - 1];
        if (!before) return;
        expect(from).toBeGreaterThanOrEqual(before.until - 1e-9);
        const isAsHigh = Math.abs(readAt(before, before.until) - value) < 1e-9;
        if (from - before.until < 1e-9 && isAsHigh) expect(slopes[0]).toBeLessThan(before.slopes.at(-1) ?? 0);
        expect(until).toBeGreaterThan(from);
      });
    });
    fc.assert(law, lawCases(200));
  });
});
