import type { Offers } from '../house/marginal.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Work } from '../work.ts';
import { type Ground, withOffers } from './ground.ts';
import { type HouseTry, tryOf } from './house-try.ts';
import { nextOf } from './next-device.ts';
import type { HouseSearch } from './search.ts';

/** Starts of a run in one piece that are tried for a device that is planned again. */
const STARTS = 4;

/** One device taken out and planned again, where that saves more than `worth`; in any case if `worth` is left out. */
export function* plannedAgain(house: HouseSearch, from: HouseTry, claim: HouseClaim, worth?: number): Work<HouseTry> {
  const others = from.turns.filter((turn) => turn.claim !== claim);
  const without = tryOf(house, others, from.capKw);
  const standing = worth === undefined ? undefined : from;
  return yield* nextOf(house, without, claim, guidesFor(house, from, without), STARTS, standing, worth);
}

/** Stored energy is worth less without a load than with it: both are tried, and what is between. */
function guidesFor(house: HouseSearch, withIt: HouseTry, without: HouseTry): readonly [Ground, ...Ground[]] {
  const ground = without.ground();
  const { offers } = withIt.ground();
  const between: Offers = (at) => {
    const others = ground.offers(at);
    return offers(at).map((offer, i) => {
      const other = others[i] ?? offer;
      return { perKwh: (offer.perKwh + other.perKwh) / 2, kw: (offer.kw + other.kw) / 2 };
    });
  };
  return [ground, withOffers(house, ground, offers), withOffers(house, ground, between)];
}
