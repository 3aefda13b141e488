import fc from 'fast-check';
import { planHouse } from '../../dist/src/planner/joint/plan-house.js';
import { planStore } from '../../dist/src/planner/store/plan-store.js';
import { planWindow } from '../../dist/src/planner/window/plan-window.js';
import { houseCases } from '../../test/support/planner/house/random-houses.ts';
import { storeCases } from '../../test/support/planner/store/random-stores.ts';
import { realPrices } from '../bench/data/prices.mts';
import { randomDemands } from '../bench/data/random-demands.mts';

export type Part = readonly [name: string, lines: readonly string[]];

const SEED = 47;
const counts = { demands: 5000, stores: 500, houses: 200 };

/** The plans of random demands, stores and houses; `share` of the full counts. */
export function* lockedPlans(share: number): Generator<Part> {
  const sample = <T,>(cases: fc.Arbitrary<T>, count: number) =>
    fc.sample(cases, { seed: SEED, numRuns: Math.ceil(count * share) });
  const demands = randomDemands(realPrices(), Math.ceil(counts.demands * share));
  yield ['demands', demands.map((each) => planned(() => planWindow(each.demand, each.horizon, each.now, each.state)))];
  const cases = fc.boolean().chain((convex) => storeCases({ length: { min: 8, max: 48 }, convex }));
  const stores = sample(cases, counts.stores);
  yield ['stores', stores.map(({ store, slots, now }) => planned(() => planStore(store, slots, now)))];
  const houses = sample(houseCases, counts.houses);
  yield ['houses', houses.map(({ house, now }) => planned(() => planHouse(house, now)))];
}

/** A plan as JSON, or the error. */
function planned(plan: () => unknown): string {
  try {
    return JSON.stringify(plan());
  } catch (error) {
    return String(error);
  }
}
