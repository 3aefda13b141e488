import { type Instant, type LocalDate, offsetsOver, type Span, wallClock } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';

/** A calendar day in the market's zone, with what a tariff clock asks of it. */
export interface MarketDay {
  readonly date: LocalDate;
  /** 1 to 12. */
  readonly month: number;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** Monday to Friday and no public holiday. */
  readonly working: boolean;
}

/** A quarter hour of real time and where the wall clock shows it. */
export interface Quarter {
  readonly start: Instant;
  readonly day: MarketDay;
  /** 0 to 95 by the wall clock: a clock change skips or repeats four of them. */
  readonly slot: number;
}

export const DAY_SLOTS = 96;
const DAY = DAY_SLOTS * QUARTER_HOUR;

/**
 * The quarter hours of `span` as clocks in `timeZone` show them: 92 or 100 of a delivery day at a clock change. Each
 * calendar day is one object.
 */
export function quartersOf(span: Span, timeZone: string, holidays: ReadonlySet<LocalDate>): Quarter[] {
  const offsetAt = offsetsOver(span, timeZone);
  const days = new Map<number, MarketDay>();
  const quarters: Quarter[] = [];
  for (let start = span.start; start < span.end; start += QUARTER_HOUR) {
    const local = start + offsetAt(start);
    const number = Math.floor(local / DAY);
    const day = days.get(number) ?? marketDay(number, holidays);
    days.set(number, day);
    quarters.push({ start, day, slot: (local - number * DAY) / QUARTER_HOUR });
  }
  return quarters;
}

function marketDay(number: number, holidays: ReadonlySet<LocalDate>): MarketDay {
  const { date, month, weekday } = wallClock(number * DAY, 0);
  return { date, month, weekday, working: weekday <= 5 && !holidays.has(date) };
}
