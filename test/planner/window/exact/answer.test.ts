import { expect, it } from 'vitest';
import { isMeanKeptBy } from '../../../../src/planner/window/exact/answer.ts';
import { everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../src/planner/window/exact/grid.ts';
import { at } from '../../../support/planner/planning.ts';
import { asked } from '../../../support/planner/window/split-problem.ts';

it.each([
  [0.1, 1, true],
  [0.1, 5, true],
  [0.099, 1, false],
  [0.099, 5, false],
])(
  'a mean of at most %d is asked of an hour at 0.1 before the deadline, not of the dear one right before it, in steps of %d minutes: %s',
  (mean, step, isKept) => {
    const problem = asked([10, 90], { minutes: 120, meanLimit: 1e6 * mean, tail: at(60) / 60 });
    const grid = gridOf(problem, everyStep(problem, step));
    expect(isMeanKeptBy(problem, grid, grid.need, grid.amounts.at(-1) ?? 0)).toBe(isKept);
  },
);
