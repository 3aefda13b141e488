import { describe, expect, it } from 'vitest';
import { expectedCostOf } from '../../src/planner/estimate.ts';
import { horizonOf } from '../../src/planner/horizon.ts';
import type { Plan, Run } from '../../src/planner/types.ts';
import { at, priced } from '../support/planning.ts';

/** The hour from 01:00 is not published: 50 ct are expected in its first half, 10 in its second. */
const horizon = horizonOf(priced(60, [0.2, null, 0.4]), 'cost', [
  { start: at(60), end: at(90), price: 0.5 },
  { start: at(90), end: at(120), price: 0.1 },
]);
const run = (from: number, until: number, cost: number | null = null): Run => ({
  ...{ start: at(from), end: at(until), kw: 2, energyKwh: (until - from) / 30, cost },
});
const planOf = (runs: readonly Run[], more: Partial<Plan> = {}): Plan => ({
  ...{
    runs,
    cost: null,
    baselineCost: null,
    outcome: { kind: 'provisional', knownUntil: at(60), estimatedUntil: at(120) },
  },
  ...more,
});

describe('what a plan on estimates will probably cost', () => {
  it.each<[where: string, runs: readonly Run[], cost: number]>([
    ['in the first half of the gap', [run(60, 90)], 0.5],
    ['in its second half', [run(90, 120)], 0.1],
    ['over both halves, at their mean', [run(60, 120)], 0.6],
    ['over ten dear and ten cheap minutes', [run(80, 100)], 0.2],
    ['from a known hour into the gap', [run(30, 90)], 0.7],
    ['from the gap into a known hour', [run(105, 150)], 0.45],
    ['in a known hour, by what the plan says of it, and in the gap', [run(0, 30, 0.2), run(90, 120)], 0.3],
  ])('%s', (_, runs, cost) => {
    expect(expectedCostOf(planOf(runs), horizon)).toBeCloseTo(cost, 9);
  });

  it.each<[which: string, plan: Plan]>([
    ['whose cost is known, though it may change', planOf([run(0, 30, 0.2)], { cost: 0.2 })],
    ['that is complete', planOf([run(60, 90)], { outcome: { kind: 'complete' } })],
    [
      'that waits for prices and takes no estimates',
      planOf([run(60, 90)], { outcome: { kind: 'provisional', knownUntil: at(60) } }),
    ],
  ])('is not said of one %s', (_, plan) => {
    expect(expectedCostOf(plan, horizon)).toBeUndefined();
  });
});
