import { type Dated, valueOn } from '../core/dated.ts';
import type { LocalDate } from '../core/time.ts';
import type { Levy, Scope, Vat } from './book.ts';

/** Whose rows apply; what is left out matches no row that is scoped by it. */
export interface Place {
  /** Company id of the network operator. */
  readonly operator?: string | undefined;
  /** Normalised. */
  readonly postalCode?: string | undefined;
}

/** A sum of levies: so much per kWh, and a share of energy and network. */
export interface LevyRates {
  readonly perKwh: number;
  readonly share: number;
}

/** The levies in force at `place` on `date`; `undefined` where there is none. Of one name the most specific counts. */
export function leviesOn(levies: readonly Levy[], place: Place, date: LocalDate): LevyRates | undefined {
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

/** The VAT rate at `place` on `date`, 0.19 for 19 %; 0 is a rate, `undefined` is none known. */
export function vatOn(rows: readonly Vat[], place: Place, date: LocalDate): number | undefined {
  for (const { rates } of mostSpecificFirst(rows, place)) {
    const value = valueOn(rates, date);
    if (value !== undefined) return value;
  }
  return undefined;
}

type Scoped = { readonly scope?: Scope; readonly rates: readonly Dated<number>[] };

const mostSpecificFirst = <T extends Scoped>(rows: readonly T[], place: Place): T[] =>
  rows
    .map((row) => ({ row, specificity: specificityOf(row.scope, place) }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity)
    .map(({ row }) => row);

/** -1: outside; 0: everywhere; an address is more specific than an operator, a longer prefix than a shorter one. */
function specificityOf({ operators, postalCodes }: Scope = {}, place: Place): number {
  if (operators && !operators.some((operator) => operator === place.operator)) return -1;
  const matched = postalCodes?.filter((prefix) => place.postalCode?.startsWith(prefix));
  if (matched?.length === 0) return -1;
  return (operators ? 1 : 0) + 2 * Math.max(0, ...(matched ?? []).map((prefix) => prefix.length));
}
