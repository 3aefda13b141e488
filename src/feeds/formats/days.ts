import { addDays, type Instant, type LocalDate, type Span } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import type { Quote } from './quote.ts';

/** Delivery days made of quotes, and what was wrong with these. */
export interface Assembled {
  /** Every day from the first to the last that any quote speaks of. */
  readonly days: readonly AssembledDay[];
  /** Quotes that say what another has said. */
  readonly duplicates: number;
  /** Quotes that say something else of the same interval; the last one read counts. */
  readonly contradictions: number;
  /** Quotes of another length over the same time; the shorter one counts. */
  readonly overlaps: number;
}

export interface AssembledDay extends Span {
  readonly date: LocalDate;
  /** The longest that every price of the day lasts, in seconds. */
  readonly resolution: number;
  /** Euro per kWh at that resolution; holes are `undefined`. */
  readonly prices: readonly (number | undefined)[];
  readonly holes: readonly Span[];
  /** Units of the currency that its prices were published in per euro; left out for the euro. */
  readonly perEuro?: number;
}

const resolutions = [3600, 1800, QUARTER_HOUR];

/** Puts quotes together in whatever order they come. Throws an `Error` where one is off the quarter hour. */
export function assemble(quotes: readonly Quote[]): Assembled {
  const at = new Map<Instant, Quote>();
  const counts = { duplicates: 0, contradictions: 0, overlaps: 0 };
  for (const quote of quotes) {
    if (quote.start % QUARTER_HOUR !== 0 || quote.end % QUARTER_HOUR !== 0 || quote.end <= quote.start)
      throw new Error(`${new Date(quote.start * 1000).toISOString()}: times must be on quarter hours`);
    const [clash] = startsIn(quote).flatMap((start) => at.get(start) ?? []);
    if (clash) counts[kindOf(clash, quote)]++;
    for (const start of startsIn(quote)) {
      const known = at.get(start);
      if (!known || lengthOf(quote) <= lengthOf(known)) at.set(start, quote);
    }
  }
  return { days: datesOf(at.keys()).map((date) => dayOf(date, at)), ...counts };
}

const lengthOf = ({ start, end }: Span) => end - start;

function kindOf(known: Quote, quote: Quote): 'duplicates' | 'contradictions' | 'overlaps' {
  if (known.start !== quote.start || known.end !== quote.end) return 'overlaps';
  return known.price === quote.price ? 'duplicates' : 'contradictions';
}

function startsIn({ start, end }: Span): Instant[] {
  return Array.from({ length: (end - start) / QUARTER_HOUR }, (_, i) => start + i * QUARTER_HOUR);
}

function datesOf(starts: Iterable<Instant>): LocalDate[] {
  const sorted = [...starts].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const dates: LocalDate[] = [];
  for (let date = deliveryDate(first); date <= deliveryDate(last); date = addDays(date, 1)) dates.push(date);
  return dates;
}

function dayOf(date: LocalDate, at: ReadonlyMap<Instant, Quote>): AssembledDay {
  const span = deliveryDay(date);
  const quotes = startsIn(span).map((start) => at.get(start));
  const resolution = resolutions.find((length) => isWhole(quotes, length / QUARTER_HOUR)) ?? QUARTER_HOUR;
  const prices = quotes.filter((_, i) => i % (resolution / QUARTER_HOUR) === 0).map((quote) => quote?.price);
  const perEuro = quotes.find((quote) => quote?.perEuro)?.perEuro;
  return { date, ...span, resolution, prices, holes: holesIn(quotes, span.start), ...(perEuro && { perEuro }) };
}

/** The test that the quote is the same in every run of `size` quarter hours. */
const isWhole = (quotes: readonly (Quote | undefined)[], size: number) =>
  quotes.every((quote, i) => quote === quotes[i - (i % size)]);

function holesIn(quotes: readonly (Quote | undefined)[], dayStart: Instant): Span[] {
  const holes: { start: Instant; end: Instant }[] = [];
  for (const [i, quote] of quotes.entries()) {
    if (quote) continue;
    const start = dayStart + i * QUARTER_HOUR;
    const last = holes.at(-1);
    if (last?.end === start) last.end += QUARTER_HOUR;
    else holes.push({ start, end: start + QUARTER_HOUR });
  }
  return holes;
}
