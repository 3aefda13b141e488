import { isPostalCode, type PostalCode } from '../core/postal-code.ts';
import type { Book } from './book.ts';

/** The network operator that serves an address, where one does, or why the series endpoint refuses the address. */
export type Address = { readonly operator?: string } | { readonly refusal: string };

/**
 * The operator of the longest prefix that fits; where several share it, the one whose id sorts first ("`postal_code`
 * on the series endpoint", rule 3). A code of another country, tagged or by its shape, has none.
 */
export function servingOperator({ country, areas }: Book, { code, foreign }: PostalCode): string | undefined {
  if (foreign || !isPostalCode(country, code)) return undefined;
  const fits = areas.flatMap(({ codes, operator }) =>
    codes.filter((prefix) => code.startsWith(prefix)).map((prefix) => ({ prefix, operator })),
  );
  fits.sort((a, b) => b.prefix.length - a.prefix.length || (a.operator < b.operator ? -1 : 1));
  return fits[0]?.operator;
}

/** What a postal code means to the series endpoint ("`postal_code` on the series endpoint", rules 2 and 4). */
export function addressOf(book: Book, postalCode: PostalCode): Address {
  if (postalCode.foreign)
    return { refusal: `postal_code: ${postalCode.code} is tagged as a code of ${postalCode.foreign}` };
  const operator = servingOperator(book, postalCode);
  if (operator) return { operator };
  if (book.network !== 'operator') return {};
  return { refusal: `postal_code: no network operator is known for ${postalCode.code}` };
}
