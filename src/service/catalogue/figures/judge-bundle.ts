import { isFileError } from '../../../core/file-error.ts';
import type { CountryCode } from '../../../core/markets.ts';
import { addDays, type LocalDate } from '../../../core/time.ts';
import type { Book } from '../../../pricing/book.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Bundle } from './bundle.ts';
import { changesOf, type FigureChange } from './changes.ts';
import { refusalsOf } from './limits.ts';
import { bundledBook } from './over-shipped.ts';

/** A change of a row by more than this factor needs a confirmation. */
const MAX_FACTOR = 2;

/** The changes that a bundle would make. */
export interface Judgement {
  /** Rows that differ from the figures in use. */
  readonly changes: readonly FigureChange[];
  /** The changes that need a confirmation. */
  readonly jumps: readonly FigureChange[];
  /** Reasons why the bundle cannot be used at all. */
  readonly refusals: readonly string[];
  /** Markets and rows that this version of the package cannot read, with the reason. */
  readonly skipped: readonly string[];
}

/**
 * Compares a bundle with the figures in use.
 * @param shipped the figures of the package, which complete the bundle.
 */
export function judgeBundle(bundle: Bundle, shipped: Catalogue, inUse: Catalogue, today: LocalDate): Judgement {
  const refusals: string[] = [];
  const changes: FigureChange[] = [];
  const skipped = bundle.unknownMarkets.map((code) => `${code}: unknown market`);
  // A day ahead, since clocks and time zones differ. A bundle of a far day would be the newest for ever.
  if (bundle.version > addDays(today, 1)) refusals.push(`version ${bundle.version} is after today, ${today}`);
  for (const country of bundle.countries) {
    const book = bookOr(country, shipped.books.get(country), bundle, (problem) => refusals.push(problem));
    if (!book) continue;
    for (const { list, name, reason } of bundle.read(country).skipped)
      skipped.push(`${country} ${list}${name && ` "${name}"`}: ${reason}`);
    changes.push(...changesOf(inUse.books.get(country), book));
    refusals.push(...refusalsOf(inUse.books.get(country), book, bundle.version));
  }
  return { changes, jumps: changes.filter(({ factor }) => factor > MAX_FACTOR), refusals, skipped };
}

function bookOr(
  country: CountryCode,
  shipped: Book | undefined,
  bundle: Bundle,
  refuse: (problem: string) => void,
): Book | undefined {
  try {
    return bundledBook(country, shipped, bundle);
  } catch (error) {
    if (!isFileError(error)) throw error;
    refuse(error.message);
    return undefined;
  }
}
