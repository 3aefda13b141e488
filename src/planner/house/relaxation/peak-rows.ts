import type { UnixSeconds } from '../../types.ts';
import { highestWindow } from '../peak.ts';
import { capWithin, freeKwOf, type PeakTerms } from '../peak-terms.ts';
import type { HouseSlot } from '../terms.ts';
import type { MeterRow } from './meter-rows.ts';
import { addColumn, addEntry, addRow, type HouseRows, type Place } from './rows.ts';

/** The highest window while it is looked for. */
export interface PeakColumn {
  /** What adds nothing to the month any more, the window that is under way included. */
  readonly freeKw: number;
  /** What is above it; each slot hands it on to the next, and so no column joins rows that are far apart. */
  place: Place;
}

export const peakColumnOf = (peak: PeakTerms): PeakColumn => ({
  freeKw: Math.max(0, freeKwOf(peak), highestWindow(peak.rule, peak.begun)),
  place: undefined,
});

/** No slot buys more than the highest window lets it. */
export function addPeak(
  rows: HouseRows,
  peak: PeakTerms,
  column: PeakColumn,
  { start }: HouseSlot,
  { bought }: MeterRow,
  now: UnixSeconds,
  buyKw: number,
): void {
  const free = capWithin(peak, start, now, column.freeKw);
  if (free === Number.POSITIVE_INFINITY) return;
  const perKw = (capWithin(peak, start, now, column.freeKw + buyKw) - free) / buyKw;
  const row = addRow(rows, free);
  for (const place of bought) addEntry(rows, place, row, 1);
  addColumn(rows, 0, free + perKw * buyKw, [row, 1]);
  const before = column.place;
  if (before === undefined) column.place = addColumn(rows, priceOf(peak), buyKw, [row, -perKw]);
  else {
    const same = addRow(rows, 0);
    addEntry(rows, before, same, -1);
    column.place = addColumn(rows, 0, buyKw, [same, 1], [row, -perKw]);
  }
}

/** Money for a kW of the highest window. */
const priceOf = ({ rule: { perKw = 0, pick, per } }: PeakTerms) => perKw / pick / (per === 'year' ? 12 : 1);
