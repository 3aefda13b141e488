import { describe, expect, it } from 'vitest';
import { boundsOf } from '../../../../src/planner/bounds.ts';
import { loadOf } from '../../../../src/planner/load.ts';
import type { PlanState, SplitDemand } from '../../../../src/planner/types.ts';
import { areStrict, type Rules, rulesOf, startsOf } from '../../../../src/planner/window/exact/run-rules.ts';
import { at, hours, idleState, minuteOf, split } from '../../../support/planner/planning.ts';
import { asked } from '../../../support/planner/window/split-problem.ts';

const ENDLESS = Number.POSITIVE_INFINITY;

/** The rules of a device for an hour, half an hour after midnight. */
function rules(more: Partial<SplitDemand> = {}, state: Partial<PlanState> = {}, minutes = 60): Rules {
  const demand = split(minutes, more) as SplitDemand;
  const all = { ...idleState, ...state };
  return rulesOf(
    demand,
    boundsOf(demand, hours(0.1, 0.2), at(30), all, loadOf([demand.need]), () => []),
    all,
  );
}
/** Times in minutes after midnight. */
const told = ({ from, pauseEnd, lastFirstStart, ...rest }: Rules) => ({
  ...rest,
  from: minuteOf(60 * from),
  pauseEnd: minuteOf(60 * pauseEnd),
  lastFirstStart: minuteOf(60 * lastFirstStart),
});

describe('the rules of a device', () => {
  it('are none where none are asked for', () => {
    expect(told(rules())).toEqual({
      ...{ minOn: 1, minOff: 0, maxOff: ENDLESS, starts: ENDLESS, from: 30, pauseEnd: -ENDLESS },
      ...{ lastFirstStart: ENDLESS, running: false, minOnLeft: 0, latest: false },
    });
  });

  it.each<[what: string, expected: object, more: Partial<SplitDemand>, state: Partial<PlanState>]>([
    ['the latest time is preferred', { latest: true }, { prefer: 'latest' }, {}],
    ['starts that were are not left', { starts: 1 }, { maxStarts: 3 }, { delivered: { minutes: 0, starts: 2 } }],
    ['no fewer than none', { starts: 0 }, { maxStarts: 3 }, { delivered: { minutes: 0, starts: 4 } }],
    [
      'a pause under way must go on',
      { from: 40, pauseEnd: 40 },
      { minOffMinutes: 20 },
      { output: { on: false, since: at(20) } },
    ],
    [
      'one that was long enough need not',
      { from: 30, pauseEnd: 29 },
      { minOffMinutes: 20 },
      { output: { on: false, since: at(9) } },
    ],
    [
      'one that began within a minute lasts to the end of one',
      { from: 41, pauseEnd: 41 },
      { minOffMinutes: 20 },
      { output: { on: false, since: at(20) + 1 } },
    ],
    [
      'and ends within the longest',
      { lastFirstStart: 50 },
      { maxOffMinutes: 30 },
      { output: { on: false, since: at(20) + 59 } },
    ],
    [
      'at once where that has passed',
      { lastFirstStart: 30 },
      { maxOffMinutes: 30 },
      { output: { on: false, since: at(-20) } },
    ],
    [
      'one that nobody knows of begins now',
      { from: 30, lastFirstStart: 60 },
      { minOffMinutes: 20, maxOffMinutes: 30 },
      {},
    ],
    [
      'a run under way must go on',
      { running: true, minOnLeft: 15 },
      { minOnMinutes: 25 },
      { output: { on: true, since: at(20) } },
    ],
    [
      'a minute that has begun is none yet',
      { minOnLeft: 16 },
      { minOnMinutes: 25 },
      { output: { on: true, since: at(20) + 1 } },
    ],
    [
      'one that was long enough need not',
      { running: true, minOnLeft: 0 },
      { minOnMinutes: 25 },
      { output: { on: true, since: at(-20) } },
    ],
    [
      'its pause would begin now',
      { from: 30, pauseEnd: 50 },
      { minOffMinutes: 20 },
      { output: { on: true, since: at(20) } },
    ],
    [
      'and end within the longest',
      { lastFirstStart: 60 },
      { maxOffMinutes: 30 },
      { output: { on: true, since: at(20) } },
    ],
  ])('%s', (_, expected, more, state) => {
    expect(told(rules(more, state))).toMatchObject(expected);
  });

  it.each([
    [25, 'what is asked for', { minOnMinutes: 25, maxOffMinutes: 60 }, 60],
    [5, 'five minutes that a longest pause asks for', { maxOffMinutes: 60 }, 60],
    [30, 'an even share of the need', { maxOffMinutes: 720 }, 60],
    [25, 'in steps of five minutes', { maxOffMinutes: 720 }, 59],
    [20, 'of the runs that a day has place for', { maxOffMinutes: 700 }, 60],
    [4, 'no more than the need', { maxOffMinutes: 60 }, 4],
    [1, 'a minute without either', {}, 60],
  ])('the shortest run is %i minutes: %s', (minutes, _, more, need) => {
    expect(rules(more, {}, need).minOn).toBe(minutes);
  });
});

describe('they say more than that the device runs in whole minutes', () => {
  const { rules: free } = asked([10], { minutes: 1 });
  it.each<[strict: boolean, more: Partial<Rules>]>([
    [false, {}],
    [false, { minOn: 1, running: true }],
    [true, { minOn: 2 }],
    [true, { minOnLeft: 1 }],
    [true, { minOff: 1 }],
    [true, { maxOff: 60 }],
    [true, { starts: 9 }],
  ])('(%s) %j', (strict, more) => {
    expect(areStrict({ ...free, ...more })).toBe(strict);
  });
});

it.each([
  [2, [0, 50], false],
  [1, [0, 50], true],
  [2, [10, 50], true],
  [0, [], true],
])('%i starts are those of runs from minutes %j where one is under way (%s)', (starts, minutes, running) => {
  const rules = { ...asked([10], { minutes: 1 }).rules, from: 0, running };
  expect(
    startsOf(
      minutes.map((from) => ({ from, until: from + 20 })),
      rules,
    ),
  ).toBe(starts);
});
