import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyStep } from '../../../../../src/planner/window/exact/candidates.ts';
import { gridOf } from '../../../../../src/planner/window/exact/grid.ts';
import { belowMean, meanEdgeOf } from '../../../../../src/planner/window/exact/near/below-mean.ts';
import { openingOf } from '../../../../../src/planner/window/exact/near/relaxed.ts';
import { solve } from '../../../../../src/planner/window/exact/solve.ts';
import { answered, findIn } from '../../../../../src/planner/window/exact/table.ts';
import { lawCases } from '../../../../support/cases.ts';
import { at } from '../../../../support/planner/planning.ts';
import { looked } from '../../../../support/planner/window/looked.ts';
import { asked, type Wanted } from '../../../../support/planner/window/split-problem.ts';

/** Minutes. */
function most(cents: readonly number[], { step = 1, ...wanted }: Wanted & { step?: number }): number | undefined {
  const problem = asked(cents, wanted);
  const grid = gridOf(problem, everyStep(problem, step));
  const search = { problem, grid, opening: openingOf(problem, grid), find: findIn(problem), most: 0, isRough: false };
  const edge = meanEdgeOf(search);
  return edge && edge.high * step;
}

it.each<[minutes: number | undefined, what: string, cents: readonly number[], wanted: Wanted & { step?: number }]>([
  [80, 'an hour at 10 ct, and as many at 30 as it pays for', [30, 10, 30], { minutes: 180, meanLimit: 150_000 }],
  [90, 'ten more where 1.5 are left', [30, 10, 30], { minutes: 180, meanLimit: 150_000, spare: 1.5e6 }],
  [70, 'ten less where 1.5 too much were spent', [30, 10, 30], { minutes: 180, meanLimit: 150_000, spare: -1.5e6 }],
  [60, 'the need, where it is less', [30, 10, 30], { minutes: 60, meanLimit: 150_000 }],
  [
    140,
    'as many more as run right before the deadline, whatever these cost',
    [30, 10, 99],
    { minutes: 180, meanLimit: 150_000, tail: at(120) / 60 },
  ],
  [80, 'in half as many steps, that many minutes', [30, 10, 30], { minutes: 180, meanLimit: 150_000, step: 2 }],
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

const questions = fc.record({
  cents: fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 4, maxLength: 12 }),
  minOn: fc.integer({ min: 1, max: 18 }),
  minOff: fc.integer({ min: 0, max: 12 }),
  need: fc.integer({ min: 1, max: 48 }),
  mean: fc.integer({ min: -10, max: 40 }),
  running: fc.boolean(),
});

/** In steps of five minutes. */
function edgeOf(
  { cents, minOn, minOff, need, mean, running }: typeof questions extends fc.Arbitrary<infer T> ? T : never,
  starts: number,
) {
  const rules = { minOn: 5 * minOn, minOff: 5 * minOff, starts, running };
  const problem = asked(cents, { minutes: 5 * Math.min(need, 12 * cents.length), meanLimit: 10_000 * mean, rules });
  const { search, work } = looked(problem, 5, findIn(problem));
  return { ...search, edge: meanEdgeOf(search), work };
}

describe('the most units that may keep a mean', () => {
  it.each([Number.POSITIVE_INFINITY, 1, 2])('are no fewer than can, in %d starts', (starts) => {
    const law = fc.property(questions, (each) => {
      const { problem, grid, edge } = edgeOf(each, starts);
      expect(5 * (edge?.high ?? 0)).toBeGreaterThanOrEqual(answered(problem, grid).minutes);
    });
    fc.assert(law, lawCases(100));
  });

  it('are told in some ten passes over a grid, where the limit on starts is one, in forty', () => {
    const day = {
      cents: [21, 19, 17, 22, 34, 24, 9, 2, 13, 31, 36, 27],
      minOn: 4,
      minOff: 6,
      mean: 15,
      need: 144,
      running: false,
    };
    const told = [Number.POSITIVE_INFINITY, 2, 1].map((starts) => {
      const { edge, work } = edgeOf(day, starts);
      return [edge?.high, edge?.best.starts, work.passes];
    });
    expect(told).toEqual([
      [86, 2, 11],
      [86, 2, 11],
      [68, 1, 38],
    ]);
  });
});

describe('of an hour at 10 ct, one at 30 and ten at 40 euros at most 80 minutes keep a mean of 15 ct', () => {
  /** The looks for it, when they find so many minutes in so many starts one by one, the last of them again and again. */
  function lookedFor(
    told: readonly { minutes: number; starts?: number }[],
    wanted: Partial<Wanted> = {},
    most = Number.POSITIVE_INFINITY,
  ) {
    let next = 0;
    const question = { minutes: 180, meanLimit: 150_000, ...wanted };
    const { search, work } = looked(asked([30, 10, ...Array<number>(10).fill(4000)], question), 1, () => ({
      ...{ amount: 0, minutes: 0, starts: 1 },
      ...told[Math.min(next++, told.length - 1)],
    }));
    const edge = meanEdgeOf(search);
    return { found: edge && belowMean({ ...search, most }, edge), looks: work.looks };
  }

  it.each([
    [80, 'all of them', 1],
    [72, 'eight less', 1],
    [71, 'nine less, as more than eight are looked for in vain', 2],
    [48, 'up to 32 less', 2],
    [47, 'still less', 3],
    [1, 'one', 3],
    [0, 'none, as there is nothing left to look for', 3],
  ])('%i min: %s, in %i looks', (minutes, _, count) => {
    const { found, looks } = lookedFor([{ minutes }]);
    expect([found?.minutes, looks.length]).toEqual([minutes, count]);
  });

  it('starts are counted from then on where those are too many that are found without', () => {
    const { found, looks } = lookedFor([{ minutes: 80, starts: 2 }, { minutes: 80 }], { rules: { starts: 1 } });
    expect(found).toMatchObject({ starts: 1 });
    expect(looks.map(({ isCounted, layers }) => [isCounted, layers])).toEqual([
      [false, 1],
      [true, 2],
    ]);
  });

  it('too few minutes in too many starts are too few', () => {
    const { looks } = lookedFor([{ minutes: 60, starts: 2 }, { minutes: 80 }], { rules: { starts: 1 } });
    expect(looks.map(({ isCounted }) => isCounted)).toEqual([false, false]);
  });

  it('nothing is found where not one cell may be looked through', () => {
    expect(lookedFor([{ minutes: 80 }], {}, 0)).toEqual({ found: undefined, looks: [] });
  });
});
