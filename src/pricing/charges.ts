import { valueOn } from '../core/dated.ts';
import type { LocalDate } from '../core/time.ts';
import type { Levy, Vat } from './book.ts';
import { mostSpecificFirst, type SupplyPoint } from './place/scope.ts';

/** A sum of levies: so much per kWh, and a share of energy and network. */
export interface LevyRates {
  readonly perKwh: number;
  readonly share: number;
}

/** The levies in force at `place` on `date`; `undefined` where there is none. Of one name the most specific counts. */
export function leviesOn(levies: readonly Levy[], place: SupplyPoint, date: LocalDate): LevyRates | undefined {
  const names = new Set<string>();
  const sum = { perKwh: 0, share: 0 };
  for (const { name, basis, rates } of mostSpecificFirst(levies, place)) {
    const value = valueOn(rates, date);
    if (value === undefined || names.has(name)) continue;
    names.add(name);
    sum[basis === 'share' ? 'share' : 'perKwh'] += value;
  }
  return names.size === 0 ? undefined : sum;
}

/**
 * The VAT rate at `place` on `date`, 0.19 for 19 %; 0 is a rate, `undefined` is none known. Of the rows that hold there,
 * as `place/scope.ts` finds them, the most specific counts.
 */
export function vatOn(rows: readonly Vat[], place: SupplyPoint, date: LocalDate): number | undefined {
  for (const { rates } of mostSpecificFirst(rows, place)) {
    const value = valueOn(rates, date);
    if (value !== undefined) return value;
  }
  return undefined;
}
