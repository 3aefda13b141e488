import { checkHouse } from '../house/checks.ts';
import { missedBy, orderSearch } from '../house/order.ts';
import { houseTermsOf } from '../house/terms.ts';
import type { House, HousePlan } from '../house/types.ts';
import type { UnixSeconds } from '../types.ts';
import { finish, type Work } from '../work.ts';
import { isLocked, mayMove } from './candidates.ts';
import { housePlanOf } from './house-plan.ts';
import { bestTry, type HouseTry, isBetter, tryOf } from './house-try.ts';
import { type HouseSearch, type HouseTurn, searchIn } from './search.ts';
import { type Shifted, shiftSearch } from './shifting/shift-devices.ts';
import { belowBestCap, CALLS_PER_REPLAN, improve, MAX_REPLANS, preferring } from './stages/improve.ts';
import { inOrderOf } from './stages/in-order.ts';
import { withoutStores } from './stages/without-stores.ts';

/**
 * Plans a house as one: limits first, then needs, then money, with the sun that serves once, the stores and the charge for peaks.
 * Nothing that is planned passes a limit; what the house passes by itself is made as little as the stores can.
 *
 * @throws RangeError naming the field that cannot be planned with
 */
export const planHouse = (house: House, now: UnixSeconds): HousePlan => finish(houseSearch(house, now));

/**
 * `planHouse` as a calculation that can be paused: feasible plans first, each of them improved, and the best of them shifted. Each
 * stage has a budget of planner calls or of linear programs, so the result does not depend on the computer.
 */
export function* houseSearch(house: House, now: UnixSeconds): Work<HousePlan> {
  checkHouse(house, now);
  const terms = searchIn(houseTermsOf(house, now));
  const { best, bound } = yield* bestFrom(terms, yield* feasible(terms));
  return housePlanOf(terms, best, bound);
}

/** Rounds of shifts; most searches end with the first. */
const ROUNDS = 4;

/** The best plans that are found from the first ones, and what any plans cost at least. */
export function* bestFrom(terms: HouseSearch, firsts: readonly [HouseTry, ...HouseTry[]]): Work<Shifted> {
  const { now } = terms;
  const moving = ({ turns }: HouseTry) => turns.filter(isMovable).map(({ claim }) => claim);
  const isMovable = ({ claim, plan }: HouseTurn) =>
    mayMove(claim, plan, now) || (missedBy({ claim, plan }) > 0 && !isLocked(claim, now));
  let best: HouseTry | undefined;
  for (const first of firsts) {
    // The last in the order gives way first.
    const improved = yield* improve(terms, first, moving(first).reverse());
    best = best ? bestTry([best, improved]) : improved;
  }
  let bound = Number.NEGATIVE_INFINITY;
  // Shifted devices leave other times and another cap on the peak: the search is repeated while it helps.
  for (let [round, isDone] = [0, false]; round < ROUNDS && !isDone; round++) {
    const shifted: Shifted = yield* shiftSearch(terms, best as HouseTry);
    bound = Math.max(bound, shifted.bound);
    isDone = !isBetter(shifted.best, best as HouseTry);
    best = isDone ? shifted.best : yield* improve(terms, shifted.best, moving(shifted.best));
  }
  return { best: yield* preferring(terms, best as HouseTry, moving(best as HouseTry)), bound };
}

/**
 * Devices in turn without the stores: without a thought of the peaks, and below the best cap on them. If that misses a need, also
 * in the order that misses the least with the room that the stores make.
 */
function* feasible(house: HouseSearch): Work<readonly [HouseTry, ...HouseTry[]]> {
  const turns = yield* withoutStores({ ...house, peak: undefined });
  const uncapped = yield* belowBestCap(house, turns);
  const capped = house.peak ? [yield* belowBestCap(house, yield* withoutStores(house))] : [];
  const { missed } = bestTry([uncapped, ...capped]);
  if (missed === 0 || house.stores.length === 0) return [uncapped, ...capped];
  return [uncapped, ...capped, ...(yield* withStores(house, turns))];
}

/** The best order with the stores planned anew for each plan of a device. */
function* withStores(house: HouseSearch, turns: readonly HouseTurn[]): Work<readonly HouseTry[]> {
  const locked = turns.filter(({ claim }) => isLocked(claim, house.now));
  const free = turns.filter(({ claim }) => !isLocked(claim, house.now));
  const attempt = inOrderOf(house, tryOf(house, locked, Number.POSITIVE_INFINITY));
  const ordered = yield* orderSearch(
    free.map(({ claim }) => claim),
    function* (order) {
      yield CALLS_PER_REPLAN * order.length;
      return yield* attempt(order);
    },
    (one, other) => one !== undefined && (other === undefined || isBetter(one, other)),
    MAX_REPLANS,
  );
  return ordered ? [yield* belowBestCap(house, ordered.turns)] : [];
}
