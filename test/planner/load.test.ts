import { describe, expect, it } from 'vitest';
import { energyOf, gcd, loadOf, phasesAfter } from '../../src/planner/load.ts';
import type { Phase } from '../../src/planner/types.ts';

/** An hour at 2 kW, half an hour without power and a quarter at 0.5 kW. */
const phases: readonly Phase[] = [
  { minutes: 60, kw: 2 },
  { minutes: 30, kw: 0 },
  { minutes: 15, kw: 0.5 },
];

describe('a load', () => {
  it('has the times of its phases, and weights in the proportion of their powers', () => {
    expect(loadOf(phases)).toMatchObject({ minutes: 105, offsets: [0, 60, 90, 105], weights: [4, 0, 1], weight: 255 });
  });

  it('costs by its energy: at 1 per kWh as much as it takes', () => {
    const { weight, money } = loadOf(phases);
    expect(weight * money * 1e6).toBeCloseTo(2.125, 12);
  });

  it('without power has no weight', () => {
    expect(loadOf([{ minutes: 10, kw: 0 }])).toMatchObject({ weights: [0], weight: 0 });
  });
});

describe('the rest of a load', () => {
  it.each<[minutes: number, rest: readonly Phase[]]>([
    [-5, phases],
    [0, phases],
    [0.9, phases],
    [20, [{ minutes: 40, kw: 2 }, ...phases.slice(1)]],
    [60, phases.slice(1)],
    [70, [{ minutes: 20, kw: 0 }, ...phases.slice(2)]],
    [104, [{ minutes: 1, kw: 0.5 }]],
    [105, []],
  ])('after %d minutes is %j', (minutes, rest) => {
    expect(phasesAfter(phases, minutes)).toEqual(rest);
  });
});

it.each<[minutes: number, kwh: number]>([
  [-10, 0],
  [0, 0],
  [30, 1],
  [60, 2],
  [80, 2],
  [105, 2.125],
  [500, 2.125],
])('the energy of its first %d minutes is %d kWh', (minutes, kwh) => {
  expect(energyOf(phases, minutes)).toBeCloseTo(kwh, 12);
});

it.each([
  [12, 18, 6],
  [18, 12, 6],
  [7, 0, 7],
  [0, 7, 7],
  [-12, 18, 6],
  [0, 0, 0],
])('the greatest number that divides %d and %d is %d', (a, b, greatest) => {
  expect(gcd(a, b)).toBe(greatest);
});
