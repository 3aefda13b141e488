import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coarsely } from '../../../../src/planner/window/exact/coarse.ts';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import { lawCases } from '../../../support/cases.ts';
import { at } from '../../../support/planner/planning.ts';
import { splitCases } from '../../../support/planner/random-demands.ts';
import { isAllowed } from '../../../support/planner/window/enumeration.ts';
import { asked, problemOf } from '../../../support/planner/window/split-problem.ts';

const rules = ['limit', 'tail', 'runs', 'pauses', 'starts'] as const;
const cases = splitCases({ length: { min: 240, max: 480 }, block: 30, rules });

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
    const { seed, numRuns } = lawCases(100);
    fc.assert(law, { seed, numRuns });
    expect(answered / possible).toBeGreaterThan(0.5);
  });

  it('at once where a first start may not wait for the next step', () => {
    const rules = { maxOff: 60, lastFirstStart: at(7) / 60 };
    const runs = coarsely(asked([30, 20, 10, 40], { minutes: 53, rules }, 7), 15, solve);
    expect(runs?.map(({ from, until }) => [from - at(0) / 60, until - at(0) / 60])).toEqual([
      [7, 30],
      [60, 75],
      [120, 135],
    ]);
  });

  it('as much as keeps a mean, where the need would not', () => {
    // Two hours at 10 ct pay for 40 minutes at 45.
    const question = { minutes: 240, meanLimit: 187_500 };
    const runs = coarsely(asked([45, 10, 10, 50, 50, 50], question), 15, solve);
    expect(runs?.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(160);
  });

  it('and not at all where the need is not met without a mean', () => {
    expect(coarsely(asked([10, 30, 10], { minutes: 150, limit: 200_000 }), 15, solve)).toBeUndefined();
  });
});
