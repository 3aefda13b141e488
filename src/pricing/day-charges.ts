import type { Book, Levy } from './book.ts';
import type { BundledLevies } from './bundle.ts';
import type { MarketDay } from './calendar/quarters.ts';
import { type LevyRates, leviesOn, vatOn } from './charges.ts';
import { byGridTariff, gridTariffOf } from './network.ts';
import type { DayCharges } from './points.ts';
import type { Question } from './question.ts';
import type { Tariff } from './tariff.ts';

/**
 * The levies that count for a question, and the places that decide about each kind. Levies of operator and place need a
 * postal code and follow the tariff that is priced; those inside the network charge follow its operator always, VAT only
 * the address ("`postal_code` on the series endpoint", rules 1 and 6).
 */
export function chargedPlaces(
  { operator, postalCode }: Pick<Question, 'operator' | 'postalCode'>,
  book: Book,
  gridTariff: Tariff | undefined,
) {
  const { country } = book;
  const address = { country, operator, postalCode };
  const network = { country, operator: gridTariff?.companyId ?? operator, postalCode };
  const levied = postalCode === undefined ? { country } : network;
  const stays = isElsewhere(gridTariff, operator, book) ? staysAtAddress(book.levies) : () => true;
  const [gridLevies, feeLevies] = [leviesIn(book, 'grid').filter(stays), leviesIn(book, 'fees').filter(stays)];
  return { gridLevies, feeLevies, network, levied, address };
}

export function chargesOf(
  question: Question,
  book: Book,
  gridTariff: Tariff | undefined,
): (day: MarketDay) => DayCharges {
  const chargesOn = byGridTariff(gridTariff, book, (tariff) => chargesBeside(question, book, tariff));
  return (day) => chargesOn(day.date)(day);
}

function chargesBeside(question: Question, book: Book, gridTariff: Tariff | undefined): (day: MarketDay) => DayCharges {
  const { include } = question;
  const { gridLevies, feeLevies, network, levied, address } = chargedPlaces(question, book, gridTariff);
  return ({ date }) => ({
    grid: leviesOn(gridLevies, network, date),
    ...(gridTariff?.bundled === true && { inNetwork: leviesOn(feeLevies, levied, date) ?? NO_LEVIES }),
    fees: include.has('fees') ? leviesOn(feeLevies, levied, date) : undefined,
    vat: include.has('vat') ? vatOn(book.vat, address, date) : undefined,
  });
}

const NO_LEVIES: LevyRates = { perKwh: 0, share: 0 };

/** The test for a tariff of an operator that the address would not be priced on by itself. */
const isElsewhere = (gridTariff: Tariff | undefined, operator: string | undefined, book: Book): boolean =>
  gridTariff !== undefined &&
  gridTariff.companyId !== operator &&
  gridTariff.companyId !== gridTariffOf({ ...(operator !== undefined && { operator }) }, book)?.companyId;

/**
 * The test for a levy that another operator's grid tariff leaves at the address. Its own, of the municipality or by an
 * operator's terms, must not be added on top; what the state levies everywhere, elsewhere at another rate, is no
 * operator's to move: an exempt place stays exempt.
 */
const staysAtAddress =
  (levies: readonly Levy[]) =>
  ({ name, scope }: Levy): boolean => {
    if (!scope?.postalCodes || scope.operators) return true;
    const scopes = levies.filter((levy) => levy.name === name).map((levy) => levy.scope ?? {});
    return scopes.some(({ postalCodes }) => !postalCodes) && !scopes.some(({ operators }) => operators);
  };

/** The levies inside a bundled rate, beside energy and the charge of `ownNetwork`, whatever a request includes. */
export function bundledLevies(book: Book, ownNetwork: Tariff, hasFees = true): (day: MarketDay) => BundledLevies {
  const { country } = book;
  const [gridLevies, feeLevies] = [leviesIn(book, 'grid'), leviesIn(book, 'fees')];
  return ({ date }) => ({
    grid: leviesOn(gridLevies, { country, operator: ownNetwork.companyId }, date),
    fees: hasFees ? leviesOn(feeLevies, { country }, date) : undefined,
  });
}

const leviesIn = ({ levies }: Book, component: Levy['component']): Levy[] =>
  levies.filter((levy) => levy.component === component);
