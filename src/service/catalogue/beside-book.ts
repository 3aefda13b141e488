import type { Book } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';

interface CompanyBeside {
  readonly id: string;
  readonly name: string;
  readonly tariffs: readonly Omit<Tariff, 'companyId'>[];
}

/** A book with more companies beside its own. */
export function besideBook(book: Book, companies: readonly CompanyBeside[]): Book {
  const added = companies.flatMap(({ id, tariffs }) => tariffs.map((tariff) => ({ ...tariff, companyId: id })));
  return {
    ...book,
    companies: new Map([...book.companies, ...companies.map(({ id, name }) => [id, { id, name }] as const)]),
    tariffs: new Map([...book.tariffs, ...added.map((tariff) => [tariff.id, tariff] as const)]),
  };
}
