import { expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import { asked } from '../../../../support/planner/window/split-problem.ts';

it.each([
  ['goes on where its shortest run is not over', [10, 30], { goesOn: true, firstStart: Number.POSITIVE_INFINITY }],
  [
    'ends where the price is above the limit, and the next start follows a pause',
    [30, 10],
    { goesOn: false, firstStart: 15 },
  ],
])('a run under way %s', (_, cents, opening) => {
  const rules = { running: true, minOff: 15, minOnLeft: 20 };
  const problem = asked(cents, { minutes: 30, limit: 200_000, rules });
  expect(openingOf(problem, gridOf(problem, everyStep(problem, 1)))).toEqual(opening);
});
