import { type HouseSlot, type HouseTerms, houseTermsOf } from '../../../../src/planner/house/terms.ts';
import type { DeviceSlot, House } from '../../../../src/planner/house/types.ts';
import type { Store } from '../../../../src/planner/store/types.ts';
import { at } from '../planning.ts';

/** What differs from an hour without load and sun, at 30 ct to buy and 8 ct for what is fed in. */
export type Hour = Partial<Omit<DeviceSlot, 'start' | 'end'>>;

/** Hours from midnight. */
export const hoursOf = (...hours: readonly Hour[]): DeviceSlot[] =>
  hours.map((hour, i) => ({
    ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: 0.3, exportPrice: 0.08, loadKw: 0, solarKw: 0 },
    ...hour,
  }));

/** Empty, without a loss, and nothing that is left in it is worth anything. */
export const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 5, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [] },
};

export const houseTerms = (hours: readonly Hour[], more: Partial<House> = {}, now = at(0)): HouseTerms =>
  houseTermsOf({ slots: hoursOf(...hours), stores: [], devices: [], ...more }, now);

/** The slots of a house without a cap on what is bought. */
export const uncapped = ({ slots }: HouseTerms): HouseSlot[] =>
  slots.map((slot) => ({ ...slot, importKw: slot.fuseKw }));
