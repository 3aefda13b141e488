import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planHouse } from '../../../src/planner/joint/plan-house.ts';
import { lawCases } from '../../support/cases.ts';
import { planAsNodes, withFuse } from '../../support/planner/house/house-connection.ts';
import { houseBound } from '../../support/planner/house/house-programme.ts';
import { givenOrder, scoreOf } from '../../support/planner/house/house-yardstick.ts';
import { houseCases } from '../../support/planner/house/random-houses.ts';

const cases = lawCases(20, 300);
const HOUSES = cases.numRuns;
/** A tenth of a cent for a day. */
const NEXT_TO_NOTHING = 0.001;
/** Less than what a minute that is missed weighs, a hundredth of a kWh above a limit, or a tenth of one short of a goal. */
const NOTHING_MISSED = 9;

// Promise P-352 internals/house: no need is missed that the optimum meets, and 19 of 20 houses leave at most 3 % on
//   the table
it(`a house misses no need that the optimum meets, passes no limit that it keeps, is never dearer than the given order, and leaves at most 3 % on the table in 19 of 20: ${HOUSES} houses`, async () => {
  let [left, possible, leavingMore] = [0, 0, 0];
  const law = fc.asyncProperty(houseCases, async ({ house, now }) => {
    const plan = planHouse(house, now);
    const [own, given] = [scoreOf(house, plan), scoreOf(house, givenOrder(house, now))];
    const bound = await houseBound(house);
    expect(own.weighed - bound).toBeLessThan(NOTHING_MISSED);
    expect(own.weighed).toBeLessThan(given.weighed + 1e-6);
    if (own.weighed === own.money) expect(plan.bound).toBeLessThan(bound + 1e-4);
    if (given.weighed !== given.money) return;
    const [more, most] = [own.money - bound, given.money - bound];
    left += more;
    possible += most;
    if (more > Math.max(NEXT_TO_NOTHING, 0.03 * most)) leavingMore++;
  });
  await fc.assert(law, { ...cases, endOnFailure: true });
  expect(left).toBeLessThan(0.01 * possible);
  expect(leavingMore).toBeLessThanOrEqual(0.05 * HOUSES);
});

// Promise P-353 internals/house: two batteries are planned by their best
it(`batteries without devices, one or two, leave less than a hundredth of a cent of a day on the table: ${HOUSES} houses`, async () => {
  let left = 0;
  const law = fc.asyncProperty(houseCases, async ({ house, now }) => {
    const alone = { ...house, devices: [] };
    left += scoreOf(alone, planHouse(alone, now)).weighed - (await houseBound(alone));
  });
  await fc.assert(law, { ...cases, endOnFailure: true });
  expect(left / HOUSES).toBeLessThan(0.0001);
});

const connections = lawCases(3, 60);

// Promise P-870 internals/house: nodes miss no need that the optimum meets, pass no limit, and cost at most 0.3 %
//   more than the optimum, and 1 % in 19 of 20 houses
it(`a connection misses no need that the optimum meets, passes no limit, and costs at most 0.3 % more than the optimum, and 1 % in 19 of 20 houses: ${connections.numRuns} houses`, async () => {
  let [more, least, dearer] = [0, 0, 0];
  const law = fc.asyncProperty(houseCases, async ({ house, now }) => {
    const [own, bound] = [scoreOf(house, planAsNodes({ house, now })), await houseBound(withFuse(house))];
    expect(own.weighed - bound).toBeLessThan(NOTHING_MISSED);
    if (own.weighed !== own.money) return;
    more += own.money - bound;
    least += Math.abs(bound);
    if (own.money - bound > 0.01 * Math.max(0.5, Math.abs(bound))) dearer++;
  });
  await fc.assert(law, { ...connections, endOnFailure: true });
  expect(more).toBeLessThan(0.003 * least);
  expect(dearer).toBeLessThanOrEqual(0.05 * connections.numRuns);
});
