import type { Book, Levy } from './book.ts';
import type { BundledLevies } from './bundle.ts';
import { leviesOn, vatOn } from './charges.ts';
import type { DayCharges } from './points.ts';
import type { MarketDay } from './quarters.ts';
import type { Question } from './question.ts';
import type { Tariff } from './tariff.ts';

/**
 * Levies of operator and place need a postal code and follow the tariff that is priced; those inside the network charge
 * follow its operator always, VAT only the address ("`postal_code` on the series endpoint", rules 1 and 6).
 */
export function chargesOf(
  { include, operator, postalCode }: Question,
  book: Book,
  gridTariff: Tariff | undefined,
): (day: MarketDay) => DayCharges {
  const { country } = book;
  const address = { country, operator, postalCode };
  const network = { country, operator: gridTariff?.companyId ?? operator, postalCode };
  const levied = postalCode === undefined ? { country } : network;
  const [gridLevies, feeLevies] = [leviesIn(book, 'grid'), leviesIn(book, 'fees')];
  return ({ date }) => ({
    grid: leviesOn(gridLevies, network, date),
    fees: include.has('fees') ? leviesOn(feeLevies, levied, date) : undefined,
    vat: include.has('vat') ? vatOn(book.vat, address, date) : undefined,
  });
}

/** The levies inside a bundled rate, beside energy and the charge of `ownNetwork`, whatever a request includes. */
export function bundledLevies(book: Book, ownNetwork: Tariff | undefined): (day: MarketDay) => BundledLevies {
  const { country } = book;
  const [gridLevies, feeLevies] = [leviesIn(book, 'grid'), leviesIn(book, 'fees')];
  return ({ date }) => ({
    grid: leviesOn(gridLevies, { country, operator: ownNetwork?.companyId }, date),
    fees: leviesOn(feeLevies, { country }, date),
  });
}

const leviesIn = ({ levies }: Book, component: Levy['component']): Levy[] =>
  levies.filter((levy) => levy.component === component);
