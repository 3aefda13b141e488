import { expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { leastCost, multipliersFor } from '../../../../../src/planner/window/exact/near/multipliers.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import { asked } from '../../../../support/split-problem.ts';

const closed = { limit: 200_000 };

it.each([
  ['no more runs than the prices let', { minutes: 150, ...closed }, Number.POSITIVE_INFINITY],
  [
    'a run under way that a price ends, and no start',
    { minutes: 30, ...closed, rules: { minOn: 45, running: true } },
    0,
  ],
])('what cannot be had has multipliers too whose sums are exact: %s', (_, wanted, starts) => {
  const problem = asked([30, 10, 12, 30], wanted);
  const grid = gridOf(problem, everyStep(problem, 1));
  const best = multipliersFor(grid, openingOf(problem, grid), starts);
  expect(Number.isSafeInteger(leastCost(best, grid.need, starts))).toBe(true);
});
