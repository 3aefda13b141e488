import { expect, it } from 'vitest';
import { tryOf } from '../../../../src/planner/joint/house-try.ts';
import { type HouseTurn, searchIn } from '../../../../src/planner/joint/search.ts';
import { keepStandingPlans } from '../../../../src/planner/joint/stages/keep-standing-plans.ts';
import { finish } from '../../../../src/planner/work.ts';
import { houseTerms } from '../../../support/planner/house/house-slots.ts';
import { at, contiguous, idleState, runsOf } from '../../../support/planner/planning.ts';

const devices = [0, 1].map(() => ({ demand: contiguous(60), state: idleState }));
const hours = [10, 16, 30, 40].map((cents) => ({ importPrice: cents / 100 }));

/** A device's hour of 1 kW. */
const turn = (device: number, hour: number): HouseTurn => ({
  claim: devices[device] as (typeof devices)[number],
  plan: {
    runs: [{ start: at(60 * hour), end: at(60 * hour + 60), kw: 1, energyKwh: 1, cost: null }],
    outcome: { kind: 'complete' },
    cost: null,
    baselineCost: null,
  },
});

it.each<[string, worth: number, standing: readonly number[], importKw: number, expected: readonly number[]]>([
  ['new times that save 20 and 30 ct', 0.1, [2, 3], 9, [0, 0]],
  ['the standing hour of the device that saves only 6 ct', 0.1, [1, 3], 9, [1, 0]],
  ['both standing hours if both together save less', 0.6, [2, 3], 9, [2, 3]],
  ['neither of two standing runs that exceed the limit together with a new one', 0.1, [0, 0], 1, [0, 1]],
  ['new times of a device without a standing run', 0.5, [], 9, [0, 0]],
])('devices have %s', (_, worth, standing, importKw, expected) => {
  const house = searchIn(houseTerms(hours, { devices, importKw }));
  const best = importKw === 1 ? [0, 1] : [0, 0];
  const found = tryOf(
    house,
    best.map((hour, i) => turn(i, hour)),
    Number.POSITIVE_INFINITY,
  );
  const stands = standing.map((hour, i) => turn(i, hour));
  const { turns } = finish(keepStandingPlans(house, found, stands, worth));
  expect(turns.map(({ plan }) => runsOf(plan))).toEqual(expected.map((hour) => [[60 * hour, 60 * hour + 60]]));
});
