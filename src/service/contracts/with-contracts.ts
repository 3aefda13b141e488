import type { CountryCode } from '../../core/markets.ts';
import type { Book } from '../../pricing/book.ts';
import { besideBook } from '../catalogue/beside-book.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { parsed } from '../catalogue/file.ts';
import { countryFile } from '../catalogue/schema.ts';
import { mapRows } from '../rows.ts';
import { contractFile, problemsWith, tariffIdsOf } from './contract-file.ts';
import type { ContractProblem } from './problem.ts';
import type { TypedContract } from './typed-contract.ts';

/**
 * A catalogue with contracts of the user's own beside the rest. A network tariff that one names and the catalogue has no
 * longer is a network charge that is missing; one with any other problem is not there, and takes nothing else with it.
 */
export function withContracts(base: Catalogue, contracts: readonly TypedContract[]): Catalogue {
  const own = new Map<CountryCode, readonly string[]>(base.own);
  for (const contract of contracts) {
    const { country } = contract;
    own.set(country, [...(own.get(country) ?? []), ...Object.values(tariffIdsOf(contract))]);
  }
  const books = mapRows(base.books, (book) =>
    contracts.filter(({ country }) => country === book.country).reduce(bookWith, book),
  );
  return { ...base, own, books };
}

function bookWith(book: Book, contract: TypedContract): Book {
  // What is left of a price of all together without the network's part cannot be told.
  const isUsable = ({ code }: ContractProblem) => code === 'unknown-network' && contract.includes === 'energy';
  if (!problemsWith(contract, book).every(isUsable)) return book;
  const file = contractFile(contract, book);
  const { companies } = parsed(contract.name, file, countryFile(file.unit ?? ''));
  return besideBook(book, companies);
}
