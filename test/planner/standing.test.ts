import { describe, expect, it } from 'vitest';
import { isUnderWay, restOf, standsOnPrices } from '../../src/planner/standing.ts';
import type { PlanState } from '../../src/planner/types.ts';
import { at, idleState, minuteOf, standing } from '../support/planner/planning.ts';

/** The last plan runs from 00:10 to 00:30 and from 01:00 to 01:20. */
const runs = standing([10, 30], [60, 80]);
const minute = (minutes: number) => at(minutes) / 60;
const output = (on: boolean) => ({ on, since: at(0) });

describe('a run of the last plan', () => {
  it.each<[minutes: number, state: Partial<PlanState>, isUnder: boolean]>([
    [9, {}, false],
    [10, {}, false],
    [11, {}, true],
    [29, {}, true],
    [30, {}, false],
    [70, {}, true],
    [20, { output: output(true) }, true],
    [20, { output: output(false) }, false],
    [20, { standing: [] }, false],
  ])('at minute %d of one that is %j is under way: %s', (minutes, state, isUnder) => {
    expect(isUnderWay(minute(minutes), { ...idleState, standing: runs, ...state })).toBe(isUnder);
  });
});

it.each<[minutes: number, cost: number | null, stands: boolean]>([
  [0, 0.1, true],
  [79, 0.1, true],
  [80, 0.1, false],
  [0, null, false],
])('at minute %d a plan at a cost of %s stands on known prices: %s', (minutes, cost, stands) => {
  expect(standsOnPrices(minute(minutes), { standing: runs.map((run) => ({ ...run, cost })) })).toBe(stands);
});

it.each<[minutes: number, rest: readonly (readonly [number, number])[]]>([
  [
    0,
    [
      [10, 30],
      [60, 80],
    ],
  ],
  [
    20,
    [
      [20, 30],
      [60, 80],
    ],
  ],
  [30, [[60, 80]]],
  [80, []],
])('from minute %d on the rest of a plan is %j', (minutes, rest) => {
  expect(restOf(runs, minute(minutes)).map(({ from, until }) => [minuteOf(60 * from), minuteOf(60 * until)])).toEqual(
    rest,
  );
});
