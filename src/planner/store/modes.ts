import type { Stage } from './cut.ts';
import type { StoredWorth } from './sequel.ts';
import type { StoreTerms } from './terms.ts';
import type { StoreMode } from './types.ts';
import { flowWith, netKwOf } from './ways.ts';

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
  if (!stage.isThere) return 'normal';
  const surplusKw = -netKwOf(stage, store);
  const curtailKw = curtailedKw(move, store);
  const leftKw = surplusKw - curtailKw;
  if (chargeKw > Math.max(0, leftKw) + NOISE) return 'charge';
  if (dischargeKw > Math.max(0, -leftKw) + NOISE) return 'discharge';
  // Sun curtailed below the load is power bought instead: the store neither covers that nor has anything to take.
  const isBought = leftKw < Math.min(0, surplusKw) - NOISE;
  const covers = dischargeKw > 0 || (!isBought && mayCover(move, store, worth.last));
  const takes = chargeKw > 0 || surplusKw <= 0 || isBought || mayTake(move, store, worth.next, curtailKw > NOISE);
  if (takes) return covers ? 'normal' : 'hold';
  return 'holdcharge';
}

/** The solar power that is curtailed beside a move. */
const curtailedKw = ({ stage, chargeKw, dischargeKw }: StoreMove, store: StoreTerms) =>
  stage.slot.curtailable ? flowWith(stage, store, chargeKw, dischargeKw).curtailKw : 0;

/** A load that nobody foresaw pays for what is taken out for it, and that is not of the reserve. */
function mayCover({ stage, begins }: StoreMove, store: StoreTerms, worth: number): boolean {
  if (begins <= store.minKwh + NOISE) return store.minKwh === 0;
  return (stage.slot.importPrice - store.wearPerKwh) * store.dischargeEfficiency >= worth - NOISE;
}

/** The sun that is left is worth more stored than sold, and there is room for it. */
function mayTake({ stage, ends }: StoreMove, store: StoreTerms, worth: number, isCurtailed: boolean): boolean {
  if (ends >= store.maxKwh - NOISE) return store.maxKwh === store.capacityKwh;
  return (isCurtailed ? 0 : stage.slot.exportPrice) <= worth * store.chargeEfficiency + NOISE;
}
