import { isPostalCode, liesIn, type PostalCode } from '../../core/postal-code.ts';
import type { Book, Territory } from '../book.ts';

/** The network operator that serves an address, where one does, or why the series endpoint refuses the address. */
export type Address = { readonly operator?: string } | { readonly refusal: string };

/**
 * The operator of the longest row that fits; where several share it, the one that serves most of it, and where the
 * map does not tell, the one whose id sorts first ("`postal_code` on the series endpoint", rule 3). A code of another
 * country, tagged or by its shape, has none, and neither has one outside the market.
 */
export function servingOperator(book: Book, postalCode: PostalCode): string | undefined {
  const { code, foreign } = postalCode;
  if (foreign || !isPostalCode(book.country, code) || territoryOf(book, code)) return undefined;
  const fits = book.areas.flatMap(({ codes, operator, share = 0 }) =>
    codes.filter((part) => liesIn(book.country, code, part)).map((part) => ({ part, operator, share })),
  );
  fits.sort((a, b) => b.part.length - a.part.length || b.share - a.share || (a.operator < b.operator ? -1 : 1));
  return fits[0]?.operator;
}

/**
 * The meaning of a postal code to the series endpoint ("`postal_code` on the series endpoint", rules 2, 4 and 7); of a
 * country without a book no more is known than that a code is tagged with another one.
 */
export function resolveAddress(book: Book | undefined, postalCode: PostalCode): Address {
  const { code, foreign } = postalCode;
  if (foreign) return { refusal: `postal_code: ${code} is tagged as a code of ${foreign}` };
  if (!book) return {};
  const territory = isPostalCode(book.country, code) && territoryOf(book, code);
  if (territory) return { refusal: `postal_code: ${code} is not served: ${territory.reason}` };
  const operator = servingOperator(book, postalCode);
  if (operator) return { operator };
  if (book.network !== 'operator') return {};
  return { refusal: `postal_code: no network operator is known for ${code}` };
}

/** A place of the country that the market leaves out. */
const territoryOf = ({ country, territories }: Book, code: string): Territory | undefined =>
  territories.find(({ codes }) => codes.some((part) => liesIn(country, code, part)));
