import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/planner/window/exact/answer.ts';
import { belowMean, meanEdgeOf } from '../../../../../src/planner/window/exact/near/below-mean.ts';
import { nearBest, type Search } from '../../../../../src/planner/window/exact/near/narrow.ts';
import { findIn } from '../../../../../src/planner/window/exact/table.ts';
import { looked } from '../../../../support/planner/window/looked.ts';
import { asked, type Wanted } from '../../../../support/planner/window/split-problem.ts';

/** A day with cheap hours around noon and dear ones around them. */
const DAY = [21, 19, 18, 17, 18, 22, 29, 34, 31, 24, 16, 9, 4, 2, 6, 13, 22, 31, 38, 36, 30, 27, 24, 22];
const { until } = asked(DAY, { minutes: 1 });

/** The minutes found, and by what: passes over the day, looks through what is near the best, and cells in the last of them. */
type Found = readonly [minutes: number, passes: number, looks: number, cells: number];

function worked(wanted: Wanted, step: number, near: (search: Search<Answer>) => Answer | undefined): Found {
  const problem = asked(DAY, wanted);
  const { search, work } = looked(problem, step, findIn(problem));
  const minutes = near(search)?.minutes ?? 0;
  return [minutes, work.passes, work.looks.length, work.looks.at(-1)?.cells ?? 0];
}

function expectNoMore(found: Found, than: Found): void {
  expect(found[0]).toBe(than[0]);
  // Less would do as well, and more is wasted.
  expect(found.map((count, i) => Math.max(count, than[i] as number))).toEqual(than);
}

describe('the best of a day is found in few passes and looks, and in few of some 100,000 cells', () => {
  const runs = { minOn: 20, minOff: 30 };
  const long = { minOn: 45, minOff: 30 };
  it.each<[what: string, found: Found, step: number, wanted: Omit<Wanted, 'minutes'>]>([
    ['the cheapest minutes, which are in one piece', [300, 16, 1, 2], 1, { rules: long }],
    ['in steps of five minutes', [305, 26, 2, 5], 5, { rules: long }],
    ['in two pieces, one of them short', [500, 19, 1, 9143], 1, { rules: { starts: 2, minOn: 40 } }],
    ['in one piece, where two would be cheaper', [500, 57, 5, 19_249], 1, { rules: { starts: 1, minOn: 40 } }],
    ['ten hours in one piece', [600, 59, 6, 22_826], 5, { rules: { starts: 1 } }],
    ['pieces of two hours', [480, 16, 1, 28], 5, { rules: { starts: 3, minOn: 120, minOff: 60 } }],
    ['with longest pauses', [600, 24, 2, 456], 1, { rules: { ...runs, maxOff: 180, starts: 6 } }],
    ['with pauses that cost much', [600, 43, 5, 11_038], 5, { rules: { ...runs, maxOff: 120, starts: 9 } }],
    ['going on', [300, 41, 5, 9061], 1, { rules: { ...runs, maxOff: 180, running: true, minOnLeft: 12 } }],
    ['with minutes right before the deadline', [300, 19, 1, 130], 1, { tail: until - 33, rules: runs }],
    ['below a limit', [600, 18, 1, 4], 1, { limit: 215_000, rules: { ...runs, starts: 2 } }],
  ])('%s: %j', (_, than, step, wanted) => {
    expectNoMore(worked({ minutes: than[0], ...wanted }, step, nearBest), than);
  });

  const mean = { minutes: 1200, meanLimit: 150_000 };
  const high = { minutes: 1200, meanLimit: 190_000 };
  it.each<[what: string, found: Found, step: number, wanted: Wanted]>([
    ['in any number of pieces', [846, 17, 1, 33_789], 1, { ...mean, rules: runs }],
    ['in two', [833, 71, 1, 9691], 1, { ...mean, rules: { ...runs, starts: 2 } }],
    ['in one', [570, 54, 2, 13_160], 5, { ...mean, rules: { minOn: 20, starts: 1 } }],
    ['in one, at a higher mean', [1095, 47, 1, 1395], 5, { ...high, rules: { minOn: 20, starts: 1 } }],
    [
      'with minutes right before the deadline',
      [1200, 55, 1, 19_036],
      5,
      { ...high, tail: until - 45, spare: 5e6, rules: { minOn: 20, starts: 2 } },
    ],
    ['with longest pauses', [1200, 17, 1, 22_322], 5, { ...high, rules: { minOn: 90, minOff: 90, maxOff: 240 } }],
  ])('and the most of it that keeps a mean, %s: %j', (_, than, step, wanted) => {
    const most = (search: Search<Answer>) => {
      const edge = meanEdgeOf(search);
      return edge && belowMean(search, edge);
    };
    expectNoMore(worked(wanted, step, most), than);
  });
});
