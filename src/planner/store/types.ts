import type { TimeSpan, UnixSeconds } from '../types.ts';

/** A stretch of a house with one price and one forecast; prices are all included. */
export interface Slot {
  readonly start: UnixSeconds;
  readonly end: UnixSeconds;
  /** Money per kWh bought. */
  readonly importPrice: number;
  /** Money per kWh sold. */
  readonly exportPrice: number;
  /** The house without what is planned here. */
  readonly loadKw: number;
  readonly solarKw: number;
  /** `true`: all of the sun can be curtailed; `'excess'`: the inverter curtails what exceeds `exportKw`, and nothing else. */
  readonly curtailable?: boolean | 'excess';
  /** The most that may be bought and sold; without one there is no limit. */
  readonly importKw?: number;
  readonly exportKw?: number;
  /** Prices that are not published yet. */
  readonly estimated?: boolean;
}

/** So much is to be stored by then; what is short is said. */
export interface StoreGoal {
  readonly storedKwh: number;
  readonly by: UnixSeconds;
}

/** A battery, or a car that can modulate. Powers are on the AC side. */
export interface Store {
  readonly capacityKwh: number;
  /** The reserve: nothing is discharged below it, and a store that begins below it is only charged; 0. */
  readonly minKwh?: number;
  /** Nothing is charged above it; the capacity. */
  readonly maxKwh?: number;
  readonly storedKwh: number;
  readonly maxChargeKw: number;
  /** 0 for a store that only charges. */
  readonly maxDischargeKw: number;
  /** The least power of charging when on; 0. */
  readonly minChargeKw?: number;
  /** What the store draws from the house as long as it is there; 0. */
  readonly standbyKw?: number;
  /** The share of what is charged that is stored. */
  readonly chargeEfficiency: number;
  /** The share of what is taken out that reaches the house. */
  readonly dischargeEfficiency: number;
  /** Money per kWh discharged; 0. */
  readonly wearPerKwh?: number;
  /** False where it may be charged from the sun alone. */
  readonly fromGrid?: boolean;
  /** False where it may not be discharged to the grid. */
  readonly toGrid?: boolean;
  /**
   * What stored energy is worth at the end, from an empty store up: the first `kwh` are worth `perKwh` each, the next no
   * more, what is beyond nothing. Left out, the last day is taken to come once more.
   */
  readonly endValue?: readonly { readonly kwh: number; readonly perKwh: number }[];
  readonly goals?: readonly StoreGoal[];
  /** When it is there; always. */
  readonly available?: readonly TimeSpan[];
}

/**
 * `normal` covers the house and takes the sun; `hold` does not discharge; `holdcharge` does not charge; `charge` takes
 * power from the grid, and `discharge` gives it to the grid.
 */
export type StoreMode = 'normal' | 'hold' | 'holdcharge' | 'charge' | 'discharge';

/** What a store does in a slot, or in a part of one: slots are cut where it comes and goes and where a goal is due. */
export interface StoreStep {
  readonly start: UnixSeconds;
  readonly end: UnixSeconds;
  readonly chargeKw: number;
  readonly dischargeKw: number;
  /** The sun that is turned down. */
  readonly curtailKw: number;
  /** At the end. */
  readonly storedKwh: number;
  readonly mode: StoreMode;
  /** What the last kWh stored is worth later: a load pays for covering when it saves as much. */
  readonly valuePerKwh: number;
}

export interface StorePlan {
  readonly slots: readonly StoreStep[];
  /** What is short of the goals, in the sum. */
  readonly shortKwh: number;
  /** Money for the grid and for wear, the load of the house included. */
  readonly cost: number;
  /** The house without the store; of one with goals, charged at once. */
  readonly baselineCost: number;
  /** Against the baseline, with what either leaves stored at its value. */
  readonly saving: number;
}
