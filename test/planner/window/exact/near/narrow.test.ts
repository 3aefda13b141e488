import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { belowMean, meanEdgeOf } from '../../../../../src/planner/window/exact/near/below-mean.ts';
import { nearBest } from '../../../../../src/planner/window/exact/near/narrow.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../../src/planner/window/exact/split-problem.ts';
import { findIn } from '../../../../../src/planner/window/exact/table.ts';
import { keyOf } from '../../../../support/enumeration.ts';
import { plain, programmed } from '../../../../support/minute-programme.ts';
import { ALL_RULES, drawing, splitCases } from '../../../../support/random-demands.ts';
import { asked, problemOf } from '../../../../support/split-problem.ts';

function searchOf(problem: SplitProblem) {
  const grid = gridOf(problem, everyStep(problem, 1));
  const most = Number.POSITIVE_INFINITY;
  return { problem, grid, opening: openingOf(problem, grid), find: findIn(problem), most, isRough: false };
}

/** The best runs near what they cost at the least, nothing where there are none. */
function nearlyLooked(problem: SplitProblem) {
  const search = searchOf(problem);
  if (problem.meanLimit === Number.POSITIVE_INFINITY) return nearBest(search)?.runs;
  const edge = meanEdgeOf(search);
  return edge ? belowMean(search, edge)?.runs : [];
}

describe('what is near the best holds the best of all ways to switch', () => {
  it.each([
    ['shortest runs', ['runs']],
    ['shortest runs and a limit of the mean price', ['runs', 'mean limit']],
    ['shortest runs and minutes right before the deadline', ['runs', 'tail']],
    ['longest pauses', ['longest pauses']],
    ['runs and starts', ['runs', 'starts']],
    ['starts and a limit of the mean price', ['starts', 'mean limit']],
    ['all rules', ALL_RULES],
  ] as const)(
    'with %s',
    (_, rules) => {
      const law = fc.property(splitCases({ length: { min: 90, max: 140 }, block: 20, rules }), (each) => {
        const expected = programmed(each.problem);
        const asked = problemOf(each);
        const [missing = 0] = expected ?? [];
        // Without a limit of the mean the whole need is looked for: as much as there can be.
        const need = asked.meanLimit === Number.POSITIVE_INFINITY ? asked.need - missing : asked.need;
        fc.pre(expected !== undefined && asked.need > missing && asked.from < asked.until);
        const runs = nearlyLooked({ ...asked, need });
        // Where too much is near the best, all is looked through.
        fc.pre(runs !== undefined);
        const first = asked.until - each.problem.prices.length;
        const on = each.problem.prices.map(
          (_, i) => runs?.some(({ from, until }) => from <= first + i && first + i < until) === true,
        );
        expect(plain(keyOf(each.problem, on))).toEqual(expected);
      });
      const { seed, numRuns } = drawing(20);
      fc.assert(law, { seed, numRuns, maxSkipsPerRun: 1000 });
    },
    60_000,
  );

  it('and is looked for no more than twice where it costs a fraction', () => {
    let looks = 0;
    const find = () => ({ amount: 2 / 3, minutes: ++looks > 9 ? 0 : 200, starts: 1 });
    const problem = asked([31, 29.5, -20, -20, 60, 70, 80, 90, 100, 110, 120, 130], { minutes: 200 });
    nearBest({ ...searchOf(problem), find });
    expect(looks).toBe(2);
  });
});
