import { rowOn } from '../core/dated.ts';
import type { LocalDate } from '../core/time.ts';
import type { DatedRate, Levy, Vat } from './book.ts';
import { mostSpecificFirst, type SupplyPoint } from './place/scope.ts';

/** A sum of levies: so much per kWh, and a share of energy and network. */
export interface LevyRates {
  readonly perKwh: number;
  readonly share: number;
  /** The least that the shares come to, per kWh. */
  readonly minimum?: number;
  /** The part of `perKwh` that bears no VAT. */
  readonly vatFree?: number;
}

interface LevyInForce {
  readonly levy: Levy;
  readonly rate: DatedRate;
}

/** The levies in force at `place` on `date`. Of rows with one name the most specific counts. */
export function leviesInForce(levies: readonly Levy[], place: SupplyPoint, date: LocalDate): LevyInForce[] {
  const byName = new Map<string, LevyInForce>();
  for (const levy of mostSpecificFirst(levies, place)) {
    const rate = rowOn(levy.rates, date);
    if (rate && !byName.has(levy.name)) byName.set(levy.name, { levy, rate });
  }
  return [...byName.values()];
}

/** The sum of the levies in force at `place` on `date`; `undefined` where there is none. */
export function leviesOn(levies: readonly Levy[], place: SupplyPoint, date: LocalDate): LevyRates | undefined {
  const inForce = leviesInForce(levies, place, date);
  if (inForce.length === 0) return undefined;
  const sum = { perKwh: 0, share: 0, minimum: 0, vatFree: 0 };
  for (const { levy, rate } of inForce) {
    sum[levy.basis === 'share' ? 'share' : 'perKwh'] += rate.value;
    sum.minimum += levy.minimum ?? 0;
    if (levy.vatFree) sum.vatFree += rate.value;
  }
  const { perKwh, share, minimum, vatFree } = sum;
  return { perKwh, share, ...(minimum > 0 && { minimum }), ...(vatFree > 0 && { vatFree }) };
}

/** The levies per kWh on a price of energy and network of `base` per kWh. */
export const leviesFor = ({ perKwh, share, minimum }: LevyRates, base: number): number =>
  perKwh + (minimum === undefined ? share * base : Math.max(minimum, share * base));

/** Energy and network of a sum that holds `levies` too: the inverse of `leviesFor`. */
export function withoutLevies(sum: number, levies: LevyRates = { perKwh: 0, share: 0 }): number {
  const { perKwh, share, minimum } = levies;
  const base = (sum - perKwh) / (1 + share);
  return minimum === undefined || share * base >= minimum ? base : sum - perKwh - minimum;
}

/**
 * The VAT rate at `place` on `date`, 0.19 for 19 %; 0 is a rate, `undefined` is none known. Of the rows that hold there,
 * as `place/scope.ts` finds them, the most specific counts.
 */
export function vatInForce(rows: readonly Vat[], place: SupplyPoint, date: LocalDate): DatedRate | undefined {
  for (const { rates } of mostSpecificFirst(rows, place)) {
    const rate = rowOn(rates, date);
    if (rate) return rate;
  }
  return undefined;
}

export const vatOn = (rows: readonly Vat[], place: SupplyPoint, date: LocalDate): number | undefined =>
  vatInForce(rows, place, date)?.value;
