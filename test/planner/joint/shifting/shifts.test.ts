import { describe, expect, it } from 'vitest';
import type { HouseClaim } from '../../../../src/planner/house/types.ts';
import { energyOfRuns, shiftsOf, shiftTo } from '../../../../src/planner/joint/shifting/shifts.ts';
import type { Demand, Plan } from '../../../../src/planner/types.ts';
import { planWindow } from '../../../../src/planner/window/plan-window.ts';
import { houseTerms } from '../../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, phased, split } from '../../../support/planner/planning.ts';

const { slots } = houseTerms([{}, {}, {}, {}]);
const claimOf = (demand: Demand): HouseClaim => ({ demand, state: idleState });
const minutes = (minute: number) => minute - at(0) / 60;
/** A plan at these times, each in minutes from midnight. */
const planAt = (...times: readonly (readonly [from: number, until: number])[]): Plan => ({
  ...planWindow(contiguous(60), hours(0.1), at(0), idleState),
  runs: times.map(([from, until]) => ({ start: at(from), end: at(until), kw: 0, energyKwh: 0, cost: null })),
});
const timesOf = (demand: Demand, plan: Plan) =>
  shiftsOf(claimOf(demand), plan, slots).map(({ times }) =>
    times.map(({ from, until }) => [minutes(from), minutes(until)]),
  );
const byTime = (a: number[][], b: number[][]) => (a.at(-1)?.[0] ?? 0) - (b.at(-1)?.[0] ?? 0);

describe('what a device takes of hours', () => {
  it.each<[string, Demand, [number, number][], (readonly [number, number])[]]>([
    ['is all of its power in an hour', contiguous(60), [[60, 120]], [[1, 1]]],
    [
      'is a part where it begins and ends inside of one',
      contiguous(60),
      [[45, 105]],
      [
        [0, 0.25],
        [1, 0.75],
      ],
    ],
    ['is nothing of the hours that it touches', contiguous(60), [[120, 180]], [[2, 1]]],
    [
      'is that of each phase',
      phased([
        { minutes: 30, kw: 4 },
        { minutes: 60, kw: 1 },
      ]),
      [[30, 120]],
      [
        [0, 2],
        [1, 1],
      ],
    ],
    [
      'is that of each run',
      split(60),
      [
        [0, 30],
        [180, 210],
      ],
      [
        [0, 0.5],
        [3, 0.5],
      ],
    ],
    ['is nothing without a run', split(60), [], []],
  ])('%s', (_, demand, times, energy) => {
    expect(energyOfRuns(claimOf(demand), planAt(...times), slots)).toEqual(energy);
  });
});

describe('other times of a run in one piece', () => {
  it('begin or end with an hour', () => {
    expect(timesOf(contiguous(90), planAt([0, 90])).sort(byTime)).toEqual(
      [0, 30, 60, 90, 120, 150].map((from) => [[from, from + 90]]),
    );
  });

  it('also divide it between two hours where a peak is charged for', () => {
    const shifts = shiftsOf(claimOf(contiguous(60)), planAt([0, 60]), slots, true);
    expect(shifts.map(({ times }) => times.map(({ from }) => minutes(from)))).toEqual(
      [0, 30, 60, 90, 120, 150, 180].map((from) => [from]),
    );
    expect(shifts[3]?.changes).toEqual([
      [0, -1],
      [1, 0.5],
      [2, 0.5],
    ]);
  });

  it('are those that its earliest and its deadline leave', () => {
    expect(timesOf(contiguous(60, { earliest: at(70), readyBy: at(200) }), planAt([120, 180])).sort(byTime)).toEqual(
      [70, 120].map((from) => [[from, from + 60]]),
    );
  });

  it('are of the phases that are left', () => {
    const demand = phased([
      { minutes: 30, kw: 4 },
      { minutes: 60, kw: 1 },
    ]);
    const claim = { demand, state: { ...idleState, delivered: { minutes: 30, starts: 1 } } };
    const shifts = shiftsOf(claim, planAt([0, 60]), slots);
    expect(shifts.map(({ times }) => times.map(({ from, until }) => [minutes(from), minutes(until)]))).toEqual(
      [0, 60, 120, 180].map((from) => [[from, from + 60]]),
    );
    expect(shifts[2]?.changes).toEqual([
      [0, -1],
      [2, 1],
    ]);
  });

  it('begin with the next minute where now is within one', () => {
    const late = houseTerms([{}, {}], {}, at(0) + 20).slots;
    const [first] = shiftsOf(claimOf(contiguous(60)), planAt([60, 120]), late);
    expect(first?.times.map(({ from, until }) => [minutes(from), minutes(until)])).toEqual([[1, 61]]);
  });

  it('take from the hours that it has, and add to others', () => {
    const [shift] = shiftsOf(
      claimOf(contiguous(60, { earliest: at(120), readyBy: at(180) })),
      planAt([60, 120]),
      slots,
    );
    expect(shift?.changes).toEqual([
      [1, -1],
      [2, 1],
    ]);
  });
});

