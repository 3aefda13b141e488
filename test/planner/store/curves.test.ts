import { describe, expect, it } from 'vitest';
import type { Curve } from '../../../src/planner/store/curves/curve.ts';
import { envelope } from '../../../src/planner/store/curves/envelope.ts';
import { hull, thinned } from '../../../src/planner/store/curves/hull.ts';
import { planStore } from '../../../src/planner/store/plan-store.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import { at } from '../../support/planning.ts';

const line = (from: number, until: number, value: number, slope: number): Curve => ({
  ...{ from, until, value },
  slopes: [slope],
  lengths: [until - from],
});

describe('the least of several curves', () => {
  it('changes where they cross, and goes on as another curve where it is not convex', () => {
    expect(envelope([[line(0, 4, 0, 1)], [line(0, 4, 2, 0)]])).toEqual([line(0, 2, 0, 1), line(2, 4, 2, 0)]);
  });

  it('is one curve where slopes rise', () => {
    expect(envelope([[line(0, 2, 0, 1)], [line(2, 4, 2, 3)]])).toEqual([
      { from: 0, until: 4, value: 0, slopes: [1, 3], lengths: [2, 2] },
    ]);
  });

  it('is the only one where the others have no value', () => {
    expect(envelope([[line(0, 1, 5, 0)], [line(1, 3, 0, 0)]])).toEqual([line(0, 1, 5, 0), line(1, 3, 0, 0)]);
  });
});

it('what a night is worth that comes once more is convex: the greatest curve nowhere above', () => {
  expect(hull([line(0, 1, 0, -1), line(1, 2, -1, -3), line(2, 3, -4, -1)])).toEqual({
    ...{ from: 0, until: 3, value: 0 },
    slopes: [-2, -1],
    lengths: [2, 1],
  });
});

it('of more curves than are carried on, neighbours become one', () => {
  const teeth = (count: number) => Array.from({ length: count }, (_, i) => line(i, i + 1, 0, 1));
  expect(thinned(teeth(300))).toHaveLength(300);
  expect(thinned(teeth(301))).toHaveLength(300);
  expect(thinned(teeth(301))[0]).toEqual({ from: 0, until: 2, value: 0, slopes: [0, 1], lengths: [1, 1] });
});

it('a limit that the house passes by itself is no money', () => {
  const slots = Array.from(
    { length: 24 },
    (_, i): Slot => ({
      ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: 0.3, exportPrice: 0.08, importKw: 3 },
      ...{ loadKw: i === 20 ? 5 : 1, solarKw: 0 },
    }),
  );
  const store: Store = {
    ...{ capacityKwh: 10, storedKwh: 4, maxChargeKw: 2, maxDischargeKw: 2, toGrid: false },
    ...{ chargeEfficiency: 1, dischargeEfficiency: 1 },
  };
  const { cost, baselineCost, saving } = planStore(store, slots, at(0));
  expect([cost, baselineCost, saving].map((money) => Math.round(100 * money) / 100)).toEqual([7.2, 8.4, 0]);
});
