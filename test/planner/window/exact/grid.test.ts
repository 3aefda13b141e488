import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../../src/planner/horizon.ts';
import { everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { columnFrom, type Grid, gridOf } from '../../../../src/planner/window/exact/grid.ts';
import type { SplitProblem } from '../../../../src/planner/window/exact/split-problem.ts';
import { at, priced } from '../../../support/planner/planning.ts';
import { asked, type Wanted } from '../../../support/planner/window/split-problem.ts';

const minute = (minutes: number) => at(minutes) / 60;
const inUnits = (problem: SplitProblem, unit: number) => gridOf(problem, everyStep(problem, unit));
/** Three hours in halves, the second hour above the limit. */
const closed = (more: Partial<Wanted> = {}, unit = 30) =>
  inUnits(asked([10, 30, 10], { minutes: 90, limit: 200_000, ...more }), unit);
const numbers = (array: ArrayLike<number>) => Array.from(array);

describe('a grid of half hours', () => {
  it('counts the need, runs and pauses in units', () => {
    const rules = { minOn: 60, minOff: 30, minOnLeft: 60, running: true };
    expect(closed({ rules })).toMatchObject({ unit: 30, need: 3, minOn: 2, minOff: 1, minOnLeft: 2 });
  });

  it('lets a run of a minute be one of a unit', () => {
    expect(closed().minOn).toBe(1);
  });

  it('says of each unit where the open stretch begins that holds it, or that it is closed', () => {
    expect(numbers(closed().opens)).toEqual([-1, 0, 0, -1, -1, 4, 4]);
  });

  it('opens what runs right before the deadline whatever it costs, in one piece with what is open before', () => {
    expect(numbers(closed({ tail: minute(90) }).opens)).toEqual([-1, 0, 0, -1, 3, 3, 3]);
    expect(numbers(closed({ tail: minute(150) }).opens)).toEqual([-1, 0, 0, -1, -1, 4, 4]);
  });

  it('has the points between which something is open, and none in the middle of what is closed', () => {
    expect(numbers(closed().points)).toEqual([0, 1, 2, 4, 5, 6]);
    const late = inUnits(asked([30, 30, 10], { minutes: 60, limit: 200_000 }), 30);
    expect(numbers(late.points)).toEqual([4, 5, 6]);
  });

  it('sums what all units cost before a point, in micro-units by minutes', () => {
    expect(numbers(inUnits(asked([10, 30], { minutes: 60 }), 30).amounts)).toEqual([0, 3e6, 6e6, 15e6, 24e6]);
  });

  it('takes up prices in the middle of an interval, and leaves them where the time ends', () => {
    const horizon = horizonOf(priced(60, [0.1, 0.3, 0.5]));
    const problem = asked([10], { minutes: 60, horizon, until: minute(150), tail: minute(150) }, 30);
    expect(numbers(inUnits(problem, 30).amounts)).toEqual([0, 3e6, 12e6, 21e6, 36e6]);
  });

  it('has a price of 0 where none is known, which is closed', () => {
    const horizon = horizonOf(priced(60, [0.1, null, 0.5]));
    const grid = inUnits(asked([10, 10, 10], { minutes: 60, horizon }), 60);
    expect([numbers(grid.amounts), numbers(grid.opens)]).toEqual([
      [0, 6e6, 6e6, 36e6],
      [-1, 0, -1, 2],
    ]);
  });

  it('pays more than twice all prices for each unit right before the deadline, also of prices below 0', () => {
    const { reward, amounts, tail } = inUnits(asked([10, -30, 20], { minutes: 90, tail: minute(120) }), 30);
    expect(tail).toBe(4);
    expect(reward).toBeGreaterThan(2 * 60 * 600_000);
    expect(numbers(amounts).slice(4)).toEqual([-12e6, -12e6 - reward, -12e6 - 2 * reward]);
  });

  it('has no tail where nothing must run right before the deadline', () => {
    expect(closed().tail).toBe(-1);
  });
});

describe('the range of prices, in micro-units by the minutes of a unit, is that', () => {
  it.each<[what: string, wanted: Partial<Wanted>, cents: number[], least: number, most: number]>([
    ['of all that is open', {}, [20, -10, 40, 10], -10, 40],
    ['without what is above the limit', { limit: 300_000 }, [20, -10, 40, 10], -10, 20],
    ['without what runs in any case', { tail: minute(120) }, [20, 15, 40, 10], 15, 20],
    ['of the first hour too', {}, [10, 20, 20], 10, 20],
    ['of the last hour too', {}, [20, 20, 30], 20, 30],
    ['of one price', {}, [10, 10], 10, 10],
    ['of nothing, where all is closed', { limit: 0 }, [10, 20], 0, 0],
  ])('%s', (_, wanted, cents, least, most) => {
    const { priceRange } = inUnits(asked(cents, { minutes: 60, ...wanted }), 30);
    expect(priceRange).toEqual({ least: least * 30 * 10_000, most: most * 30 * 10_000 });
  });
});

describe('a start after an end is no later than', () => {
  const rules = { minOff: 30, maxOff: 60 };
  it('the longest pause lets it be', () => {
    const { lastStarts, isPauseBound } = inUnits(asked([10, 10, 10], { minutes: 60, rules }), 30);
    expect([isPauseBound, numbers(lastStarts)]).toEqual([true, [2, 3, 4, 5, 6, 7, 8]]);
  });

  it('where the price opens again that closed meanwhile', () => {
    const { lastStarts } = inUnits(asked([10, 30, 30, 10], { minutes: 60, limit: 200_000, rules }), 30);
    expect(numbers(lastStarts).slice(0, 3)).toEqual([2, 6, 6]);
  });

  it('where no pause is too long: any', () => {
    const { lastStarts, isPauseBound } = inUnits(asked([10, 10], { minutes: 60 }), 30);
    expect([isPauseBound, numbers(lastStarts)]).toEqual([false, Array(5).fill(Number.POSITIVE_INFINITY)]);
  });

  it('a first one is bound by the pause under way', () => {
    const problem = asked([10, 10, 10], { minutes: 60, rules: { lastFirstStart: minute(90) } }, 30);
    expect(inUnits(problem, 30).lastFirstStart).toBe(2);
  });
});

describe('of equal costs', () => {
  /** The tie-break of runs; less is better. */
  const tieOf = ({ tieBreaks, startTieBreak }: Grid, ...runs: [from: number, until: number][]) =>
    runs.reduce((sum, [from, until]) => sum + startTieBreak + (tieBreaks[until] ?? 0) - (tieBreaks[from] ?? 0), 0);
  const flat = (more: Partial<Wanted> = {}, unit = 30) => inUnits(asked([10, 10, 10], { minutes: 90, ...more }), unit);
  const latest = { rules: { latest: true } };
  const standing = (...runs: [from: number, until: number][]) => ({
    standing: runs.map(([from, until]) => ({ from: minute(from), until: minute(until) })),
  });

  it.each<[what: string, grid: Grid, better: [number, number][], worse: [number, number][]]>([
    ['the earlier unit is better', flat(), [[0, 1]], [[1, 2]]],
    ['the later one, where later is preferred', flat(latest), [[5, 6]], [[4, 5]]],
    ['whatever stands', flat(standing([30, 60])), [[0, 1]], [[1, 2]]],
    ['later, whatever stands', flat({ ...latest, ...standing([120, 150]) }), [[5, 6]], [[4, 5]]],
    [
      'one start at the end is better than two at the beginning',
      flat(),
      [[4, 6]],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'one at the beginning than two at the end',
      flat(latest),
      [[0, 2]],
      [
        [3, 4],
        [5, 6],
      ],
    ],
    [
      'at the same time, what stands',
      flat(standing([0, 30], [90, 120])),
      [
        [0, 1],
        [3, 4],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'what stands longer',
      flat(standing([0, 10], [30, 35], [60, 65], [90, 95])),
      [
        [0, 1],
        [3, 4],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'what stands from before',
      flat(standing([-40, 20])),
      [
        [0, 1],
        [3, 4],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'what stands to beyond the end',
      flat(standing([170, 400])),
      [
        [2, 3],
        [5, 6],
      ],
      [
        [3, 4],
        [4, 5],
      ],
    ],
  ])('%s', (_, grid, better, worse) => {
    expect(tieOf(grid, ...better)).toBeLessThan(tieOf(grid, ...worse));
  });

  it('nothing in a unit counts twice: what stands as long is as good', () => {
    const grid = flat(standing([20, 40], [60, 70], [90, 100]));
    expect(tieOf(grid, [0, 1], [3, 4])).toBe(tieOf(grid, [1, 2], [2, 3]));
  });
});

describe('columns are', () => {
  it('the units that may have been run: -1 stands for all others, which are found by the next', () => {
    const problem = asked([10, 10, 10], { minutes: 120 });
    const grid = gridOf(problem, { ...everyStep(problem, 30), rans: Int32Array.from([0, 2, 3]) });
    expect(numbers(grid.columns)).toEqual([0, -1, 1, 2, -1]);
    expect([0, 1, 2, 3, 4, 9].map((ran) => columnFrom(grid, ran))).toEqual([0, 1, 1, 2, 3, 3]);
  });

  it('all of them where each number of units may be wanted', () => {
    const { rans, columns, firsts } = closed();
    expect([rans, columns, firsts].map(numbers)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3, 4],
    ]);
  });
});
