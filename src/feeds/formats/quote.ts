import type { Instant, Span } from '../../core/time.ts';

/** The price that a file has for one stretch of time. */
export interface Quote extends Span {
  /** Euro per kWh. */
  readonly price: number;
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
}

/** A price in euro. Throws where it is in another currency and nothing says what that is worth. */
export function inEuro(price: number, currency: string, { perEuro }: Wanted): number {
  if (currency === 'EUR') return price;
  if (perEuro) return price / perEuro;
  throw new Error(`prices are in ${currency}: --per-euro must say how many ${currency} one euro is`);
}

const lengths: readonly number[] = [900, 1800, 3600];

/** The ends of stretches of which only the beginnings are known, in order: with the next, or after a gap as long as the last. */
export function quoteEnds(starts: readonly Instant[]): Instant[] {
  const steps = starts.map((start, i) => (starts[i + 1] ?? Number.NaN) - start);
  const first = steps.find((step) => lengths.includes(step));
  if (first === undefined) throw new Error('times must follow each other by 15, 30 or 60 minutes');
  let last = first;
  return starts.map((start, i) => {
    const step = steps[i] ?? Number.NaN;
    if (lengths.includes(step)) last = step;
    return start + last;
  });
}
