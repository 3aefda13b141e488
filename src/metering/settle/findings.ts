import type { Span } from '../../core/time.ts';
import type { ZoneClock } from '../time/zone-clock.ts';
import type { MeterDirection, MeterFinding } from '../types.ts';
import type { MeterOddity } from './oddity.ts';

/** Oddities counted by local day, kind and reason, in the order of the days. */
export function dailyFindings(
  oddities: readonly MeterOddity[],
  direction: MeterDirection,
  clock: ZoneClock,
): MeterFinding[] {
  const counted = new Map<string, MeterFinding>();
  for (const { at, kind, reason, intervals } of oddities) {
    const date = clock.dateAt(at);
    const key = `${date} ${kind} ${reason ?? ''}`;
    const finding = { date, direction, kind, ...(reason && { reason }) };
    counted.set(key, { ...finding, intervals: (counted.get(key)?.intervals ?? 0) + intervals });
  }
  return [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
}

/** What lacks of the time from the first to the last of `covered`, a span a day. Both are in order. */
export function gapsByDay(readings: readonly Span[], covered: readonly Span[], clock: ZoneClock): Span[] {
  const edges = [...readings, { start: covered.at(-1)?.end ?? 0, end: 0 }];
  const gaps = edges.map(({ start }, i) => ({ start: readings[i - 1]?.end ?? covered[0]?.start ?? start, end: start }));
  return gaps.filter(({ start, end }) => end > start).flatMap((gap) => daysOf(gap, clock));
}

function daysOf({ start, end }: Span, clock: ZoneClock): Span[] {
  const days: Span[] = [];
  for (let from = start; from < end; ) {
    const to = Math.min(clock.nextDay(from), end);
    days.push({ start: from, end: to });
    from = to;
  }
  return days;
}
