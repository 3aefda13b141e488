import { checkHouse } from '../house/checks.ts';
import { bestOrder } from '../house/order.ts';
import { capsOf } from '../house/peak-terms.ts';
import { type HouseTerms, houseTermsOf } from '../house/terms.ts';
import type { House, HouseClaim, HousePlan } from '../house/types.ts';
import { isUnderWay } from '../standing.ts';
import type { UnixSeconds } from '../types.ts';
import { housePlanOf } from './house-plan.ts';
import { bestTry, type HouseTry, isBetterTry, tryOf } from './house-try.ts';
import { improved, recapped } from './improved.ts';
import { inOrderOf, nextOf } from './in-order.ts';

/**
 * Plans a house as one: devices in the order that misses and costs the least, the sun that serves once, stores planned anew for
 * each plan of a device, and peaks. Nothing that is planned passes a limit; what the house passes by itself is made as little
 * as the stores can.
 *
 * @throws RangeError naming the field that cannot be planned with
 */
export function planHouse(house: House, now: UnixSeconds): HousePlan {
  checkHouse(house, now);
  const terms = houseTermsOf(house, now);
  const uncapped = planned(terms, Number.POSITIVE_INFINITY);
  const caps = terms.peak ? capsOf(terms.peak, uncapped.reckoning.peakKw) : [];
  const best = bestTry([uncapped, ...caps.map((capKw) => planned(terms, capKw))]);
  const free = freeOf(terms);
  const better = recapped(terms, improved(terms, best, free), caps);
  return housePlanOf(terms, better.capKw === best.capKw ? better : improved(terms, better, free));
}

/** A run in one piece that has begun is not moved any more. */
const isLocked = ({ demand, state }: HouseClaim, now: UnixSeconds) =>
  demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);

const freeOf = ({ claims, now }: HouseTerms) => claims.filter((claim) => !isLocked(claim, now));

/** The best order below a cap on the peak; no dearer than the given order by the prices of the meter. */
function planned(terms: HouseTerms, capKw: number): HouseTry {
  const { claims, now } = terms;
  const locked = inTurn(
    terms,
    claims.filter((claim) => isLocked(claim, now)),
    tryOf(terms, [], capKw),
  );
  const ordered = bestOrder(freeOf(terms), inOrderOf(terms, locked), isBetterTry);
  return bestTry([ordered, inTurn(terms, freeOf(terms), locked)]);
}

/** Starts of a run in one piece that are tried in the given order. */
const STARTS = 4;

/** Devices in the given order, without a thought of the stores. */
function inTurn(terms: HouseTerms, claims: readonly HouseClaim[], from: HouseTry): HouseTry {
  const bare = { ...terms, stores: [], rooms: ['sun'] as const, peak: undefined };
  const { turns } = claims.reduce(
    (before, claim) => nextOf(bare, before, claim, [() => []], STARTS),
    tryOf(bare, from.turns, Number.POSITIVE_INFINITY),
  );
  return tryOf(terms, turns, from.capKw);
}
