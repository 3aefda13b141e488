import type { CountryCode } from '../../core/markets.ts';
import { isPostalCode, liesIn } from '../../core/postal-code.ts';
import type { Scope } from '../book.ts';

/** The place whose rows apply; what is left out matches no row that is scoped by it. */
export interface SupplyPoint {
  readonly country: CountryCode;
  /** Company id of the network operator. */
  readonly operator?: string | undefined;
  /** Normalised. */
  readonly postalCode?: string | undefined;
}

/** The rows that apply at `place`; of those with equal scopes the earlier row comes first. */
export const mostSpecificFirst = <T extends { readonly scope?: Scope }>(rows: readonly T[], place: SupplyPoint): T[] =>
  rows
    .map((row) => ({ row, specificity: specificityOf(row.scope, place) }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity)
    .map(({ row }) => row);

/**
 * -1: outside; 0: everywhere; an address is more specific than an operator, a longer part of a code than a shorter one. A text that is no code
 * of the country lies in no part of it: `3500` is Alicante without its 0, and not in the Canary Islands, as 35 is.
 */
function specificityOf({ operators, postalCodes }: Scope = {}, place: SupplyPoint): number {
  if (operators && !operators.some((operator) => operator === place.operator)) return -1;
  const { country, postalCode = '' } = place;
  if (postalCodes && !isPostalCode(country, postalCode)) return -1;
  const matched = postalCodes?.filter((part) => liesIn(country, postalCode, part));
  if (matched?.length === 0) return -1;
  return (operators ? 1 : 0) + 2 * Math.max(0, ...(matched ?? []).map((part) => part.length));
}
