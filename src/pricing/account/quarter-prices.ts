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
  const values = Array<number | null>(count).fill(null);
  for (const prices of [known, meansOf(spans)]) {
    const shift = (prices.from - from) / QUARTER_HOUR;
    const end = Math.min(prices.values.length, count - shift);
    for (let i = Math.max(0, -shift); i < end; i += 1)
      values[i + shift] = prices.values[i] ?? values[i + shift] ?? null;
  }
  return { from, values };
}

/** The means of prices: the devices of a site share their prices. */
const meansBefore = new WeakMap<readonly PricedTime[], QuarterPrices>();

/** The means of all quarter hours that `spans` cover. */
function meansOf(spans: readonly PricedTime[]): QuarterPrices {
  const before = meansBefore.get(spans);
  if (before) return before;
  const from = quarterOf(spans[0]?.start ?? 0);
  const count = Math.ceil(((spans.at(-1)?.end ?? from) - from) / QUARTER_HOUR);
  let first = 0;
  const values = Array.from({ length: count }, (_, i) => {
    const at = from + i * QUARTER_HOUR;
    while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= at) first += 1;
    return meanFrom(spans, first, at) ?? null;
  });
  const means = { from, values };
  meansBefore.set(spans, means);
  return means;
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
