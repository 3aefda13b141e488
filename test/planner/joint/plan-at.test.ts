import { expect, it } from 'vitest';
import { planAt } from '../../../src/planner/joint/plan-at.ts';
import type { Demand, Outcome } from '../../../src/planner/types.ts';
import { at, contiguous, hours, idleState, minuteOf, phased, runsOf, split } from '../../support/planner/planning.ts';

const prices = hours(0.1, 0.2, 0.3, 0.4);
const planned = (demand: Demand, times: readonly (readonly [number, number])[], delivered = 0) => {
  const stretches = times.map(([from, until]) => ({ from: at(from) / 60, until: at(until) / 60 }));
  return planAt(
    { demand, state: { ...idleState, delivered: { minutes: delivered, starts: 0 } } },
    prices,
    at(0),
    stretches,
  );
};
const complete: Outcome = { kind: 'complete' };
const short = (shortMinutes: number): Outcome => ({ kind: 'short', shortMinutes, because: 'prices-end' });

it.each<[string, Demand, [number, number][], number[][], Outcome]>([
  ['runs at those times, however dear', contiguous(60), [[180, 240]], [[180, 240]], complete],
  ['runs at the cheapest of more than it needs', contiguous(60), [[90, 240]], [[90, 150]], complete],
  [
    'in one piece runs where one of them is long enough',
    contiguous(60),
    [
      [0, 50],
      [120, 180],
    ],
    [[120, 180]],
    complete,
  ],
  [
    'in pieces runs in all of them',
    split(90),
    [
      [30, 60],
      [120, 180],
    ],
    [
      [30, 60],
      [120, 180],
    ],
    complete,
  ],
  [
    'in pieces misses what they do not have',
    split(90),
    [
      [30, 60],
      [120, 150],
    ],
    [
      [30, 60],
      [120, 150],
    ],
    short(30),
  ],
])('a device told its times %s', (_, demand, times, runs, outcome) => {
  const plan = planned(demand, times);
  expect([runsOf(plan), plan.outcome]).toEqual([runs, outcome]);
});

it('a device of which a part has run needs room for the rest alone', () => {
  const washing = phased([
    { minutes: 30, kw: 4 },
    { minutes: 60, kw: 1 },
  ]);
  expect(runsOf(planned(washing, [[60, 120]], 30))).toEqual([[60, 120]]);
});

it('a device told its times pays what they cost', () => {
  const { runs, cost } = planned(split(90), [
    [30, 60],
    [120, 180],
  ]);
  expect(runs.map((run) => [minuteOf(run.start), run.cost])).toEqual([
    [30, expect.closeTo(0.05, 9)],
    [120, expect.closeTo(0.3, 9)],
  ]);
  expect(cost).toBeCloseTo(0.35, 9);
});
