import { covers } from '../../core/series.ts';
import { addDays, type LocalDate, localDate, localDay, type Span } from '../../core/time.ts';
import { DELIVERY_ZONE, deliveryDay } from '../../core/window.ts';
import { horizonOf, meanPrice, microsOf } from '../../planner/horizon.ts';
import type { Horizon, PricedSpan, Terms } from '../../planner/types.ts';

/**
 * The limit that keeps the prices of each day at or below so many percent of its mean, or where they are earned, at or above it. Of a mean
 * below zero 80 % is a fifth of it further down. Prices after the last complete local day are compared with their delivery day, and
 * are barred if a part of that is unknown. Prices that reach the end of no day have their own mean.
 */
export function dailyLimit(percent: number, horizon: Horizon, timeZone: string): NonNullable<Terms['limit']> {
  const { sense } = horizon;
  const [begin, until] = [horizon.spans[0]?.start ?? 0, horizon.spans.at(-1)?.end ?? 0];
  const days = daysOf(horizon.spans, timeZone).flatMap((local) => {
    if (until >= Math.min(local.end, deliveryDay(local.date).end)) return [limited(local.spans, local.spans)];
    return daysOf(local.spans, DELIVERY_ZONE).map(({ spans, ...day }) => {
      const isInside = begin >= Math.max(local.start, day.start) && until < day.end;
      return limited(spans, covers(horizon.spans, day) || isInside ? clipped(horizon.spans, day) : []);
    });
  });
  function limited(spans: readonly PricedSpan[], day: readonly PricedSpan[]) {
    const mean = meanPrice(day);
    const most =
      day.length > 0 ? microsOf(mean + (percent / 100 - 1) * Math.abs(mean), sense) : Number.NEGATIVE_INFINITY;
    return spans.map((span) => ({ ...span, allowed: microsOf(span.price, sense) <= most }));
  }
  const spans = days.flat();
  const allowed = spans.filter((span) => span.allowed).map(({ price }) => microsOf(price, sense));
  const limit = allowed.length > 0 ? Math.max(...allowed) : Math.min(...horizon.micros) - 1;
  const priceOf = (micros: number) => ((sense === 'cost' ? 1 : -1) * micros) / 1e6;
  const weighed = spans.map(({ allowed, start, end, price }) => {
    const isRaised = !allowed && microsOf(price, sense) <= limit;
    return { start, end, price: isRaised ? priceOf(limit + 1) : price };
  });
  return { rule: 'interval', price: priceOf(limit), weighed: horizonOf(weighed, sense) };
}

interface Day extends Span {
  readonly date: LocalDate;
  readonly spans: readonly PricedSpan[];
}

/** The prices of each day of a zone. */
function daysOf(spans: readonly PricedSpan[], zone: string): Day[] {
  const [begin, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  const days: Day[] = [];
  for (let date = localDate(begin, zone); localDay(date, zone).start < end; date = addDays(date, 1)) {
    const day = localDay(date, zone);
    days.push({ date, ...day, spans: clipped(spans, day) });
  }
  return days;
}

const clipped = (spans: readonly PricedSpan[], { start, end }: Span): PricedSpan[] =>
  spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end), price: span.price }));
