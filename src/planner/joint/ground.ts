import type { Blocked } from '../bounds.ts';
import { horizonIn } from '../house/house-horizon.ts';
import { marginalPrice, type Offers } from '../house/marginal.ts';
import { blockedIn } from '../house/room.ts';
import type { HouseSlot, HouseTerms } from '../house/terms.ts';
import type { Horizon } from '../types.ts';
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
}

export function groundIn(house: HouseTerms, slots: readonly HouseSlot[], offers: Offers): Ground {
  return {
    ...{ slots, offers },
    rooms: house.rooms.map((room) => remembered(blockedIn(house, slots, room))),
    prices: pricesIn(house, slots, offers),
    plain: pricesIn(house, slots, () => []),
  };
}

export const pricesIn = ({ stores, limitWeight }: HouseTerms, slots: readonly HouseSlot[], offers: Offers): Prices =>
  remembered((kw) => horizonIn(slots, (slot) => marginalPrice(slot, stores, offers(slot.start), kw, limitWeight)));
