import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coarsely } from '../../../../src/planner/window/exact/coarse.ts';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import type { SplitProblem } from '../../../../src/planner/window/exact/split-problem.ts';
import { isAllowed, minOnLeftOf } from '../../../support/enumeration.ts';
import { at } from '../../../support/planning.ts';
import { type Case, drawing, splitCases } from '../../../support/random-demands.ts';

const rules = ['limit', 'tail', 'runs', 'pauses', 'starts'] as const;
const cases = splitCases({ length: { min: 240, max: 480 }, block: 30, rules });

function problemOf({ horizon, problem, demand }: Case): SplitProblem {
  const from = (demand.earliest ?? at(0)) / 60;
  const until = from + problem.prices.length;
  const { before, minOff } = problem;
  const pause = before.on ? 0 : Math.max(0, minOff - before.minutes);
  return {
    horizon,
    from: from + pause,
    until,
    need: problem.need,
    limit: problem.limit,
    meanLimit: problem.meanLimit,
    spare: 0,
    tail: until - problem.tail,
    standing: [],
    rules: {
      minOn: Math.max(1, problem.minOn),
      minOff,
      maxOff: Number.POSITIVE_INFINITY,
      starts: problem.starts,
      from: from + pause,
      lastFirstStart: until,
      running: before.on,
      minOnLeft: minOnLeftOf(problem),
      latest: problem.latest,
    },
  };
}

describe('rule 17: what would take too long is planned in steps', () => {
  it.each([5, 15])('of %i minutes, where these meet the need and keep every rule', (step) => {
    let [answered, possible] = [0, 0];
    const law = fc.property(cases, (each) => {
      const question = problemOf(each);
      // What needs less never takes too long.
      fc.pre(question.need >= 60);
      const exact = solve(question).reduce((sum, { from, until }) => sum + until - from, 0);
      if (exact === question.need) possible++;
      const runs = coarsely(question, step, solve);
      if (!runs) return;
      const first = question.until - each.problem.prices.length;
      const on = each.problem.prices.map((_, i) =>
        runs.some(({ from, until }) => from <= first + i && first + i < until),
      );
      expect(isAllowed(each.problem, on)).toBe(true);
      expect(on.filter(Boolean).length).toBe(each.problem.need);
      answered++;
    });
    const { seed, numRuns } = drawing(300);
    fc.assert(law, { seed, numRuns });
    expect(answered / possible).toBeGreaterThan(0.5);
  });
});
