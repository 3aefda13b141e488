import { expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { DeviceNeed } from '../../../src/planner/house/order.ts';
import { repriced } from '../../../src/planner/joint/repriced.ts';
import type { Plan } from '../../../src/planner/types.ts';
import { at, hours, idleState, phased, priced, split } from '../../support/planner/planning.ts';

const planOf = (...runs: [from: number, until: number][]): Plan => ({
  runs: runs.map(([from, until]) => ({
    start: at(from),
    end: at(until),
    kw: 2,
    energyKwh: (until - from) / 30,
    cost: 9,
  })),
  ...{ outcome: { kind: 'complete' }, cost: 99, baselineCost: 7 },
});
const washing = phased([
  { minutes: 30, kw: 4 },
  { minutes: 30, kw: 1 },
]);
const pieces = split(90, { need: { minutes: 90, kw: 2 } } as never);
const need = (demand: DeviceNeed['demand'], minutes = 0): DeviceNeed => ({
  ...{ demand, state: { ...idleState, delivered: { minutes, starts: 0 } } },
});

it.each<[string, Plan, DeviceNeed, costs: (number | null)[], cost: number | null]>([
  ['pieces cost what each takes', planOf([0, 30], [60, 120]), need(pieces), [0.1, 0.4], 0.5],
  ['phases cost what each of them takes', planOf([30, 90]), need(washing), [0.3], 0.3],
  ['phases that are left cost what these take', planOf([60, 90]), need(washing, 30), [0.1], 0.1],
  [
    'a piece at an unknown price costs nobody knows what, and all with it',
    planOf([0, 30], [150, 210]),
    need(pieces),
    [0.1, null],
    null,
  ],
  [
    'what comes after an unknown price is priced for itself',
    planOf([110, 130], [180, 210]),
    need(pieces),
    [null, 0.3],
    null,
  ],
  ['nothing costs nothing', planOf(), need(pieces), [], 0],
])('at other prices %s', (_, plan, claim, costs, cost) => {
  const told = repriced(plan, claim, hours(0.1, 0.2, null, 0.3));
  expect(told.runs.map((run) => run.cost && Math.round(1e9 * run.cost) / 1e9)).toEqual(costs);
  expect(told.cost && Math.round(1e9 * told.cost) / 1e9).toBe(cost);
  expect(told.runs.map(({ start, end }) => [start, end])).toEqual(plan.runs.map(({ start, end }) => [start, end]));
  expect([told.outcome, told.baselineCost]).toEqual([plan.outcome, 7]);
});

it('what sells earns what it is paid', () => {
  const paid = horizonOf(priced(60, [0.1, 0.2]), 'revenue');
  expect(repriced(planOf([0, 30]), need(pieces), paid)).toMatchObject({ cost: 0.1, runs: [{ cost: 0.1 }] });
});
