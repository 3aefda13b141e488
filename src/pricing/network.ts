import type { Book } from './book.ts';
import type { Question } from './question.ts';
import type { Tariff } from './tariff.ts';

/** The grid tariff to price: the one asked for, else the address's, else the national one (dayahead rule 2). */
export const gridTariffOf = ({ grid, operator }: Pick<Question, 'grid' | 'operator'>, book: Book): Tariff | undefined =>
  grid ?? householdTariff(book, operator) ?? nationalTariff(book);

/** The grid tariff whose charge is part of a bundled rate: of the region it is sold in, else the national one. */
export const ownNetworkOf = ({ region }: Tariff, book: Book): Tariff | undefined =>
  householdTariff(book, book.regions.find(({ id }) => id === region)?.operators[0]) ?? nationalTariff(book);

const householdTariff = ({ companies, tariffs }: Book, operator = ''): Tariff | undefined =>
  tariffs.get(companies.get(operator)?.householdTariff ?? '');

const nationalTariff = ({ network, tariffs }: Book): Tariff | undefined =>
  network === 'operator' ? undefined : tariffs.get(network.national);
