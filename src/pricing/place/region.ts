import type { Book, Region } from '../book.ts';
import type { Tariff } from '../tariff.ts';

/** The region that an operator's addresses lie in. */
const regionOf = ({ regions }: Book, operator: string): Region | undefined =>
  regions.find(({ operators }) => operators.includes(operator));

/** The row that prices the same product in `region`; only one that a listing shows is named. */
const rowIn = ({ tariffs }: Book, { companyId, sector, product }: Tariff, region: Region): Tariff | undefined =>
  [...tariffs.values()].find(
    (row) =>
      product !== undefined &&
      row.product === product &&
      row.companyId === companyId &&
      row.sector === sector &&
      row.region === region.id &&
      row.household,
  );

/**
 * The reason not to price a supplier's tariff at an address of `operator`: it is sold in another region ("`postal_code` on
 * the series endpoint", rules 9 and 10). The text names both regions and the row to send instead.
 */
export function regionRefusal(book: Book, tariff: Tariff, operator: string): string | undefined {
  const there = regionOf(book, operator);
  const sold = book.regions.find(({ id }) => id === tariff.region);
  if (!there || !sold || there === sold) return undefined;
  const row = rowIn(book, tariff, there);
  const instead = row ? `; send "${row.id}" instead` : '';
  return `"${tariff.id}" is sold in ${sold.name}, the postal_code lies in ${there.name}${instead}`;
}
