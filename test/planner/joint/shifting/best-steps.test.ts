import { describe, expect, it } from 'vitest';
import { bestSteps } from '../../../../src/planner/joint/shifting/best-steps.ts';
import { type Cut, costBy } from '../../../../src/planner/joint/shifting/neighbourhood.ts';
import type { Shift } from '../../../../src/planner/joint/shifting/shifts.ts';

const cutOf = (money: number, ...perKwh: readonly number[]): Cut => ({ money, perKwh: Float64Array.from(perKwh) });
/** Three devices in a ring: each moves 1 kWh to the hour of the next. */
const ring: readonly Shift[] = [0, 1, 2].map((device) => ({
  times: [],
  changes: [
    [device, -1],
    [(device + 1) % 3, 1],
  ],
}));
/** 9 EUR now. By one of the cuts, each move makes it dearer by 4 EUR unless the next device leaves. */
const cuts = [cutOf(9, 4, 0, 0), cutOf(9, 0, 4, 0), cutOf(9, 0, 0, 4)];
const steps = ring.map((shift, device) => [
  { step: { device, shift }, more: cuts.map((cut) => costBy(cut, shift.changes)) },
]);
const devicesOf = (most: number, below = 10, isPossible = () => true) =>
  bestSteps(steps, cuts, below, most, isPossible, undefined)?.map(({ device }) => device);

describe('three devices that change places in a ring', () => {
  it('are found together, and neither alone nor as pairs', () => {
    expect(devicesOf(1)).toBeUndefined();
    expect(devicesOf(2)).toBeUndefined();
    expect(devicesOf(3)).toEqual([0, 1, 2]);
  });

  it('are not found unless their bound is less than the best plan', () => {
    expect(devicesOf(3, 9)).toBeUndefined();
    expect(devicesOf(3, 9.01)).toEqual([0, 1, 2]);
  });

  it('are not found where they are not possible', () => {
    expect(devicesOf(3, 10, () => false)).toBeUndefined();
  });
});
