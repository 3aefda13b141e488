import { addDays, type Instant, type LocalDate, localDay, offsetsOver, type Span, wallClock } from '../../core/time.ts';
import { DELIVERY_ZONE } from '../../core/window.ts';
import type { Assembled, AssembledDay } from './days.ts';

const HOUR = 3600;

/** What was odd about the quotes of an import, a line each; times are those of the delivery zone. */
export function oddities({ days, duplicates, contradictions, overlaps }: Assembled): string[] {
  return [
    ...days.flatMap(clockChange),
    ...days.flatMap(holesOf),
    ...counted(duplicates, 'said twice'),
    ...counted(contradictions, 'contradicted by another of the same interval: the last one read counts'),
    ...counted(overlaps, 'overlapped by one of another length: the shorter one counts'),
  ];
}

const counted = (count: number, what: string) => (count > 0 ? [`${count} prices ${what}`] : []);

function clockChange({ date, start, end }: AssembledDay): string[] {
  const hours = (end - start) / HOUR;
  return hours === 24 ? [] : [`${date}: clocks change, ${hours} hours`];
}

function holesOf({ date, start, end, holes }: AssembledDay): string[] {
  const clock = clockOn(date);
  const missing = holes.map((hole) =>
    hole.start === start && hole.end === end
      ? 'no price at all'
      : `no price ${clock(hole.start)}-${clock(hole.end) === '00:00' ? '24:00' : clock(hole.end)}`,
  );
  return missing.length > 0 ? [`${date}: ${missing.join(', ')}; the day is left out`] : [];
}

function clockOn(date: LocalDate): (instant: Instant) => string {
  const span: Span = { start: localDay(date, DELIVERY_ZONE).start, end: localDay(addDays(date, 1), DELIVERY_ZONE).end };
  const offsetAt = offsetsOver(span, DELIVERY_ZONE);
  return (instant) => {
    const { minute } = wallClock(instant, offsetAt(instant));
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  };
}
