import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Beginnings,
  beginningsOf,
  noBeginnings,
  remaindersOf,
} from '../../../../../src/planner/window/exact/near/relaxed.ts';
import { lawCases } from '../../../../support/cases.ts';
import { multipliersIn, smallGrids } from '../../../../support/planner/window/small-grids.ts';
import {
  costBy,
  least,
  mayStart,
  type Way,
  waysAfter,
  waysFrom,
  waysOn,
} from '../../../../support/planner/window/ways.ts';

const multipliers = multipliersIn({ min: 0, max: 12 });
const endOf = ({ runs }: Way) => runs.at(-1)?.until ?? -1;
const zeroed = (costs: ArrayLike<number>) => Array.from(costs, (cost) => cost + 0);

describe('of all ways to switch', () => {
  it('beginnings have the least that runs up to each end cost, and its units and starts', () => {
    const law = fc.property(smallGrids, multipliers, ({ grid, opening }, by) => {
      const ways = waysOn(grid, opening);
      const { ends, rans, counts } = beginningsOf(grid, opening, by);
      for (const [point, t] of grid.points.entries()) {
        const upTo = ways.filter((way) => endOf(way) === t);
        const cost = least(upTo.map((way) => costBy(way, by)));
        expect((ends[point] as number) + 0).toBe(cost);
        const best = upTo.filter((way) => costBy(way, by) === cost).map(({ ran, starts }) => [ran, starts]);
        if (best.length > 0) expect(best).toContainEqual([rans[point], counts[point]]);
      }
    });
    fc.assert(law, lawCases(300));
  });

  it('and the least before each start that a shortest run can follow', () => {
    const law = fc.property(smallGrids, multipliers, ({ grid, opening }, by) => {
      const ways = waysOn(grid, opening);
      const last = grid.points.at(-1) as number;
      const before = Array.from(grid.points, (from) =>
        from + grid.minOn > last
          ? Number.POSITIVE_INFINITY
          : least(ways.filter((way) => mayStart(grid, opening, way, from)).map((way) => costBy(way, by))),
      );
      expect(zeroed(beginningsOf(grid, opening, by).starts)).toEqual(before);
    });
    fc.assert(law, lawCases(300));
  });

  it('beginnings after some others have one start more at the most', () => {
    const law = fc.property(smallGrids, multipliers, ({ grid, opening }, by) => {
      const ways = waysOn(grid, opening);
      let before: Beginnings = noBeginnings(grid);
      for (let most = 0; most <= 3; most++) {
        const first = most === 0 ? { ...opening, firstStart: Number.POSITIVE_INFINITY } : opening;
        before = beginningsOf(grid, first, by, before);
        const costs = Array.from(grid.points, (t) =>
          least(ways.filter((way) => endOf(way) === t && way.starts <= most).map((way) => costBy(way, by))),
        );
        expect(zeroed(before.ends)).toEqual(costs);
      }
    });
    fc.assert(law, lawCases(300));
  });

  it('remainders have the least that it costs to go on after each end, or from each start', () => {
    const law = fc.property(smallGrids, multipliers, ({ grid }, by) => {
      const { ends, starts } = remaindersOf(grid, by);
      const costs = (ways: readonly Way[]) => least(ways.map((way) => costBy(way, by)));
      expect(zeroed(ends)).toEqual(Array.from(grid.points, (t) => costs(waysAfter(grid, t))));
      expect(zeroed(starts)).toEqual(Array.from(grid.points, (t) => costs(waysFrom(grid, t))));
    });
    fc.assert(law, lawCases(300));
  });
});
