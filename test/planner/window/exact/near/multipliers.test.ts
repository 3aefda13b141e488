import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { type Grid, gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import {
  leastCost,
  leastIn,
  meeting,
  multipliersFor,
  onEdges,
  relaxed,
} from '../../../../../src/planner/window/exact/near/multipliers.ts';
import { type Opening, openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../../src/planner/window/exact/split-problem.ts';
import { lawCases } from '../../../../support/cases.ts';
import { at } from '../../../../support/planner/planning.ts';
import { splitCases } from '../../../../support/planner/random-demands.ts';
import { enumerated } from '../../../../support/planner/window/enumeration.ts';
import { looked as searched } from '../../../../support/planner/window/looked.ts';
import { asked, problemOf, type Wanted } from '../../../../support/planner/window/split-problem.ts';

const closed = { limit: 200_000 };
const CENT = 10_000;

function looked(problem: SplitProblem, step = 1): { grid: Grid; opening: Opening } {
  const grid = gridOf(problem, everyStep(problem, step));
  return { grid, opening: openingOf(problem, grid) };
}

it.each([
  ['no more runs than the prices let', { minutes: 150, ...closed }, Number.POSITIVE_INFINITY],
  [
    'a run under way that a price ends, and no start',
    { minutes: 30, ...closed, rules: { minOn: 45, running: true } },
    0,
  ],
])('what cannot be had has multipliers too whose sums are exact: %s', (_, wanted, starts) => {
  const { grid, opening } = looked(asked([30, 10, 12, 30], wanted));
  const best = multipliersFor(grid, opening, starts);
  expect(Number.isSafeInteger(leastCost(best, grid.need, starts))).toBe(true);
});

describe('by any multipliers', () => {
  it.each([
    ['what costs less than a unit is worth runs, if its start is worth it', 20, 5, 120, 2],
    ['and not what costs more', 9, 5, 60, 1],
    ['nor what is not worth its start', 20, 700, 60, 1],
  ])('%s', (_, unit, start, ran, starts) => {
    const { grid, opening } = looked(asked([30, 8, 30, 10, 30], { minutes: 100 }));
    expect(relaxed(grid, opening, { unit: unit * CENT, start: start * CENT })).toMatchObject({ ran, starts });
  });

  it('no way to switch that meets the need costs less than they say', () => {
    const multipliers = fc.record({ unit: fc.integer({ min: -8, max: 12 }), start: fc.integer({ min: 0, max: 20 }) });
    const cases = splitCases({ length: { min: 5, max: 9 }, block: 4, rules: ['runs', 'pauses', 'starts'] });
    const law = fc.property(cases, multipliers, (each, { unit, start }) => {
      const problem = problemOf(each);
      const [missing, cost = 0] = enumerated(each.problem) ?? [];
      fc.pre(problem.need > 0 && missing === 0);
      const { grid, opening } = looked(problem);
      const { starts } = each.problem;
      const share = starts === Number.POSITIVE_INFINITY ? 0 : start;
      const by = relaxed(grid, opening, { unit: unit * CENT, start: share * CENT });
      expect(leastCost(by, problem.need, starts)).toBeLessThanOrEqual(cost);
      expect(leastCost(multipliersFor(grid, opening, starts), problem.need, starts)).toBeLessThanOrEqual(cost);
    });
    fc.assert(law, lawCases(300));
  });
});

describe('the grid with no more points than those at which the price changes', () => {
  const numbers = ({ points }: Grid) => Array.from(points);
  const edges = (cents: readonly number[], wanted: Wanted, step = 1) => {
    const { grid, opening } = looked(asked(cents, wanted), step);
    const sparse = onEdges(grid, opening);
    return sparse === grid ? 'all points' : numbers(sparse);
  };

  it.each<[what: string, points: number[] | string, cents: number[], wanted: Wanted]>([
    ['has them and both ends', [0, 120, 180], [10, 10, 20], { minutes: 60 }],
    ['has both sides of what is closed', [0, 60, 120, 180], [10, 30, 10], { minutes: 60, ...closed }],
    ['has where the tail begins', [0, 60, 90, 120], [10, 20], { minutes: 60, tail: at(90) / 60 }],
    [
      'is all of it where nothing could run else',
      'all points',
      [30, 10],
      { minutes: 30, ...closed, rules: { running: true, minOff: 70 } },
    ],
  ])('%s', (_, points, cents, wanted) => {
    expect(edges(cents, wanted)).toEqual(points);
  });

  it.each<[count: string, points: number[] | string, step: number]>([
    ['two of four', 'all points', 20],
    ['two of five', [0, 4], 15],
  ])('is all of it where that is not less than half: %s', (_, points, step) => {
    expect(edges([10], { minutes: 60 }, step)).toEqual(points);
  });
});

describe('by the best multipliers', () => {
  const DAY = [21, 19, 18, 17, 18, 22, 29, 34, 31, 24, 16, 9, 4, 2, 6, 13, 22, 31, 38, 36, 30, 27, 24, 22];
  const bestBy = (wanted: Wanted, step: number, cents = DAY) => {
    const { search, work } = searched(asked(cents, wanted), step, () => ({ amount: 0, minutes: 0, starts: 0 }));
    const { grid, opening, problem } = search;
    const { starts } = problem.rules;
    const best = multipliersFor(grid, opening, starts);
    return { best, least: leastCost(best, grid.need, starts) / CENT, passes: work.passes };
  };

  it.each([
    [60, 600],
    [61, 620],
    [90, 1200],
    [120, 1800],
    [240, 6000],
  ])('%i minutes of hours at 10, 30, 20 and 40 ct cost at least what they do cost: %i', (minutes, cost) => {
    const { best, least } = bestBy({ minutes }, 1, [10, 30, 20, 40]);
    expect([best.multipliers.start, least]).toEqual([0, cost]);
  });

  it('where no rule binds the cheapest minutes, hardly less than they cost is found in some ten passes', () => {
    const sorted = DAY.flatMap((price) => Array<number>(12).fill(price)).toSorted((a, b) => a - b);
    let [cheapest, found, passes] = [0, 0, 0];
    for (let units = 1; units < sorted.length; units++) {
      const best = bestBy({ minutes: 5 * units }, 5);
      const cost = 5 * sorted.slice(0, units).reduce((sum, price) => sum + price, 0);
      expect(best.least).toBeLessThanOrEqual(cost);
      [cheapest, found, passes] = [cheapest + cost, found + best.least, passes + best.passes];
    }
    expect(found / cheapest).toBeGreaterThan(0.9917);
    expect(passes / sorted.length).toBeLessThan(9.7);
  });

  it.each<[least: number, passes: number, step: number, wanted: Wanted]>([
    [6174, 21, 1, { minutes: 500, rules: { starts: 1 } }],
    [6174, 21, 5, { minutes: 500, rules: { starts: 1 } }],
    [5460, 13, 1, { minutes: 500, rules: { starts: 2 } }],
    [8492, 13, 60, { minutes: 600, rules: { starts: 1 } }],
    [10_810, 21, 5, { minutes: 700, rules: { starts: 1, minOff: 60, maxOff: 120 } }],
    [9461, 17, 5, { minutes: 700, rules: { starts: 9, minOff: 60, maxOff: 120 } }],
    [7320, 3, 5, { minutes: 600, rules: { minOn: 240, minOff: 300 } }],
    [14_886, 9, 1, { minutes: 900, rules: { minOn: 240, minOff: 300, running: true, minOnLeft: 100 } }],
    [23_646, 18, 15, { minutes: 1200, rules: { starts: 1, minOff: 300 } }],
    [30_151, 17, 15, { minutes: 1425, rules: { starts: 2, running: true } }],
    [60, 21, 15, { minutes: 30, limit: 100_000, rules: { starts: 1 } }],
  ])('at least %d ct are found in %i passes, in steps of %i minutes: %j', (cost, most, step, wanted) => {
    const { least, passes } = bestBy(wanted, step);
    expect(least).toBeGreaterThanOrEqual(cost);
    expect(passes).toBeLessThanOrEqual(most);
  });
});

it.each([
  [0, [5]],
  [1, [5, 3, 4]],
  [1, [5, 3, 3]],
  [2, [5, 4, 3]],
])('the least is at %i, the first of equals: %j', (place, costs) => {
  expect(leastIn(Float64Array.from(costs))).toBe(place);
});

it('runs cost the same where a unit costs what they differ by, with what their starts cost', () => {
  const by = { unit: 0, start: 7 };
  const less = { multipliers: by, amount: 100, ran: 10, starts: 1 };
  const more = { multipliers: by, amount: 121, ran: 14, starts: 2 };
  expect(meeting(less, more)).toBe((121 + 2 * 7 - 100 - 7) / 4);
});
