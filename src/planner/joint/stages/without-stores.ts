import { horizonIn } from '../../house/house-horizon.ts';
import type { Claim } from '../../house/order.ts';
import { siteSearch } from '../../house/site.ts';
import type { Surplus } from '../../house/surplus.ts';
import { type HouseTerms, houseNetKw } from '../../house/terms.ts';
import type { HouseClaim } from '../../house/types.ts';
import type { Work } from '../../work.ts';
import type { HouseTurn } from '../search.ts';

/** More than any house has, in kW. */
const NO_LIMIT_KW = 1e6;
/** Later than any plan. */
const FOREVER = 60 * (2 ** 31 - 1);

/** The devices of a house as `planSite` plans them: with the sun and below the limits, as if the stores did nothing. */
export function* withoutStores({ claims, slots, stores, now, peak }: HouseTerms): Work<HouseTurn[]> {
  const net = slots.map((slot) => ({ start: slot.start, end: slot.end, kw: houseNetKw(stores, slot) }));
  const prices = horizonIn(slots, ({ importPrice }) => importPrice);
  const feedin = slots.map(({ start, end, exportPrice, curtailable }) => ({
    ...{ start, end, price: curtailable === true ? Math.max(0, exportPrice) : exportPrice },
  }));
  const asked = claims.map((claim): Claim => ({ feedin, ...claim, horizon: claim.horizon ?? prices }));
  const surplus = net.flatMap(({ start, end, kw }, i): Surplus[] => {
    const exportKw = slots[i]?.exportKw;
    return kw < 0 ? [{ start, end, kw: -kw, ...(exportKw !== undefined && { exportKw }) }] : [];
  });
  const rooms = slots.map(({ fuseKw, devicesKw = NO_LIMIT_KW }, i) =>
    Math.min(NO_LIMIT_KW, devicesKw, fuseKw - (net[i]?.kw ?? 0)),
  );
  const limitKw = Math.max(0, ...rooms);
  const withheld = net.map(({ start, end }, i) => ({
    ...{ start, end: i + 1 < net.length ? end : FOREVER, kw: limitKw - (rooms[i] as number) },
  }));
  const plans = yield* siteSearch(asked, limitKw, now, [], surplus, withheld, peak && { terms: peak, net });
  return plans.map((plan, i) => ({ plan, claim: claims[i] as HouseClaim })).sort((a, b) => a.plan.turn - b.plan.turn);
}
