import { describe, expect, it } from 'vitest';
import { devicesLimitOf } from '../../../../src/planner/joint/shifting/devices-limit.ts';
import { type Cut, neighbourhoodOf } from '../../../../src/planner/joint/shifting/neighbourhood.ts';
import type { Shift } from '../../../../src/planner/joint/shifting/shifts.ts';
import { type Hour, houseTerms } from '../../../support/planner/house/house-slots.ts';
import { contiguous, hours, idleState, plan } from '../../../support/planner/planning.ts';

/** Two devices of 1 kW, each for an hour: the first at 00:00, the second at 01:00. */
const turns = [hours(0.1, 0.2, 0.3), hours(0.2, 0.1, 0.3)].map((horizon) => ({
  claim: { demand: contiguous(60), state: idleState },
  plan: plan(contiguous(60), horizon),
}));
const limitOf = (devicesKw?: number) =>
  devicesLimitOf(houseTerms([{}, {}, {}].map((): Hour => (devicesKw === undefined ? {} : { devicesKw }))).slots, turns);
const fromTo = (from: number, to: number): Shift => ({
  times: [],
  changes: [
    [from, -1],
    [to, 1],
  ],
});
const [first, second] = [
  { device: 0, shift: fromTo(0, 1) },
  { device: 1, shift: fromTo(1, 0) },
];

describe('a limit of 1.5 kW for all devices', () => {
  const limit = limitOf(1.5);

  it('is kept by one device in a free hour, and by two that change places', () => {
    expect(limit?.isKept([{ device: 0, shift: fromTo(0, 2) }])).toBe(true);
    expect(limit?.isKept([first])).toBe(false);
    expect(limit?.isKept([first, second])).toBe(true);
  });

  it('leaves 1.5 kWh without the devices, and too little for two in one hour', () => {
    const room = limit?.roomWithout([0, 1]) as Float64Array;
    expect([...room]).toEqual([1.5, 1.5, 1.5]);
    expect(limit?.take(room, 0, first)).toBe(true);
    expect([...room]).toEqual([1.5, 0.5, 1.5]);
    expect(limit?.take(room, 1, undefined)).toBe(false);
  });

  it('lets devices change places though neither may move alone', () => {
    // Either move alone saves 2 EUR, both together 4.
    const cut: Cut = { money: 10, perKwh: Float64Array.from([2, 0, 9]) };
    const back: Cut = { money: 10, perKwh: Float64Array.from([0, 0, 9]) };
    const hood = neighbourhoodOf([[first.shift], [second.shift]], [cut], limit);
    expect(hood.next(10)).toBeUndefined();
    expect(neighbourhoodOf([[first.shift], [second.shift]], [back], limit).next(10.5)).toEqual([first, second]);
  });
});

it('a limit that is exceeded already may stay so and not become worse', () => {
  const limit = limitOf(0.5);
  expect(limit?.isKept([{ device: 0, shift: fromTo(0, 2) }])).toBe(false);
  expect(limit?.isKept([first, second])).toBe(true);
});

it('slots without a limit have none', () => {
  expect(limitOf()).toBeUndefined();
});