describe('other times of a split need', () => {
  it.each<[string, Demand, [number, number][], number[][][]]>([
    [
      'are another hour for each of its own',
      split(120),
      [[60, 180]],
      [
        [
          [120, 180],
          [0, 60],
        ],
        [
          [120, 180],
          [180, 240],
        ],
        [
          [60, 120],
          [0, 60],
        ],
        [
          [60, 120],
          [180, 240],
        ],
      ],
    ],
    [
      'are at the beginning of an hour for a part of one',
      split(30),
      [[90, 120]],
      [[[0, 30]], [[120, 150]], [[180, 210]]],
    ],
    [
      'are in what its earliest and its deadline leave of an hour',
      split(30, { earliest: at(20), readyBy: at(150) }),
      [[60, 90]],
      [[[20, 50]], [[120, 150]]],
    ],
    ['are none where no hour has room for as much', split(60, { earliest: at(60), readyBy: at(150) }), [[60, 120]], []],
    ['are none where it may not be switched at will', split(60, { minOnMinutes: 30 }), [[60, 120]], []],
    ['are none where its pauses have rules', split(60, { minOffMinutes: 30 }), [[60, 120]], []],
    ['are none where its starts are counted', split(60, { maxStarts: 2 }), [[60, 120]], []],
    ['are none where its pauses may not be long', split(60, { maxOffMinutes: 90 }), [[60, 120]], []],
    [
      'are none where it ends with its deadline',
      split(60, { readyBy: at(240), preconditionMinutes: 30 }),
      [[60, 120]],
      [],
    ],
    [
      'are in what another of its pieces leaves of an hour',
      split(60, { readyBy: at(120) }),
      [
        [0, 30],
        [60, 90],
      ],
      [
        [
          [60, 90],
          [90, 120],
        ],
        [
          [0, 30],
          [30, 60],
        ],
      ],
    ],
  ])('%s', (_, demand, times, expected) => {
    expect(timesOf(demand, planAt(...times))).toEqual(expected);
  });

  it('move as much energy as a piece takes', () => {
    const demand = split(30, { need: { minutes: 30, kw: 3 }, readyBy: at(120) });
    const shifts = shiftsOf(claimOf(demand), planAt([90, 120]), slots);
    expect(shifts.map(({ changes }) => changes)).toEqual([
      [
        [1, -1.5],
        [0, 1.5],
      ],
    ]);
  });
});

it('the shift to another plan takes all from where it was', () => {
  const claim = claimOf(split(90));
  const { times, changes } = shiftTo(claim, planAt([0, 90]), planAt([120, 180], [210, 240]), slots);
  expect(times.map(({ from, until }) => [minutes(from), minutes(until)])).toEqual([
    [120, 180],
    [210, 240],
  ]);
  expect(changes).toEqual([
    [0, -1],
    [1, -0.5],
    [2, 1],
    [3, 0.5],
  ]);
});
