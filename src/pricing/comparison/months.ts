import { addDays, daysBetween, localDate, localDay, nextMonth, type Span } from '../../core/time.ts';
import type { MeteredMonth } from './types.ts';

/** The months of `zone` that `span` reaches into. */
export function monthsOf({ start, end }: Span, zone: string): MeteredMonth[] {
  const months: MeteredMonth[] = [];
  for (let at = start; at < end; ) {
    const from = localDate(at, zone);
    const month = from.slice(0, 7);
    const next = nextMonth(month);
    const until = Math.min(localDay(next, zone).start, end);
    const share = daysBetween(from, addDays(localDate(until - 1, zone), 1)) / daysBetween(`${month}-01`, next);
    months.push({ month, from, start: at, end: until, share });
    at = until;
  }
  return months;
}

/** The local days that `span` reaches into. */
export function daysOf({ start, end }: Span, zone: string): Span[] {
  const days: Span[] = [];
  for (let at = start; at < end; ) {
    const day = localDay(localDate(at, zone), zone);
    days.push(day);
    at = day.end;
  }
  return days;
}
