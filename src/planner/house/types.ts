import type { Slot, Store, StorePlan } from '../store/types.ts';
import type { Horizon, TimeSpan } from '../types.ts';
import type { DeviceNeed } from './order.ts';
import type { HousePeak } from './peak.ts';
import type { SitePlan } from './site.ts';

/** A device of a house. Its horizon is the house's slots unless it names its own. */
export interface HouseClaim extends DeviceNeed {
  readonly horizon?: Horizon;
}

/** A slot of a house, in which its devices may have a limit of their own. */
export interface DeviceSlot extends Slot {
  /** kW that the planned devices take together at the most, whatever sun and stores do: a grid operator's limit for them. */
  readonly devicesKw?: number;
}

/** Devices, stores and a roof behind one meter. */
export interface House {
  /** One after the other without gaps; their load is without the devices and stores. */
  readonly slots: readonly DeviceSlot[];
  readonly stores: readonly Store[];
  readonly devices: readonly HouseClaim[];
  /** The most that may be bought and sold at any time; a slot may have less. */
  readonly importKw?: number;
  readonly exportKw?: number;
  readonly peak?: HousePeak;
}

/** What passes the meter: bought above 0, sold below. */
export interface GridStep extends TimeSpan {
  readonly kw: number;
}

export interface HousePlan {
  /** In the order of the claims. */
  readonly devices: readonly SitePlan[];
  readonly stores: readonly StorePlan[];
  readonly grid: readonly GridStep[];
  /** The highest window of the plan, by the rule of the peaks; without one the highest power bought. */
  readonly peakKw: number;
  /** Money for a month that the plan's peak adds to what was certain of it. */
  readonly peakCost: number;
  /** Money for the grid and for wear, all that the house uses included, but for peaks. */
  readonly cost: number;
  /** The same with what each device takes taken at once and without the stores; those with goals charged at once. */
  readonly baselineCost: number;
  /** `cost` and `peakCost`, less the value of energy that is left in the stores: no plan that runs the devices for as long comes to less. */
  readonly bound: number;
  /** Money by which this plan is above `bound`: it is at most that much dearer than the best plan. */
  readonly gap: number;
}
