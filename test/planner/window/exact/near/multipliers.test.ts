import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { type Grid, gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { leastCost, multipliersFor, relaxed } from '../../../../../src/planner/window/exact/near/multipliers.ts';
import { type Opening, openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../../src/planner/window/exact/split-problem.ts';
import { enumerated } from '../../../../support/enumeration.ts';
import { drawing, splitCases } from '../../../../support/random-demands.ts';
import { asked, problemOf } from '../../../../support/split-problem.ts';

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
    fc.assert(law, drawing(300));
  });
});
