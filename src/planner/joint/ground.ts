import type { Blocked } from '../bounds.ts';
import { horizonIn } from '../house/house-horizon.ts';
import { marginalPrice, type Offers } from '../house/marginal.ts';
import { leastKwOf, meanKwOf } from '../house/order.ts';
import { blockedIn } from '../house/room.ts';
import type { HouseSlot, HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Horizon, Plan } from '../types.ts';
import { planAround } from '../window/plan-window.ts';
import { remembered } from './remembered.ts';

/** What a kWh costs a load of so many kW. */
export type Prices = (kw: number) => Horizon;

/** What the plans for some devices leave to one more. */
export interface Ground {
  readonly slots: readonly HouseSlot[];
  readonly offers: Offers;
  /** The times without room, for each that may make some. */
  readonly rooms: readonly Blocked[];
  /** With what the stores offer, and by the meter alone. */
  readonly prices: Prices;
  readonly plain: Prices;
  /** The plans that are best at the prices of the mean power, one for each room. */
  readonly best: (claim: HouseClaim) => readonly Plan[];
  /** The same at those of the least power, which no power pays less than. */
  readonly least: (claim: HouseClaim) => readonly Plan[];
}

export const groundIn = (house: HouseTerms, slots: readonly HouseSlot[], offers: Offers): Ground =>
  groundWith(
    house,
    slots,
    offers,
    house.rooms.map((room) => remembered(blockedIn(house, slots, room))),
  );

/** The same where stores offer something else. */
export const withOffers = (house: HouseTerms, { slots, rooms }: Ground, offers: Offers): Ground =>
  groundWith(house, slots, offers, rooms);

function groundWith(house: HouseTerms, slots: readonly HouseSlot[], offers: Offers, rooms: readonly Blocked[]): Ground {
  const prices = pricesIn(house, slots, offers);
  const plansAt = (kw: number, { demand, state }: HouseClaim) =>
    rooms.map((blocked) => planAround(demand, prices(kw), house.now, state, blocked));
  const best = remembered((claim: HouseClaim) => plansAt(meanKwOf(claim), claim));
  const isEven = (claim: HouseClaim) => leastKwOf(claim) === meanKwOf(claim);
  return {
    ...{ slots, offers, rooms, prices, best },
    plain: pricesIn(house, slots, () => []),
    least: remembered((claim) => (isEven(claim) ? best(claim) : plansAt(leastKwOf(claim), claim))),
  };
}

export const pricesIn = ({ stores, limitWeight }: HouseTerms, slots: readonly HouseSlot[], offers: Offers): Prices =>
  remembered((kw) => horizonIn(slots, (slot) => marginalPrice(slot, stores, offers(slot.start), kw, limitWeight)));
