import { type Offers, offersAlong } from '../house/marginal.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import { candidatesFor } from './candidates.ts';
import { bestTry, type HouseTry, tryOf } from './house-try.ts';

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

/** The best of the plans for one more device. */
export function nextOf(
  house: HouseTerms,
  from: HouseTry,
  claim: HouseClaim,
  offers: readonly Offers[],
  starts: number,
): HouseTry {
  const plans = candidatesFor(house, claim, from.reckoning.slots, offers, starts);
  const [first, ...others] = plans.map((plan) => tryOf(house, [...from.turns, { claim, plan }], from.capKw));
  return first ? bestTry([first, ...others]) : from;
}
