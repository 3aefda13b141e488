import { addDays, localDate, localDay } from '../../core/time.ts';
import { horizonOf, meanPrice, microsOf } from '../../planner/horizon.ts';
import type { Horizon, PricedSpan, Terms } from '../../planner/types.ts';

/**
 * The limit that keeps each local day's prices at or below so many percent of the mean of those that are known, or where they
 * are earned, at or above it. Of a mean below zero 80 % is a fifth of it further down.
 */
export function dailyLimit(percent: number, horizon: Horizon, timeZone: string): NonNullable<Terms['limit']> {
  const { sense } = horizon;
  const days = daysOf(horizon, timeZone).map((spans) => {
    const mean = meanPrice(spans);
    const most = microsOf(mean + (percent / 100 - 1) * Math.abs(mean), sense);
    return spans.map((span) => ({ ...span, allowed: microsOf(span.price, sense) <= most }));
  });
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

/** The prices of each local day. */
function daysOf({ spans }: Horizon, timeZone: string): PricedSpan[][] {
  const [begin, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  const days: PricedSpan[][] = [];
  for (let date = localDate(begin, timeZone); localDay(date, timeZone).start < end; date = addDays(date, 1)) {
    const day = localDay(date, timeZone);
    const inside = spans.filter((span) => span.start < day.end && span.end > day.start);
    days.push(
      inside.map(({ start, end, price }) => ({
        start: Math.max(start, day.start),
        end: Math.min(end, day.end),
        price,
      })),
    );
  }
  return days;
}
