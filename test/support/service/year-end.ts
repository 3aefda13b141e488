import type { CountryCode } from '../../../src/core/markets.ts';
import type { LocalDate } from '../../../src/core/time.ts';
import type { Book } from '../../../src/pricing/book.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';

const LAST: LocalDate = '2026-12-31';

/** The shipped book of each market as if nothing were published for 2027: levies, VAT and network charges end with 2026. */
export function booksUntilYearEnd(): readonly (readonly [CountryCode, Book])[] {
  const { books } = loadCatalogue('data/catalogue');
  const held = [...books].filter(([, { tariffs }]) => tariffs.size > 0);
  return held.map(([country, book]) => [country, untilYearEnd(book)]);
}

const untilYearEnd = (book: Book): Book => ({
  ...book,
  levies: book.levies.map(ratesUntilYearEnd),
  vat: book.vat.map(ratesUntilYearEnd),
  tariffs: new Map(
    [...book.tariffs].map(([id, tariff]) => [id, tariff.sector === 'grid' ? gridUntil(tariff) : tariff]),
  ),
});

function ratesUntilYearEnd<Row extends Pick<Book['levies'][number], 'rates'>>(row: Row): Row {
  const known = row.rates.filter(({ from }) => from <= LAST);
  const rates = known.map((rate, i) => (i === known.length - 1 ? { ...rate, until: LAST } : rate));
  return { ...row, rates };
}

function gridUntil({ told, ...tariff }: Tariff): Tariff {
  const [first, ...others] = tariff.versions.map((version) => ({
    ...version,
    until: LAST,
    price: periodsUntil(version.price),
  }));
  return { ...tariff, versions: [first ?? tariff.versions[0], ...others] };
}

function periodsUntil(price: PriceRule): PriceRule {
  if (price.kind !== 'periods') return price;
  const known = price.periods.filter(({ from }) => from <= LAST);
  return { ...price, periods: known.map((period, i) => (i === known.length - 1 ? { ...period, to: LAST } : period)) };
}
