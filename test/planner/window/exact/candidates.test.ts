import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../../src/planner/horizon.ts';
import { candidatesOf, everyStep } from '../../../../src/planner/window/exact/candidates.ts';
import { solve } from '../../../../src/planner/window/exact/solve.ts';
import { at, priced } from '../../../support/planner/planning.ts';
import { asked, type Wanted } from '../../../support/planner/window/split-problem.ts';

it('a run that ends with its deadline begins where no price changes: 8 minutes at 14 ct, 20 at 8 and 3 at 9', () => {
  const until = at(63) / 60;
  const rules = { minOn: 10, minOff: 10, latest: true, lastFirstStart: until };
  const horizon = horizonOf(priced(20, [0.25, 0.14, 0.08, 0.09]));
  const problem = asked([0], { minutes: 31, horizon, until, tail: until, rules }, 14);
  const runs = solve(problem).map((run) => [run.from - at(0) / 60, run.until - at(0) / 60]);
  expect(runs).toEqual([[32, 63]]);
});

describe('the instants and the minutes run among which there is an optimum are, of three hours,', () => {
  /** Hours, the minutes after which are candidates in each of them. */
  const each = (minutes: readonly number[], until = 180) =>
    [0, 60, 120, 180].flatMap((hour) => minutes.map((minute) => hour + minute)).filter((minute) => minute <= until);
  const until = at(180) / 60;

  it.each<[what: string, points: number[], rans: number[], wanted: Wanted, later?: number]>([
    ['where prices change and time ends, where the need is an hour', each([0]), [0, 60], { minutes: 60 }],
    ['and half hours, where it is one more', each([0, 30]), [0, 30, 60, 90], { minutes: 90 }],
    ['as the need puts them, measured from there', each([0, 20, 40]), [0, 40, 60, 100], { minutes: 100 }],
    [
      'measured from the beginning, too, where that is between prices',
      [0, 40, 50, 60, 100, 110, 120, 160, 170],
      [0, 50, 60],
      { minutes: 60 },
      10,
    ],
    ['in steps of a shortest run', each([0, 20, 40]), [0, 20, 40, 60], { minutes: 60, rules: { minOn: 20 } }],
    [
      'in steps that a shortest pause has in common with hours',
      each([0, 15, 30, 45]),
      [0, 15, 30, 45, 60],
      { minutes: 60, rules: { minOff: 45 } },
    ],
    [
      'measured from where the run under way may end',
      each([0, 25, 35]),
      [0, 25, 35, 60],
      { minutes: 60, rules: { minOnLeft: 25, running: true } },
    ],
    [
      'measured from the last first start',
      each([0, 20, 40]),
      [0, 20, 40, 60],
      { minutes: 60, rules: { lastFirstStart: at(40) / 60 } },
    ],
    [
      'and not from one that binds nothing',
      each([0]),
      [0, 60],
      { minutes: 60, rules: { lastFirstStart: at(185) / 60 } },
    ],
    [
      'measured from what runs right before the deadline',
      each([0, 25, 35]),
      [0, 25, 35, 60],
      { minutes: 60, tail: until - 25 },
    ],
    [
      'measured from a deadline between prices',
      [0, 10, 50, 60, 70, 110, 120, 130, 170],
      [0, 10, 50, 60],
      { minutes: 60, until: until - 10, tail: until - 10 },
    ],
    ['on both sides of a gap', each([0]), [0, 60], { minutes: 60, horizon: horizonOf(priced(60, [0.1, null, 0.2])) }],
    ['from the first price', each([0]), [0, 60], { minutes: 60, horizon: horizonOf(priced(60, [null, 0.1, 0.2])) }],
  ])('%s', (_, points, rans, wanted, later) => {
    const found = candidatesOf(asked([10, 20, 30], wanted, later));
    const minutes = (units: Int32Array) => Array.from(units, (unit) => unit * found.unit);
    expect([minutes(found.points), minutes(found.rans)]).toEqual([points, rans]);
  });

  it('every minute where a longest pause asks for runs of one', () => {
    const { unit, points, rans } = candidatesOf(asked([10, 20, 30], { minutes: 60, rules: { maxOff: 30 } }));
    expect([unit, points.length, rans.length]).toEqual([1, 181, 61]);
  });
});

it.each([
  [20, 60, 7, 4],
  [15, 50, 9, 4],
])('in steps of %i minutes %i of two hours have %i instants and %i numbers of steps', (step, minutes, points, rans) => {
  const found = everyStep(asked([10, 20], { minutes }), step);
  expect([found.unit, found.points.length, found.rans.length]).toEqual([step, points, rans]);
});
