import { round6 } from '../../core/components.ts';

/** 31 days: what is longer is a mistake, and planning it would take the house's time. */
export const MOST_MINUTES = 44_640;

/** kWh, the largest need of a device with a power of `powerKw`. */
export const maxEnergyKwh = (powerKw: number): number => round6((MOST_MINUTES / 60) * powerKw);

/** kWh, more than the battery of any car: what is more was mistyped. */
export const MOST_ASKED = 300;
