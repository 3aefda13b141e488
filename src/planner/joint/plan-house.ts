import { checkHouse } from '../house/checks.ts';
import { bestOrder } from '../house/order.ts';
import { capsOf } from '../house/peak-terms.ts';
import { type HouseTerms, houseTermsOf } from '../house/terms.ts';
import type { House, HouseClaim, HousePlan } from '../house/types.ts';
import { isUnderWay } from '../standing.ts';
import type { UnixSeconds } from '../types.ts';
import { housePlanOf } from './house-plan.ts';
import { bestTry, type HouseTry, isBetter, tryOf } from './house-try.ts';
import { improved, recapped } from './improved.ts';
import { inOrderOf } from './in-order.ts';
import { nextOf } from './next-device.ts';
import { type HouseSearch, type HouseTurn, searchIn } from './search.ts';

/**
 * Plans a house as one: devices in the order that misses and costs the least, the sun that serves once, stores planned anew for
 * each plan of a device, and peaks. Nothing that is planned passes a limit; what the house passes by itself is made as little
 * as the stores can.
 *
 * @throws RangeError naming the field that cannot be planned with
 */
export function planHouse(house: House, now: UnixSeconds): HousePlan {
  checkHouse(house, now);
  const terms = searchIn(houseTermsOf(house, now));
  const given = inTurn(terms);
  const uncapped = planned(terms, given, Number.POSITIVE_INFINITY);
  const caps = terms.peak ? capsOf(terms.peak, uncapped.reckoning.peakKw) : [];
  const best = caps.reduce((best, capKw) => bestTry([best, planned(terms, given, capKw, best)]), uncapped);
  const free = freeOf(terms);
  return housePlanOf(terms, settled(terms, best, free, caps));
}

/** Better devices, and the cap that is best for them, for as long as one changes the other. */
function settled(house: HouseSearch, from: HouseTry, free: readonly HouseClaim[], caps: readonly number[]): HouseTry {
  const better = recapped(house, improved(house, from, free), caps);
  return better.capKw === from.capKw ? better : settled(house, better, free, caps);
}

/** A run in one piece that has begun is not moved any more. */
const isLocked = ({ demand, state }: HouseClaim, now: UnixSeconds) =>
  demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);

const freeOf = ({ claims, now }: HouseTerms) => claims.filter((claim) => !isLocked(claim, now));

const lockedOf = ({ claims, now }: HouseTerms) => claims.filter((claim) => isLocked(claim, now));

/** The best order below a cap on the peak, where one may be better than `best`; no dearer than the given order by the prices of the meter. */
function planned(house: HouseSearch, given: readonly HouseTurn[], capKw: number, best?: HouseTry): HouseTry {
  const locked = tryOf(house, given.slice(0, lockedOf(house).length), capKw);
  const asGiven = tryOf(house, given, capKw);
  const ordered = bestOrder(
    freeOf(house),
    inOrderOf(house, locked, best),
    (one, other) => one !== undefined && (other === undefined || isBetter(one, other)),
  );
  return ordered ? bestTry([ordered, asGiven]) : asGiven;
}

/** Starts of a run in one piece that are tried in the given order. */
const STARTS = 4;

/** Devices in the given order, those that have begun before the others, without a thought of the stores. */
function inTurn(house: HouseSearch): readonly HouseTurn[] {
  const bare = searchIn({ ...house, stores: [], rooms: ['sun'], peak: undefined });
  const claims = [...lockedOf(house), ...freeOf(house)];
  return claims.reduce(
    (before, claim) => nextOf(bare, before, claim, [before.ground()], STARTS),
    tryOf(bare, [], Number.POSITIVE_INFINITY),
  ).turns;
}
