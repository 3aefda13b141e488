import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { fittingStarts, reachOf } from '../../../../../src/planner/window/exact/near/reach.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../../src/planner/window/exact/split-problem.ts';
import { lawCases } from '../../../../support/cases.ts';
import { at } from '../../../../support/planner/planning.ts';
import { splitCases } from '../../../../support/planner/random-demands.ts';
import { enumerated } from '../../../../support/planner/window/enumeration.ts';
import { asked, problemOf, type Wanted } from '../../../../support/planner/window/split-problem.ts';

/** Minutes. */
function reach(problem: SplitProblem): number | undefined {
  const grid = gridOf(problem, everyStep(problem, 1));
  return reachOf(grid, openingOf(problem, grid), problem.rules.starts);
}

describe('of three hours, the second of which is above the limit, there run', () => {
  const limit = 200_000;
  const tail = at(135) / 60;
  it.each<[most: number | undefined, where: string, wanted: Wanted]>([
    [90, 'the whole need where there is room', { minutes: 90 }],
    [120, 'both others where the need is more', { minutes: 150 }],
    [60, 'one of them with one start', { minutes: 150, rules: { starts: 1 } }],
    [undefined, 'none without a start', { minutes: 150, rules: { starts: 0 } }],
    [undefined, 'none where the need is less than a shortest run', { minutes: 20, rules: { minOn: 21 } }],
    [undefined, 'none where a shortest run is longer than both others', { minutes: 150, rules: { minOn: 61 } }],
    [105, 'all but a pause that reaches beyond the second', { minutes: 150, rules: { minOff: 75 } }],
    [60, 'the run under way to its end without a start', { minutes: 150, rules: { running: true, starts: 0 } }],
    [45, 'what must go on and is all of the need', { minutes: 45, rules: { running: true, minOnLeft: 45 } }],
    [undefined, 'none where more must go on than the need', { minutes: 44, rules: { running: true, minOnLeft: 45 } }],
    [45, 'what runs right before the deadline and is all of the need', { minutes: 45, tail }],
    [undefined, 'none where more must run right before the deadline', { minutes: 44, tail }],
    [60, 'what is right before the deadline with one start', { minutes: 90, tail, rules: { starts: 1 } }],
    [undefined, 'none where all of the time must run', { minutes: 179, tail: at(0) / 60 }],
    [180, 'all of the time where it must', { minutes: 180, tail: at(0) / 60 }],
  ])('%s min: %s', (most, _, wanted) => {
    expect(reach(asked([10, 30, 10], { limit, ...wanted }))).toBe(most);
  });
});

it('as much can run as in the most of all ways to switch, minute by minute, where any of them fit the need', () => {
  const rules = ['limit', 'tail', 'runs', 'pauses', 'longest pauses', 'starts'] as const;
  const law = fc.property(splitCases({ length: { min: 5, max: 9 }, block: 4, rules }), (each) => {
    const problem = problemOf(each);
    fc.pre(problem.need > 0 && problem.from < problem.until && problem.from <= problem.tail);
    const { length } = each.problem.prices;
    const [missing = length] = enumerated({ ...each.problem, need: length }) ?? [];
    const [unmet = problem.need] = enumerated(each.problem) ?? [];
    const most = unmet === problem.need ? 0 : length - missing;
    expect(reach(problem) ?? 0).toBe(Math.min(most, problem.need));
  });
  fc.assert(law, lawCases(300));
});

it.each([
  [3, 100, 30, Number.POSITIVE_INFINITY],
  [4, 120, 30, Number.POSITIVE_INFINITY],
  [2, 120, 30, 2],
])('%i starts fit %i minutes in runs of at least %i where %d are left', (fit, minutes, minOn, left) => {
  const problem = asked([10, 10, 10], { minutes, rules: { minOn } });
  expect(fittingStarts(gridOf(problem, everyStep(problem, 1)), left)).toBe(fit);
});
