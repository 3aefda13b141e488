import { expectedCostOf } from '../estimate.ts';
import { leastKwOf, meanKwOf, missedBy } from '../house/order.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Horizon, Plan } from '../types.ts';
import type { Work } from '../work.ts';
import { candidatesFor, isGuided } from './candidates.ts';
import type { Ground } from './ground.ts';
import { dearer, type HouseTry, isBetter, type Rating, tryOf } from './house-try.ts';
import { repriced } from './repriced.ts';
import type { HouseSearch } from './search.ts';

/** A plan with the least that may come of it. */
interface Least extends Rating {
  readonly plan: Plan;
}

/** True where a device's plan that is best at the prices of what is left tells the least that any comes to. */
const isBoundBy = (house: HouseSearch, claim: HouseClaim) => house.stores.length === 1 && isGuided(claim);

function leastWith(house: HouseSearch, from: HouseTry, claim: HouseClaim, plan: Plan, kw = meanKwOf(claim)): Least {
  const { aboveKwh, shortKwh } = from;
  const prices = from.ground().prices(kw);
  return {
    ...{ plan, aboveKwh, shortKwh },
    missed: from.missed + missedBy({ claim, plan }),
    money: house.stores.length === 1 ? from.money + leastCost(repriced(plan, claim, prices), prices) : NOT_KNOWN,
  };
}

/** The least that may come of some devices more: each alone on what is left, as they take it from each other. */
export function boundOf(house: HouseSearch, from: HouseTry, claims: readonly HouseClaim[]): Rating {
  let { missed, money } = from;
  for (const claim of claims) {
    if (!isBoundBy(house, claim)) return { ...from, missed: 0, money: NOT_KNOWN };
    const plans = from.ground().least(claim);
    const leasts = plans.map((plan) => leastWith(house, from, claim, plan, leastKwOf(claim)));
    missed += Math.min(...leasts.map((least) => least.missed)) - from.missed;
    money += Math.min(...leasts.map((least) => least.money)) - from.money;
  }
  return { ...from, missed, money };
}

const leastCost = (plan: Plan, prices: Horizon) => plan.cost ?? expectedCostOf(plan, prices) ?? NOT_KNOWN;

/** Of several stores nobody knows the least that a plan costs: they may give way better than they did before. */
const NOT_KNOWN = Number.NEGATIVE_INFINITY;

/**
 * The best of the plans for one more device; `standing` where none saves more than `worth` against it. What a plan adds at
 * the prices of what is left is the least that it can cost, as the stores give way at no less: dearer ones are not tried. The
 * calculation can be paused after each try.
 */
export function* nextOf(
  house: HouseSearch,
  from: HouseTry,
  claim: HouseClaim,
  guides: readonly [Ground, ...Ground[]],
  starts: number,
  standing?: HouseTry,
  worth = 0,
): Work<HouseTry> {
  const bar = standing && dearer(standing, -worth);
  const { best } = from.ground();
  if (bar && isBoundBy(house, claim) && !best(claim).some((plan) => isBetter(leastWith(house, from, claim, plan), bar)))
    return standing;
  const plans = candidatesFor(house, claim, guides, starts)
    .map((plan) => leastWith(house, from, claim, plan))
    .sort((a, b) => a.missed - b.missed || a.money - b.money || 0);
  let found: HouseTry | undefined;
  for (const each of plans) {
    const other = found ?? bar;
    if (other && !isBetter(each, other)) continue;
    const next = tryOf(house, [...from.turns, { claim, plan: each.plan }], from.capKw);
    if (!other || isBetter(next, other)) found = next;
    yield 0;
  }
  return found ?? standing ?? from;
}
