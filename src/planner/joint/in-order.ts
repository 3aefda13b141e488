import { expectedCostOf } from '../estimate.ts';
import { meanKwOf, missedBy } from '../house/order.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Horizon, Plan } from '../types.ts';
import { bestAt, candidatesFor, isGuided } from './candidates.ts';
import type { Ground } from './ground.ts';
import { dearer, type HouseTry, isBetter, type Rating, tryOf } from './house-try.ts';
import { repriced } from './repriced.ts';
import type { HouseSearch } from './search.ts';

/** Starts of a run in one piece that are tried in each turn. */
const STARTS = 2;

/**
 * Devices in turn, each on what those before it leave, with the stores planned anew for each of its plans. Orders that begin
 * alike share their beginnings.
 */
export function inOrderOf(house: HouseSearch, first: HouseTry): (order: readonly HouseClaim[]) => HouseTry {
  const known = new Map<string, HouseTry>();
  return (order) => {
    let [key, from] = ['', first];
    for (const claim of order) {
      key += `${house.claims.indexOf(claim)},`;
      const next: HouseTry = known.get(key) ?? nextOf(house, from, claim, [from.ground()], STARTS);
      known.set(key, next);
      from = next;
    }
    return from;
  };
}

/** A plan with the least that may come of it. */
interface Least extends Rating {
  readonly plan: Plan;
}

const leastCost = (plan: Plan, prices: Horizon) => plan.cost ?? expectedCostOf(plan, prices) ?? NOT_KNOWN;

/** Of several stores nobody knows the least that a plan costs: they may give way better than they did before. */
const NOT_KNOWN = Number.NEGATIVE_INFINITY;

/**
 * The best of the plans for one more device; `standing` where none saves more than `worth` against it. What a plan adds at
 * the prices of what is left is the least that it can cost, as the stores give way at no less: dearer ones are not tried.
 */
export function nextOf(
  house: HouseSearch,
  from: HouseTry,
  claim: HouseClaim,
  guides: readonly [Ground, ...Ground[]],
  starts: number,
  standing?: HouseTry,
  worth = 0,
): HouseTry {
  const isOne = house.stores.length === 1;
  const prices = guides[0].prices(meanKwOf(claim));
  const leastOf = (plan: Plan): Least => ({
    plan,
    ...{ aboveKwh: from.aboveKwh, shortKwh: from.shortKwh },
    missed: from.missed + missedBy({ claim, plan }),
    money: isOne ? from.money + leastCost(repriced(plan, claim, prices), prices) : NOT_KNOWN,
  });
  const bar = standing && dearer(standing, -worth);
  // The least of all is that of the plan which is best at these prices.
  if (
    bar &&
    isOne &&
    isGuided(claim) &&
    !bestAt(house, claim, from.ground().rooms, prices).some((plan) => isBetter(leastOf(plan), bar))
  )
    return standing;
  const plans = candidatesFor(house, claim, guides, starts)
    .map(leastOf)
    .sort((a, b) => a.missed - b.missed || a.money - b.money || 0);
  let best: HouseTry | undefined;
  for (const each of plans) {
    const other = best ?? bar;
    if (other && !isBetter(each, other)) continue;
    const next = tryOf(house, [...from.turns, { claim, plan: each.plan }], from.capKw);
    if (!other || isBetter(next, other)) best = next;
  }
  return best ?? standing ?? from;
}
