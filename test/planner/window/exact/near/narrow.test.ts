import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { belowMean, meanEdgeOf } from '../../../../../src/planner/window/exact/near/below-mean.ts';
import { nearBest } from '../../../../../src/planner/window/exact/near/narrow.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import type { SplitProblem } from '../../../../../src/planner/window/exact/split-problem.ts';
import { findIn } from '../../../../../src/planner/window/exact/table.ts';
import { lawCases } from '../../../../support/cases.ts';
import { hours } from '../../../../support/planner/planning.ts';
import { ALL_RULES, splitCases } from '../../../../support/planner/random-demands.ts';
import { keyOf } from '../../../../support/planner/window/enumeration.ts';
import { looked } from '../../../../support/planner/window/looked.ts';
import { plain, programmed } from '../../../../support/planner/window/minute-programme.ts';
import { asked, problemOf, type Wanted } from '../../../../support/planner/window/split-problem.ts';

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
  ] as const)('with %s', (_, rules) => {
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
    const { seed, numRuns } = lawCases(20);
    fc.assert(law, { seed, numRuns, maxSkipsPerRun: 1000 });
  });
});

describe('the best is looked for', () => {
  const HOURS = [31, 29.5, -20, -20, 60, 70, 80, 90, 100, 110, 120, 130];
  /** The looks at a question, and what comes of them when they find what is told one by one, the last of it again and again. */
  function lookedFor(
    told: readonly { amount?: number; minutes: number; starts?: number }[],
    more: Partial<Wanted> & { most?: number; isRough?: boolean } = {},
  ) {
    const { most = Number.POSITIVE_INFINITY, isRough = false, ...wanted } = more;
    let next = 0;
    const { search, work } = looked(asked(HOURS, { minutes: 200, ...wanted }), 1, () => ({
      ...{ amount: Number.NEGATIVE_INFINITY, starts: 1, minutes: 0 },
      ...told[Math.min(next++, told.length - 1)],
    }));
    return { found: nearBest({ ...search, most, isRough }), looks: work.looks, passes: work.passes };
  }

  it('further and further until the whole need is found', () => {
    const { found, looks } = lookedFor([{ minutes: 0 }, { minutes: 199 }, { minutes: 200 }]);
    expect(found).toMatchObject({ minutes: 200 });
    expect(looks).toHaveLength(3);
    expect(looks.map(({ cells }) => cells)).toEqual(looks.map(({ cells }) => cells).toSorted((a, b) => a - b));
  });

  it('four times as far each time, and no further than what all other runs can cost more', () => {
    const { found, looks } = lookedFor([{ minutes: 0 }], { minutes: 180, limit: 300_000, rules: { minOn: 180 } });
    expect([found, looks.length]).toEqual([undefined, 9]);
  });

  it('with starts counted from then on where those are too many that are found without', () => {
    const { found, looks } = lookedFor(
      [
        { minutes: 200, starts: 2 },
        { minutes: 200, starts: 1 },
      ],
      { rules: { starts: 1 } },
    );
    expect(found).toMatchObject({ starts: 1 });
    expect(looks.map(({ isCounted, layers }) => [isCounted, layers])).toEqual([
      [false, 1],
      [true, 2],
    ]);
  });

  it('with starts counted at once where the cheapest units are in too many pieces', () => {
    const { looks } = lookedFor([{ minutes: 200 }], {
      horizon: hours(0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5),
      rules: { starts: 2 },
    });
    expect(looks.map(({ isCounted, layers }) => [isCounted, layers])).toEqual([[true, 3]]);
  });

  it('without counting where more starts are left than shortest runs fit the need', () => {
    const { looks } = lookedFor([{ minutes: 200 }], {
      horizon: hours(0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5),
      rules: { starts: 3, minOn: 70 },
    });
    expect(looks.map(({ isCounted }) => isCounted)).toEqual([false]);
  });

  it('not at all where not one cell may be looked through', () => {
    expect(lookedFor([{ minutes: 200 }], { most: 0 })).toMatchObject({ found: undefined, looks: [] });
  });

  it.each([
    ['nothing is found', false, undefined],
    ['what was found will do where it may be rough', true, 200],
  ])(
    'once more where it costs more than was looked for; and where too much is as near as that, %s',
    (_, isRough, minutes) => {
      const { found, looks } = lookedFor([{ minutes: 200, amount: 1e7 }], { isRough });
      expect([found?.minutes, looks.length]).toEqual([minutes, 1]);
    },
  );

  it('in as many cells as may be looked through, and not in one less: a point counts as 20 by each of five multipliers', () => {
    const question = { minutes: 200, rules: { minOn: 60 } };
    const all = lookedFor([{ minutes: 200 }], question).looks[0];
    const cells = 20 * 5 * (all?.points ?? 0) + (all?.cells ?? 0);
    expect(cells).toBeGreaterThan(500);
    expect(lookedFor([{ minutes: 200 }], { ...question, most: cells }).looks).toHaveLength(1);
    expect(lookedFor([{ minutes: 200 }], { ...question, most: cells - 1 }).looks).toHaveLength(0);
  });

  it('by no more passes over a grid than those that tell how many points are near, where these are too many', () => {
    const { found, passes } = lookedFor([{ minutes: 200 }], { most: 0 });
    expect([found, passes]).toEqual([undefined, 14]);
  });

  it('and is looked for no more than twice where it costs a fraction', () => {
    let looks = 0;
    const find = () => ({ amount: 2 / 3, minutes: ++looks > 9 ? 0 : 200, starts: 1 });
    const problem = asked([31, 29.5, -20, -20, 60, 70, 80, 90, 100, 110, 120, 130], { minutes: 200 });
    nearBest({ ...searchOf(problem), find });
    expect(looks).toBe(2);
  });
});
