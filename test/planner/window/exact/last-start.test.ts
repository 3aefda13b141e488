import { describe, expect, it } from 'vitest';
import {
  lastFirstStartIn,
  lastStartAfter,
  openingsIn,
  roomsIn,
} from '../../../../src/planner/window/exact/last-start.ts';
import type { Rules } from '../../../../src/planner/window/exact/run-rules.ts';
import { at } from '../../../support/planner/planning.ts';
import { asked, type Wanted } from '../../../support/planner/window/split-problem.ts';

const minute = (minutes: number) => at(minutes) / 60;
type Minutes = readonly (readonly [from: number, until: number])[];
const spans = (minutes: Minutes) => minutes.map(([from, until]) => ({ from: minute(from), until: minute(until) }));

describe('of three hours, the second of which is above a limit, there are open', () => {
  it.each<[what: string, open: Minutes, wanted: Partial<Wanted>]>([
    [
      'both others',
      [
        [0, 60],
        [120, 180],
      ],
      {},
    ],
    [
      'what runs right before the deadline, with the rest of its hour',
      [
        [0, 60],
        [120, 180],
      ],
      { tail: minute(150) },
    ],
    [
      'what runs right before the deadline at any price',
      [
        [0, 60],
        [90, 180],
      ],
      { tail: minute(90) },
    ],
  ])('%s', (_, open, wanted) => {
    expect(openingsIn(asked([10, 30, 10], { minutes: 60, limit: 200_000, ...wanted }))).toEqual(spans(open));
  });
});

it.each([
  [
    20,
    [
      [0, 40],
      [120, 160],
    ],
  ],
  [
    60,
    [
      [0, 0],
      [120, 120],
    ],
  ],
  [61, []],
] as const)(
  'a run of %i minutes starts in one of two hours from the first minute to that which leaves room for it',
  (minOn, rooms) => {
    expect(
      roomsIn(
        spans([
          [0, 60],
          [120, 180],
        ]),
        minOn,
      ),
    ).toEqual(spans(rooms));
  },
);

describe('where runs of 20 minutes have room in the first hour and in the third', () => {
  const rooms = spans([
    [0, 40],
    [120, 160],
  ]);
  const rules = (more: Partial<Rules>): Rules => ({
    ...asked([10], { minutes: 1 }).rules,
    minOff: 10,
    maxOff: 30,
    ...more,
  });

  it.each([
    [40, 10, 'the longest pause after it'],
    [59, 29, 'the longest pause after it, where there is room right after the shortest'],
    [120, 30, 'where the price opens again, where there is no room before'],
    [120, 50, 'the same later on'],
    [180, 150, 'the longest pause, where there is no more room'],
  ])('a start is no later than minute %i after an end at %i: %s', (last, end) => {
    expect(lastStartAfter(minute(end), rules({}), rooms)).toBe(minute(last));
  });

  it.each<[last: number, what: string, more: Partial<Rules>]>([
    [25, 'as the pause under way lets it', { lastFirstStart: minute(25) }],
    [
      120,
      'where the price opens again, where that pause ends too late for the first hour',
      { lastFirstStart: minute(45), pauseEnd: minute(40), from: minute(40) },
    ],
    [
      45,
      'as it lets it, where that pause ends in time',
      { lastFirstStart: minute(45), pauseEnd: minute(39), from: minute(39) },
    ],
    [
      45,
      'a minute before the last start is in time',
      { lastFirstStart: minute(45), pauseEnd: Number.NEGATIVE_INFINITY, from: minute(40) },
    ],
    [120, 'after it nothing is', { lastFirstStart: minute(45), pauseEnd: Number.NEGATIVE_INFINITY, from: minute(41) }],
  ])('the first start is no later than minute %i: %s', (last, _, more) => {
    expect(lastFirstStartIn(rules(more), rooms)).toBe(minute(last));
  });
});
