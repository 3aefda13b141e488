import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rooms } from '../../../../../src/planner/window/exact/banded-table.ts';
import type { Grid } from '../../../../../src/planner/window/exact/grid.ts';
import {
  type Goal,
  narrowed,
  roomOf,
  type Sight,
  sightOf,
} from '../../../../../src/planner/window/exact/near/bands.ts';
import { lawCases } from '../../../../support/cases.ts';
import { multipliersIn, smallGrids } from '../../../../support/planner/window/small-grids.ts';
import { costBy, type Way, waysOn } from '../../../../support/planner/window/ways.ts';

const CENT = 10_000;
const INFINITE = Number.POSITIVE_INFINITY;

/** A goal on a grid, and multipliers to look at it by: none for a start where there is no limit on starts. */
const sought = smallGrids.chain((looked) =>
  fc.boolean().chain((isLimited) => {
    const { need } = looked.grid;
    const start = isLimited ? { min: 0, max: 12 } : { min: 0, max: 0 };
    const units = fc.tuple(fc.integer({ min: 1, max: need }), fc.integer({ min: 1, max: need }));
    return fc.record({
      looked: fc.constant(looked),
      sets: fc.array(multipliersIn(start), { minLength: 1, maxLength: 3 }),
      units: units.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      above: fc.integer({ min: -2, max: 12 }),
      mean: fc.integer({ min: -2, max: 6 }),
      starts: isLimited ? fc.integer({ min: 0, max: 3 }) : fc.constant(INFINITE),
    });
  }),
);

/** Of a goal that is some cents above what the cheapest way to it costs, or nothing where there is no way. */
function goalOf(
  ways: readonly Way[],
  draw: { units: readonly [number, number]; above: number; mean: number; starts: number },
): Goal | undefined {
  const { units, starts } = draw;
  const [low, high] = units;
  const mean = draw.mean * CENT;
  const fit = ways.filter(({ ran, starts: made }) => low <= ran && ran <= high && made <= starts);
  const least = Math.min(...fit.map(({ amount, ran }) => amount - mean * ran));
  return fit.length > 0 ? { low, high, mean, starts, most: least + draw.above * CENT } : undefined;
}

const reaches = ({ ran, starts, amount }: Way, goal: Goal) =>
  goal.low <= ran && ran <= goal.high && starts <= goal.starts && amount <= goal.most + goal.mean * ran;

/** When a way switches; what goes on at the beginning is not switched on. */
const switchesOf = ({ runs, starts }: Way) =>
  runs.flatMap(({ from, until }, i) => (i < runs.length - starts ? [until] : [from, until]));

/** The units run at a point for which there is room. */
function unitsIn(grid: Grid, { lows, highs }: Rooms, point: number): number[] {
  return Array.from(grid.rans.subarray(lows[point], Math.max(lows[point] as number, highs[point] as number)));
}

/** The units run at a point with which something that reaches the goal may be left, as every two of the multipliers tell. */
function unitsLeft(
  grid: Grid,
  sights: readonly Sight[],
  goal: Goal,
  side: 'ends' | 'starts',
  point: number,
  made: number,
): number[] {
  const { low, high, most, mean, starts } = goal;
  const pairs = sights.flatMap((early) => sights.map((late) => [early, late] as const));
  return Array.from(grid.rans).filter(
    (ran) =>
      ran <= high &&
      pairs.every(([early, late]) => {
        const [by, then] = [early.multipliers, late.multipliers];
        const before = (early[side].before[point] as number) + by.unit * ran - by.start * made;
        const left = then.start > 0 ? then.start * (starts - made) : 0;
        const after = (units: number) => (late[side].after[point] as number) + then.unit * (units - ran) - left;
        return [low, high].some((units) => before + after(units) <= most + mean * units);
      }),
  );
}

describe('looked at by any multipliers', () => {
  it('a grid keeps the instants at which a way switches that costs no more by them than the goal lets it', () => {
    const law = fc.property(sought, ({ looked: { grid, opening }, sets: [by], ...draw }) => {
      const ways = waysOn(grid, opening);
      const goal = goalOf(ways, draw);
      fc.pre(goal !== undefined && by !== undefined);
      const { low, high, most, mean, starts } = goal;
      const free = Math.max(...[low, high].map((units) => (mean - by.unit) * units));
      const allowed = most + free + (by.start > 0 ? by.start * starts : 0);
      const near = ways.filter((way) => way.runs.length > 0 && costBy(way, by) <= allowed);
      const kept = new Set(near.flatMap(switchesOf));
      const { points } = narrowed(grid, sightOf(grid, opening, by), goal);
      expect(Array.from(points)).toEqual(Array.from(grid.points).filter((t) => kept.has(t)));
    });
    fc.assert(law, lawCases(300));
  });

  it('there is room for every way that reaches the goal, at each of its ends and starts', () => {
    const law = fc.property(sought, ({ looked: { grid, opening }, sets, ...draw }) => {
      const ways = waysOn(grid, opening);
      const goal = goalOf(ways, draw);
      fc.pre(goal !== undefined);
      const sights = sets.map((by) => sightOf(grid, opening, by));
      for (const { runs, ...way } of ways.filter((way) => reaches(way, goal))) {
        let [ran, made] = [0, way.starts - runs.length];
        for (const { from, until } of runs) {
          const room = roomOf(grid, sights, goal, ++made);
          const [start, end] = [grid.points.indexOf(from), grid.points.indexOf(until)];
          // What goes on has no start that would need room.
          if (made > 0) expect(unitsIn(grid, room.starts, start)).toContain(ran);
          ran += until - from;
          expect(unitsIn(grid, room.ends, end)).toContain(ran);
        }
      }
    });
    fc.assert(law, lawCases(300));
  });

  it('and no room for more than every two of them leave', () => {
    const law = fc.property(
      sought,
      fc.integer({ min: 0, max: 2 }),
      ({ looked: { grid, opening }, sets, ...draw }, made) => {
        const goal = goalOf(waysOn(grid, opening), draw);
        fc.pre(goal !== undefined);
        const sights = sets.map((by) => sightOf(grid, opening, by));
        const room = roomOf(grid, sights, goal, made);
        for (const point of grid.points.keys()) {
          expect(unitsIn(grid, room.ends, point)).toEqual(unitsLeft(grid, sights, goal, 'ends', point, made));
          expect(unitsIn(grid, room.starts, point)).toEqual(unitsLeft(grid, sights, goal, 'starts', point, made - 1));
        }
      },
    );
    fc.assert(law, lawCases(300));
  });
});
