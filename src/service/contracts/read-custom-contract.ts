import type { Book } from '../../pricing/book.ts';
import { problemsWith } from './contract-file.ts';
import type { CustomContract } from './custom-contract.ts';
import { readContract, type TypedContract } from './typed-contract.ts';

/**
 * A custom contract, checked as one from the dialog is.
 *
 * @param field the name of the parameter, for errors
 * @throws TypeError for a value that is no object, RangeError naming each field that is wrong and what is allowed
 */
export function readCustomContract(
  contract: CustomContract,
  books: Pick<ReadonlyMap<string, Book>, 'get'>,
  field: string,
): TypedContract {
  if (typeof contract !== 'object' || contract === null) throw new TypeError(`${field} must be a CustomContract`);
  const read = readContract(formOf(contract));
  const problems = 'contract' in read ? problemsWith(read.contract, books.get(read.contract.country)) : read.problems;
  const lines = problems.map((problem) => `${[field, problem.field].filter(Boolean).join('.')} ${problem.text}`);
  if (!('contract' in read) || lines.length > 0) throw new RangeError(lines.join('; '));
  return read.contract;
}

/** The contract as the fields of the dialog hold it: figures as text, and nothing left out. */
function formOf(contract: CustomContract): unknown {
  const { energy = NONE, network = { kind: 'address' }, feedin = NONE, includes = 'energy' } = contract;
  const parts = { includes, network, energy: withDefaults(energy), feedin: withDefaults(feedin) };
  return withTexts({ ...contract, ...parts });
}

const NONE = { kind: 'none' } as const;

const withDefaults = (price: { readonly kind: string }): object =>
  price.kind === 'exchange' ? { factor: 1, margin: 0, settlement: 900, ...price } : price;

/** Decimals that are written; `readContract` refuses more than it keeps, and floating-point noise lies beyond these. */
const DECIMALS = 12;

/** Each number as a dialog has it: without an exponent. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) ? value.toFixed(DECIMALS).replace(/\.?0+$/, '') : `${value}`;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, withTexts(each)]])),
  );
}
