import { compactDate, dashedDate, type Instant, type LocalDate, localDate } from '../core/time.ts';
import type { Resolution } from '../core/vocabulary.ts';
import type { Book } from './book.ts';
import type { Tariff } from './tariff.ts';

/** The question that a series answers; everything in it is checked and belongs to the book's country. */
export interface Question {
  readonly now: Instant;
  readonly consumption?: Tariff;
  readonly feedin?: Tariff;
  readonly grid?: Tariff;
  /** Day the supply contract was signed, `YYYYMMDD`; left out, the market's today. */
  readonly version?: string;
  readonly historicDays: number;
  readonly include: ReadonlySet<'fees' | 'vat'>;
  readonly resolution: Resolution;
  /** Normalised. */
  readonly postalCode?: string;
  /** The network operator that serves the postal code. */
  readonly operator?: string;
}

/** The day at `now` in the market's zone, as versions are named: `YYYYMMDD`. */
export const versionToday = (now: Instant, timeZone: string): string => compactDate(localDate(now, timeZone));

/** The day whose version of a supplier's tariff is asked for ("`version`", rules 1 and 3). */
export const contractDay = ({ version, now }: Question, timeZone: string): string =>
  version ?? versionToday(now, timeZone);

/** The day on which the supply contract was signed; `undefined` where the question names none. */
export const contractDate = ({ version }: Question): LocalDate | undefined =>
  version === undefined ? undefined : dashedDate(version);

/** The days whose versions price a question: of the supplier's tariffs, and of the network charge. */
export function versionDays(question: Question, timeZone: string, book?: Pick<Book, 'networkFollowsContract'>) {
  const signed = contractDay(question, timeZone);
  return { signed, network: book?.networkFollowsContract ? signed : versionToday(question.now, timeZone) };
}
