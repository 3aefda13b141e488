import { expect, it } from 'vitest';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import { at } from '../../../support/planner/planning.ts';
import { asked } from '../../../support/planner/window/split-problem.ts';

it.each([
  ['a run under way goes on where every minute costs the same: that takes no start', [10, 10], true, [0, 60]],
  ['it makes way for what costs less', [10, 9], true, [60, 120]],
  ['one that has yet to start ends with the time', [10, 10], false, [60, 120]],
])('where the latest is preferred, %s', (_, cents, running, run) => {
  const runs = solve(asked(cents, { minutes: 60, rules: { running, latest: true } }));
  expect(runs.map(({ from, until }) => [from - at(0) / 60, until - at(0) / 60])).toEqual([run]);
});
