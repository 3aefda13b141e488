import { type Instant, type LocalDate, offsetsOver, type Span, wallClock } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { DELIVERY_ZONE } from '../../core/window.ts';

/** The price that a file has for one stretch of time. */
export interface Quote extends Span {
  /** Euro per kWh. */
  readonly price: number;
  /** Units of the currency that the price was published in per euro; left out for the euro. */
  readonly perEuro?: number;
}

/** The content of a file of one format. */
export interface Readout {
  /** The publisher who uses this format. */
  readonly source: string;
  readonly quotes: readonly Quote[];
  /** The quotes that were left out, and why. */
  readonly notes: readonly string[];
}

/** The needs of an import, which a reader is told beside the file. */
export interface Wanted {
  readonly zone: string;
  /** Units of the file's currency per euro. */
  readonly perEuro?: number | undefined;
  /** The code of the zone in ENTSO-E's list; left out for a zone that no feed has, as the following two. */
  readonly eic?: string | undefined;
  /** The names that publishers give the zone. */
  readonly areas?: readonly string[] | undefined;
  /** The zone's market has it. */
  readonly currency?: string | undefined;
}

/**
 * A price in euro, and the rate that it was converted with. Throws where it is in the currency of another market, or nothing
 * says what its currency is worth.
 */
export function inEuro(
  price: number,
  currency: string,
  { zone, perEuro, currency: own }: Wanted,
): Pick<Quote, 'price' | 'perEuro'> {
  if (currency === 'EUR') return { price };
  if (own && currency !== own) throw new Error(`prices are in ${currency}, and ${zone} has ${own}`);
  if (perEuro) return { price: price / perEuro, perEuro };
  throw new Error(`prices are in ${currency}: --per-euro must say how many ${currency} one euro is`);
}

const lengths: readonly number[] = [900, 1800, 3600];

/** The same as `endsOf`. Throws where no two are one price's length apart. */
export function quoteEnds(starts: readonly Instant[]): Instant[] {
  if (!starts.some((start, i) => isLength((starts[i + 1] ?? Number.NaN) - start)))
    throw new Error('times must follow each other by 15, 30 or 60 minutes');
  return endsOf(starts);
}

const isLength = (seconds: number) => lengths.includes(seconds);

/**
 * The ends of prices of which only the beginnings are known, in order: each as long as the shortest distance on its delivery
 * day. So a price that is missing leaves a hole, instead of being covered by the one before.
 */
export function endsOf(starts: readonly Instant[]): Instant[] {
  const [start = 0, last = 0] = [starts[0], starts.at(-1)];
  const offsetAt = offsetsOver({ start, end: last }, DELIVERY_ZONE);
  const dates = starts.map((each) => wallClock(each, offsetAt(each)).date);
  const steps = new Map<LocalDate, number>();
  for (const [i, start] of starts.entries()) {
    const [step, date = ''] = [(starts[i + 1] ?? Number.NaN) - start, dates[i]];
    if (isLength(step)) steps.set(date, Math.min(step, steps.get(date) ?? step));
  }
  return starts.map((start, i) => start + (steps.get(dates[i] ?? '') ?? QUARTER_HOUR));
}
