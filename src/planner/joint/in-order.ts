import { type Offers, offersAlong } from '../house/marginal.ts';
import { meanKwOf, missedBy } from '../house/order.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import { candidatesFor, pricesIn } from './candidates.ts';
import { type HouseTry, isBetterTry, tryOf } from './house-try.ts';
import { repriced } from './repriced.ts';

/** Starts of a run in one piece that are tried in each turn. */
const STARTS = 2;

/**
 * Devices in turn, each on what those before it leave, with the stores planned anew for each of its plans. Orders that begin
 * alike share their beginnings.
 */
export function inOrderOf(house: HouseTerms, first: HouseTry): (order: readonly HouseClaim[]) => HouseTry {
  const known = new Map<string, HouseTry>();
  return (order) => {
    let [key, from] = ['', first];
    for (const claim of order) {
      key += `${house.claims.indexOf(claim)},`;
      const next: HouseTry =
        known.get(key) ?? nextOf(house, from, claim, [offersAlong(house.stores, from.reckoning.moves)], STARTS);
      known.set(key, next);
      from = next;
    }
    return from;
  };
}

/** Of several stores nobody knows the least that a plan costs: they may give way better than they did before. */
const NOT_KNOWN = Number.NEGATIVE_INFINITY;

/**
 * The best of the plans for one more device; `standing` where nothing better than that is to be expected of any. What a plan adds at
 * the prices of what is left is the least that it can cost, as the stores give way at no less: dearer ones are not tried.
 */
export function nextOf(
  house: HouseTerms,
  from: HouseTry,
  claim: HouseClaim,
  guides: readonly [Offers, ...Offers[]],
  starts: number,
  standing?: HouseTry,
): HouseTry {
  const { slots, money } = from.reckoning;
  const prices = pricesIn(house, slots, guides[0], meanKwOf(claim));
  const plans = candidatesFor(house, claim, slots, guides, starts)
    .map((plan) => ({
      plan,
      missed: from.missed + missedBy({ claim, plan }),
      least: house.stores.length > 1 ? NOT_KNOWN : money + (repriced(plan, claim, prices).cost ?? NOT_KNOWN),
    }))
    .sort((a, b) => a.missed - b.missed || a.least - b.least || 0);
  let best = standing;
  for (const { plan, missed, least } of plans) {
    if (best && !isBetterTry({ ...from, missed, reckoning: { ...from.reckoning, money: least } }, best)) continue;
    const next = tryOf(house, [...from.turns, { claim, plan }], from.capKw);
    if (!best || isBetterTry(next, best)) best = next;
  }
  return best ?? from;
}
