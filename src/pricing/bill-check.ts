import { type ComponentName, type Components, componentNames } from '../core/components.ts';

/** Numbers of a bill beside the figures that price the same thing here. Amounts are in the currency. */

export interface Bill {
  /** Whether VAT is in `perKwh` and `monthly`. It always is in `total`. */
  readonly vat: 'in' | 'out';
  /** Whether levies are in `perKwh`. They are where it is left out. */
  readonly contains?: 'network' | 'levies';
  /** Network charge of a kWh. */
  readonly perKwh?: number | undefined;
  /** Charged every month. */
  readonly monthly?: number | undefined;
  /** The whole amount for `kWh` in `months`. */
  readonly total?: number | undefined;
  readonly kWh?: number | undefined;
  readonly months?: number | undefined;
}

/** The figures that the price of a household is made of. */
export interface BilledFigures {
  /** Means per kWh for use that is the same at all times. */
  readonly flat: Components;
  /** Charged every month, without VAT; left out where it is not known. */
  readonly monthly?: number;
}

export interface BillLine {
  readonly billed: number;
  /** Left out where it is not known. */
  readonly ours?: number;
  readonly differs: boolean;
}

/** Shares by which a line of a bill may differ: by rounded parts, and by the hours of use. */
const LINE_TOLERANCE = 0.01;
const TOTAL_TOLERANCE = 0.05;
/** A larger share is more often a mistake in reading the bill than another price. */
const FAR_OFF = 0.3;

/** The numbers that a bill has, each beside ours. */
export function checkBill(
  bill: Bill,
  { flat, monthly }: BilledFigures,
): Partial<Record<'perKwh' | 'monthly' | 'total', BillLine>> {
  const { energy, grid, fees = 0, vat } = flat;
  const rate = vat !== undefined && energy !== undefined ? vat / (energy + (grid ?? 0) + fees) : undefined;
  const factor = bill.vat === 'out' ? 1 : rate !== undefined ? 1 + rate : undefined;
  const asBilled = (net: number | undefined) => (net === undefined || factor === undefined ? undefined : net * factor);
  const { perKwh, total, kWh, months = 1 } = bill;
  const included = bill.contains === 'network' ? 0 : fees;
  const withVat = (billed: number) => (bill.vat === 'in' ? billed : billed * (1 + (rate ?? 0)));
  const fixed = bill.monthly === undefined ? (monthly ?? 0) * (1 + (rate ?? 0)) : withVat(bill.monthly);
  const isWhole = energy !== undefined && grid !== undefined && vat !== undefined && kWh !== undefined;
  const used = isWhole ? (energy + grid + fees + vat) * kWh + fixed * months : undefined;
  return {
    ...(perKwh !== undefined && {
      perKwh: lineOf(perKwh, asBilled(grid === undefined ? undefined : grid + included), LINE_TOLERANCE),
    }),
    ...(bill.monthly !== undefined && { monthly: lineOf(bill.monthly, asBilled(monthly), LINE_TOLERANCE) }),
    ...(total !== undefined && { total: lineOf(total, used, TOTAL_TOLERANCE) }),
  };
}

const lineOf = (billed: number, ours: number | undefined, tolerance: number): BillLine => ({
  billed,
  ...(ours !== undefined && { ours }),
  differs: ours !== undefined && Math.abs(billed - ours) > tolerance * Math.abs(ours),
});

/** The share of ours by which a line of a bill is higher; left out where ours is unknown or zero. */
export const shareOf = ({ billed, ours }: BillLine): number | undefined =>
  ours ? (billed - ours) / Math.abs(ours) : undefined;

export const isFarOff = (line: BillLine): boolean => Math.abs(shareOf(line) ?? 0) > FAR_OFF;

/** The mean of each component that all the points have, which are of one length. */
export function flatMean(points: readonly Components[]): Components {
  const mean: { [name in ComponentName]?: number } = {};
  for (const name of componentNames) {
    const values = points.flatMap((point) => point[name] ?? []);
    if (points.length > 0 && values.length === points.length)
      mean[name] = values.reduce((sum, value) => sum + value, 0) / values.length;
  }
  return mean;
}
