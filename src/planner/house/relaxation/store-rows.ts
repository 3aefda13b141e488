import type { Stage } from '../../store/cut.ts';
import type { HouseStore } from '../terms.ts';
import { addColumn, addEntry, addRow, type HouseRows, type Place } from './rows.ts';

/** What a store charges and discharges in a stage, and what is stored after it above the least. */
export interface StoreColumns {
  readonly charge: Place;
  readonly discharge: Place;
  readonly stored: Place;
}

/** Float noise of energy. */
const NOISE = 1e-6;

/**
 * A stage of a store: what was stored, and what is charged and discharged, is what is stored after it.
 *
 * @param balance the row of the meter
 * @param netKw what the house uses beside: a store that may not buy goes by it
 * @param usedKw the same with all devices: a store that may not sell goes by it
 */
export function addStage(
  rows: HouseRows,
  { terms }: HouseStore,
  { hours, isThere, goals }: Stage,
  before: StoreColumns | undefined,
  balance: number,
  netKw: number,
  usedKw: number,
): StoreColumns {
  const { leastKwh, mostKwh, chargeEfficiency, dischargeEfficiency, wearPerKwh } = terms;
  const range = Math.max(NOISE, mostKwh - leastKwh);
  const row = addRow(rows, before ? 0 : terms.storedKwh - leastKwh);
  if (before) addEntry(rows, before.stored, row, -1);
  const chargeKw = terms.fromGrid ? terms.maxChargeKw : Math.min(terms.maxChargeKw, Math.max(0, -netKw));
  const dischargeKw = terms.toGrid ? terms.maxDischargeKw : Math.min(terms.maxDischargeKw, Math.max(0, usedKw));
  const power = (cost: number, kw: number, sign: number, efficiency: number) =>
    isThere ? addColumn(rows, cost, kw, [balance, -sign], [row, -sign * hours * efficiency]) : undefined;
  const charge = power(0, chargeKw, 1, chargeEfficiency);
  const discharge = power(hours * wearPerKwh, dischargeKw, -1, 1 / dischargeEfficiency);
  const stored = addColumn(rows, 0, range, [row, 1]);
  for (const goal of goals) {
    const dueKwh = goal - leastKwh;
    // What is never below a goal needs none.
    if (dueKwh <= 0) continue;
    const due = addRow(rows, dueKwh);
    addEntry(rows, stored, due, 1);
    addColumn(rows, terms.goalWeight, dueKwh + range, [due, 1]);
    addColumn(rows, 0, dueKwh + range, [due, -1]);
  }
  return { charge, discharge, stored };
}

/** What is stored after the last stage at what it is worth. */
export function addEnd(rows: HouseRows, { end: { slopes, lengths } }: HouseStore, { stored }: StoreColumns): void {
  const row = addRow(rows, 0);
  addEntry(rows, stored, row, -1);
  for (const [i, slope] of slopes.entries()) addColumn(rows, slope, lengths[i] as number, [row, 1]);
}
