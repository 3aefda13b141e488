import type { StoreMoves } from '../store/moves.ts';
import type { Taken } from './order.ts';
import { capWithin, peakOf } from './peak-terms.ts';
import { sharedMoves } from './shared-stores.ts';
import { slotsWith } from './sun.ts';
import type { HouseSlot, HouseTerms } from './terms.ts';

/** What comes of the loads of some devices, with the stores planned for them. */
export interface Reckoning {
  /** With the loads, and with the cap as the most that is to be bought. */
  readonly slots: readonly HouseSlot[];
  readonly moves: readonly StoreMoves[];
  /** What each store takes (positive) or gives in each slot, in kW. */
  readonly powers: readonly Float64Array[];
  /** Above the fuse and what may be sold. */
  readonly aboveKwh: number;
  /** Short of the goals of stores. */
  readonly shortKwh: number;
  /** For the grid and for wear. */
  readonly cost: number;
  readonly peakKw: number;
  readonly peakCost: number;
  /** All money, less the worth of what is left in the stores. */
  readonly money: number;
  /** `money` with what passes limits and is short of goals at its weight. */
  readonly weighed: number;
}

/** @param capped the slots with a cap on what is bought */
export function reckoningOf(house: HouseTerms, capped: readonly HouseSlot[], loads: readonly Taken[]): Reckoning {
  const slots = slotsWith(capped, loads);
  const { moves, powers, grid, aboveKwh, shortKwh, wear, left, total, ...shared } = sharedMoves(house, slots);
  const peak = house.peak ? peakOf(house.peak, grid) : { kw: Math.max(0, ...grid.map(({ kw }) => kw)), cost: 0 };
  const cost = shared.cost + wear;
  const money = cost + peak.cost + left;
  return {
    slots,
    moves,
    powers,
    aboveKwh,
    shortKwh,
    cost,
    peakKw: peak.kw,
    peakCost: peak.cost,
    money,
    weighed: total + peak.cost,
  };
}

/** The slots with a cap on what is bought. */
export function cappedSlots({ slots, peak, now }: HouseTerms, capKw: number): readonly HouseSlot[] {
  return slots.map((slot) => {
    const cap = peak ? capWithin(peak, slot.start, now, capKw) : capKw;
    return { ...slot, importKw: Math.min(slot.fuseKw, cap) };
  });
}
