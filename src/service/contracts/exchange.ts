import type { CountryCode } from '../../core/markets.ts';
import type { Sector } from '../../core/vocabulary.ts';
import type { SpotRule, Tariff } from '../../pricing/tariff.ts';
import { besideBook } from '../catalogue/beside-book.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { mapRows } from '../rows.ts';

/** A price that is published for each day of a zone, as a contract at just that price. */
export interface ExchangeContract extends Pick<SpotRule, 'zone' | 'settlement'> {
  readonly country: CountryCode;
  readonly company: string;
  readonly name: string;
  /** Where it is that of energy, network and levies together: the region it is sold in. */
  readonly region?: string;
}

/**
 * A catalogue with what is published without any supplier's formula beside its companies: for who wants a real price before
 * he has typed in his contract, or pays no more than that.
 */
export function withExchange(base: Catalogue, contracts: readonly ExchangeContract[]): Catalogue {
  const books = mapRows(base.books, (book) => {
    const own = contracts.filter(({ country }) => country === book.country);
    const [first] = own;
    if (!first) return book;
    const tariffs = own.flatMap((contract) => [
      tariffOf('consumption', contract),
      ...(contract.region === undefined ? [tariffOf('feedin', contract)] : []),
    ]);
    return besideBook(book, [{ id: exchangeId(book.country), name: first.company, tariffs }]);
  });
  return { ...base, books };
}

/** Id of the company that stands for what is published. */
export const exchangeId = (country: string) => `${country.toLowerCase()}-exchange`;

function tariffOf(
  sector: Sector,
  { country, name, zone, settlement, region }: ExchangeContract,
): Omit<Tariff, 'companyId'> {
  const id = `${exchangeId(country)}-${zone.toLowerCase()}`;
  return {
    id: sector === 'feedin' ? `${id}-feedin` : id,
    sector,
    name,
    link: null,
    description: null,
    type: 'dynamic',
    available: true,
    household: true,
    ...(region !== undefined && { bundled: true, region }),
    versions: [
      { version: '20200101', available: true, price: { kind: 'spot', zone, settlement, coefficient: 1, margin: 0 } },
    ],
  };
}
