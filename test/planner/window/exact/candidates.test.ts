import { expect, it } from 'vitest';
import { horizonOf } from '../../../../src/planner/horizon.ts';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import { at, priced } from '../../../support/planning.ts';
import { asked } from '../../../support/split-problem.ts';

it('a run that ends with its deadline begins where no price changes: 8 minutes at 14 ct, 20 at 8 and 3 at 9', () => {
  const until = at(63) / 60;
  const rules = { minOn: 10, minOff: 10, latest: true, lastFirstStart: until };
  const horizon = horizonOf(priced(20, [0.25, 0.14, 0.08, 0.09]));
  const problem = asked([0], { minutes: 31, horizon, until, tail: until, rules }, 14);
  const runs = solve(problem).map((run) => [run.from - at(0) / 60, run.until - at(0) / 60]);
  expect(runs).toEqual([[32, 63]]);
});
