import { solverOf } from '../../linear/interior-point.ts';
import { heightAt } from '../../store/curves/curve.ts';
import { stagesOf } from '../../store/cut.ts';
import { type PeakTerms, peakOf } from '../peak-terms.ts';
import type { HouseSlot, HouseTerms } from '../terms.ts';
import { addMeter, mostOf } from './meter-rows.ts';
import { addPeak, peakColumnOf } from './peak-rows.ts';
import { amountIn, type HouseRows } from './rows.ts';
import { addEnd, addStage, type StoreColumns } from './store-rows.ts';

/** What comes of loads at the best, were stores free of minimum powers and of what prices below zero forbid. */
export interface Relaxation {
  /** All money that a plan is weighed by, with what passes limits and is short of goals at its weight. */
  readonly money: number;
  /** What a kWh more would cost in each slot. */
  readonly perKwh: Float64Array;
  /** What each store takes (positive) or gives in each slot, in kW. */
  readonly powers: readonly Float64Array[];
  /** The highest window in kW, where each kW of it has a price. */
  readonly peakKw: number | undefined;
}

/**
 * The stores of a house, its meter and its peak as one linear programme.
 *
 * @param devicesKw the most that devices take at once
 * @param peak where each kW of the highest window has a price
 * @returns what comes of loads of devices, in kW by the slot
 */
export function relaxationOf(
  house: HouseTerms,
  slots: readonly HouseSlot[],
  devicesKw: number,
  peak?: PeakTerms,
): (loads: Float64Array) => Relaxation {
  const { stores, now } = house;
  const rows: HouseRows = { columns: [], right: [] };
  const most = mostOf(house, slots, devicesKw);
  const highest = peak && peakColumnOf(peak);
  const stages = stores.map(({ store }) => stagesOf(slots, store, now));
  const moves = stores.map((): StoreColumns[] => []);
  const balances = slots.map((slot, i) => {
    const meter = addMeter(rows, house, slot, most);
    if (peak && highest) addPeak(rows, peak, highest, slot, meter, now, most.buyKw);
    for (const [k, store] of stores.entries()) {
      const stage = stages[k]?.[i];
      if (stage)
        moves[k]?.push(addStage(rows, store, stage, moves[k].at(-1), meter.row, meter.netKw, meter.netKw + devicesKw));
    }
    return meter.row;
  });
  for (const [k, store] of stores.entries()) addEnd(rows, store, moves[k]?.at(-1) as StoreColumns);
  const solve = solverOf(rows.columns, rows.right.length);
  const begunCost = peak ? peakOf(peak, []).cost : 0;
  const atLeast = stores.reduce((sum, { end }) => sum + heightAt(end, end.from), begunCost);

  return (loads) => {
    const right = Float64Array.from(rows.right);
    for (const [i, row] of balances.entries()) right[row] = (right[row] as number) + (loads[i] as number);
    const { cost, amounts, prices } = solve(right);
    return {
      money: cost + atLeast,
      perKwh: Float64Array.from(balances, (row, i) => (prices[row] as number) / hoursOf(slots[i] as HouseSlot)),
      powers: moves.map((each) =>
        Float64Array.from(each, ({ charge, discharge }) => amountIn(amounts, charge) - amountIn(amounts, discharge)),
      ),
      peakKw: highest && highest.freeKw + amountIn(amounts, highest.place),
    };
  };
}

const hoursOf = ({ start, end }: HouseSlot) => (end - start) / 3600;
