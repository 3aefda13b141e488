import { checkHouse } from '../house/checks.ts';
import { bestOrder } from '../house/order.ts';
import { freeKwOf } from '../house/peak-terms.ts';
import { type HouseTerms, houseTermsOf } from '../house/terms.ts';
import type { House, HousePlan } from '../house/types.ts';
import type { UnixSeconds } from '../types.ts';
import { isLocked } from './candidates.ts';
import { housePlanOf } from './house-plan.ts';
import { bestTry, type HouseTry, isBetter, tryOf } from './house-try.ts';
import { inOrderOf } from './in-order.ts';
import { nextOf } from './next-device.ts';
import { type HouseSearch, type HouseTurn, searchIn } from './search.ts';
import { shiftDevices } from './shifting/shift-devices.ts';

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
  const capKw = halfWay(terms, uncapped);
  const best = capKw === undefined ? uncapped : bestTry([uncapped, planned(terms, given, capKw, uncapped)]);
  return housePlanOf(terms, shiftDevices(terms, best));
}

/** Where each kW of a peak has a price: the cap between what adds nothing and what is highest without one. */
function halfWay({ peak }: HouseTerms, { reckoning: { peakKw } }: HouseTry): number | undefined {
  const freeKw = peak && !peak.rule.steps ? freeKwOf(peak) : peakKw;
  return freeKw < peakKw ? (freeKw + peakKw) / 2 : undefined;
}

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
