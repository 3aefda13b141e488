import { round6 } from '../../core/components.ts';
import { isoTimeIn } from '../../core/time.ts';
import type { AccountRun } from '../../pricing/account/types.ts';

const COLUMNS = [
  'start',
  'end',
  'switched_by',
  'energy_kwh',
  'priced_kwh',
  'cost',
  'baseline_cost',
  'saved',
  'currency',
] as const;

/** Runs as a table for a spreadsheet; money is in the currency of the last column. */
export function accountCsv(runs: readonly AccountRun[], timeZone: string): string {
  const rows = runs.map(({ start, end, by, energyKwh, pricedKwh, cost, baselineCost, currency }) => {
    const amounts = [energyKwh, pricedKwh, cost, baselineCost, baselineCost - cost].map(round6);
    return [isoTimeIn(timeZone, start), isoTimeIn(timeZone, end), by, ...amounts, currency ?? ''];
  });
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
