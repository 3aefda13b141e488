import type { Instant, Span } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { QuarterPrices } from './types.ts';

/** A price per kWh over a time. */
interface PricedTime extends Span {
  readonly price: number;
}

/** The price of the quarter hour that begins at `at`, where it is known. */
export const quarterPrice = ({ from, values }: QuarterPrices, at: Instant): number | null =>
  values[(at - from) / QUARTER_HOUR] ?? null;

/** The prices with those of `spans`, by time, over them: of one that changes within a quarter hour the mean. Kept is what lies in `kept`. */
export function withPrices(known: QuarterPrices, spans: readonly PricedTime[], kept: Span): QuarterPrices {
  const from = quarterOf(kept.start);
  const last = Math.max(from, known.from + known.values.length * QUARTER_HOUR, spans.at(-1)?.end ?? from);
  const count = Math.max(0, Math.ceil((Math.min(last, kept.end) - from) / QUARTER_HOUR));
  let first = 0;
  const values = Array.from({ length: count }, (_, i) => {
    const at = from + i * QUARTER_HOUR;
    while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= at) first += 1;
    return meanFrom(spans, first, at) ?? quarterPrice(known, at);
  });
  return { from, values };
}

function meanFrom(spans: readonly PricedTime[], first: number, at: Instant): number | undefined {
  let amount = 0;
  for (let known = at, i = first; known < at + QUARTER_HOUR; i += 1) {
    const span = spans[i];
    if (!span || span.start > known) return undefined;
    if (span.start <= at && span.end >= at + QUARTER_HOUR) return span.price;
    const end = Math.min(span.end, at + QUARTER_HOUR);
    amount += span.price * (end - known);
    known = end;
  }
  return amount / QUARTER_HOUR;
}
