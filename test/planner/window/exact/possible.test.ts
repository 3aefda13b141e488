import fc from 'fast-check';
import { expect, it } from 'vitest';
import { everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../src/planner/window/exact/grid.ts';
import { openingOf } from '../../../../src/planner/window/exact/near/relaxed.ts';
import { possibleRuns } from '../../../../src/planner/window/exact/possible.ts';
import { lawCases } from '../../../support/cases.ts';
import { splitCases } from '../../../support/planner/random-demands.ts';
import { isAllowed } from '../../../support/planner/window/enumeration.ts';
import { programmed } from '../../../support/planner/window/minute-programme.ts';
import { problemOf } from '../../../support/planner/window/split-problem.ts';

const rules = ['limit', 'tail', 'runs', 'pauses', 'longest pauses', 'starts'] as const;

it('without costs as much of a need runs as rules let run, and every rule is kept', () => {
  const law = fc.property(splitCases({ length: { min: 20, max: 60 }, block: 8, rules }), (each) => {
    const question = problemOf(each);
    const expected = programmed(each.problem);
    fc.pre(expected !== undefined && question.need > 0 && question.from < question.until);
    const grid = gridOf(question, everyStep(question, 1));
    const runs = possibleRuns(grid, openingOf(question, grid), question.rules.starts);
    const first = question.until - each.problem.prices.length;
    const on = each.problem.prices.map((_, i) =>
      runs.some((run) => run.from <= first + i - question.from && first + i - question.from < run.until),
    );
    expect(each.problem.need - on.filter(Boolean).length).toBe(expected?.[0]);
    expect(isAllowed(each.problem, on)).toBe(true);
  });
  const { seed, numRuns } = lawCases(300);
  fc.assert(law, { seed, numRuns });
});
