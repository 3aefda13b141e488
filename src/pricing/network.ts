import { dashedDate, type LocalDate } from '../core/time.ts';
import type { Book } from './book.ts';
import type { Question } from './question.ts';
import type { Tariff } from './tariff.ts';

type Networked = Pick<Question, 'consumption' | 'grid' | 'operator'>;

/**
 * The grid tariff to price: the one asked for, else the one that the contract names, else the address's, else the national
 * one (dayahead rule 2). A contract that names one which is not there has none.
 */
export const gridTariffOf = ({ consumption, grid, operator }: Networked, book: Book): Tariff | undefined =>
  grid ??
  (consumption?.gridTariff === undefined ? gridTariffAt(operator, book, consumption) : named(consumption, book));

/** The grid tariff whose charge is part of a bundled rate: the contract's, of the region it is sold in, else the national one. */
export const ownNetworkOf = (tariff: Tariff, book: Book): Tariff | undefined =>
  tariff.gridTariff === undefined
    ? gridTariffAt(book.regions.find(({ id }) => id === tariff.region)?.operators[0], book)
    : named(tariff, book);

/**
 * The result of `make` for the grid tariff that holds on a day: before its first day, a tariff with `before` gives way to
 * the tariff that this names, if the book has it.
 */
export function byGridTariff<T>(
  gridTariff: Tariff | undefined,
  { tariffs }: Pick<Book, 'tariffs'>,
  make: (tariff: Tariff | undefined) => T,
): (date: LocalDate) => T {
  const line = [gridTariff];
  // A cycle of tariffs ends the line.
  for (let next = gridTariff; next; ) {
    next = tariffs.get(next.before ?? '');
    if (next?.sector !== 'grid' || line.includes(next)) break;
    line.push(next);
  }
  const made = line.map((tariff, i) => ({
    // The last one has no other before it.
    from: i === line.length - 1 ? '' : dashedDate(tariff?.versions[0].version ?? ''),
    value: make(tariff),
  }));
  return (date) => (made.find(({ from }) => from <= date) as (typeof made)[number]).value;
}

const named = ({ gridTariff = '' }: Tariff, { tariffs }: Book): Tariff | undefined => tariffs.get(gridTariff);

const gridTariffAt = (operator: string | undefined, book: Book, contract?: Tariff): Tariff | undefined =>
  householdTariff(book, operator, contract) ?? nationalTariff(book);

/** A contract that follows the exchange needs readings by the quarter hour, for which some operators charge other rates. */
function householdTariff({ companies, tariffs }: Book, operator = '', contract?: Tariff): Tariff | undefined {
  const { householdTariff, spotTariff } = companies.get(operator) ?? {};
  return tariffs.get((contract?.type === 'dynamic' ? spotTariff : undefined) ?? householdTariff ?? '');
}

const nationalTariff = ({ network, tariffs }: Book): Tariff | undefined =>
  network === 'operator' ? undefined : tariffs.get(network.national);
