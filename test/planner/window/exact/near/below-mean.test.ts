import { expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { meanEdgeOf } from '../../../../../src/planner/window/exact/near/below-mean.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import { solve } from '../../../../../src/planner/window/exact/solve.ts';
import { findIn } from '../../../../../src/planner/window/exact/table.ts';
import { asked, type Wanted } from '../../../../support/split-problem.ts';

function most(cents: readonly number[], wanted: Wanted): number | undefined {
  const problem = asked(cents, wanted);
  const grid = gridOf(problem, everyStep(problem, 1));
  const search = { problem, grid, opening: openingOf(problem, grid), find: findIn(problem), most: 0, isRough: false };
  return meanEdgeOf(search)?.high;
}

it.each<[minutes: number | undefined, what: string, cents: readonly number[], wanted: Wanted]>([
  [80, 'an hour at 10 ct, and as many at 30 as it pays for', [30, 10, 30], { minutes: 180, meanLimit: 150_000 }],
  [90, 'ten more where 1.5 are left', [30, 10, 30], { minutes: 180, meanLimit: 150_000, spare: 1.5e6 }],
  [70, 'ten less where 1.5 too much were spent', [30, 10, 30], { minutes: 180, meanLimit: 150_000, spare: -1.5e6 }],
  [60, 'the need, where it is less', [30, 10, 30], { minutes: 60, meanLimit: 150_000 }],
  [180, 'all, where that is the mean', [20, 10, 30], { minutes: 180, meanLimit: 200_000 }],
  [undefined, 'none, where each costs more', [30, 20, 30], { minutes: 60, meanLimit: 150_000 }],
])('%s minutes keep a mean of what is allowed: %s', (minutes, _, cents, wanted) => {
  expect(most(cents, wanted)).toBe(minutes);
});

it('over days nothing runs where every price is above the mean, and what can where one is not', () => {
  const days = Array.from({ length: 48 }, (_, hour) => 20 + (hour % 7));
  const question = { minutes: 600, meanLimit: 150_000 };
  expect(solve(asked(days, question))).toEqual([]);
  const runs = solve(asked(days.with(30, 10), question));
  // At 10 ct one hour pays for one at 20.
  expect(runs.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(120);
});
