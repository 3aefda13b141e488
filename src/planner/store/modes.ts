import type { Stage } from './cut.ts';
import type { StoredWorth } from './sequel.ts';
import type { StoreTerms } from './terms.ts';
import type { StoreMode } from './types.ts';
import { netKwOf } from './ways.ts';

/** What a store does in a stage. */
export interface StoreMove {
  readonly stage: Stage;
  readonly chargeKw: number;
  readonly dischargeKw: number;
  /** Before and after. */
  readonly begins: number;
  readonly ends: number;
}

/** Float noise of money, power and energy. */
const NOISE = 1e-9;

/** The mode of a move: what a power of 0 means is told by what stored energy is worth. */
export function modeOf(move: StoreMove, store: StoreTerms, worth: StoredWorth): StoreMode {
  const { stage, chargeKw, dischargeKw } = move;
  const netKw = netKwOf(stage, store);
  if (!stage.isThere) return 'normal';
  if (chargeKw > Math.max(0, -netKw) + NOISE) return 'charge';
  if (dischargeKw > Math.max(0, netKw) + NOISE) return 'discharge';
  const covers = dischargeKw > 0 || mayCover(move, store, worth.last);
  const takes = chargeKw > 0 || netKw >= 0 || mayTake(move, store, worth.next);
  if (takes) return covers ? 'normal' : 'hold';
  return 'holdcharge';
}

/** A load that nobody foresaw pays for what is taken out for it, and that is not of the reserve. */
function mayCover({ stage, begins }: StoreMove, store: StoreTerms, worth: number): boolean {
  if (begins <= store.minKwh + NOISE) return store.minKwh === 0;
  return (stage.slot.importPrice - store.wearPerKwh) * store.dischargeEfficiency >= worth - NOISE;
}

/** The sun that is left is worth more stored than sold, and there is room for it. */
function mayTake({ stage, ends }: StoreMove, store: StoreTerms, worth: number): boolean {
  if (ends >= store.maxKwh - NOISE) return store.maxKwh === store.capacityKwh;
  const { exportPrice, curtailable } = stage.slot;
  return (curtailable ? Math.max(0, exportPrice) : exportPrice) <= worth * store.chargeEfficiency + NOISE;
}
