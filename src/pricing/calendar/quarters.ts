import { type Instant, type LocalDate, offsetsOver, type Span, wallClock, winterOffset } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { Holidays } from './holidays.ts';

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

/** A quarter hour of real time and where the clock shows it. */
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
export function quartersOf(span: Span, timeZone: string, holidays: Holidays): Quarter[] {
  const starts: Instant[] = [];
  for (let start = span.start; start < span.end; start += QUARTER_HOUR) starts.push(start);
  return clocked(starts, offsetsOver(span, timeZone), holidays);
}

/** Reads `quarters` by standard time, which some meters keep all year. */
export function inWinterTime(quarters: readonly Quarter[], timeZone: string, holidays: Holidays): Quarter[] {
  const offset = winterOffset(quarters[0]?.start ?? 0, timeZone);
  const starts = quarters.map(({ start }) => start);
  return clocked(starts, () => offset, holidays);
}

function clocked(starts: readonly Instant[], offsetAt: (instant: Instant) => number, holidays: Holidays): Quarter[] {
  const days = new Map<number, MarketDay>();
  return starts.map((start) => {
    const local = start + offsetAt(start);
    const number = Math.floor(local / DAY);
    const day = days.get(number) ?? marketDay(number, holidays);
    days.set(number, day);
    return { start, day, slot: (local - number * DAY) / QUARTER_HOUR };
  });
}

function marketDay(number: number, holidays: Holidays): MarketDay {
  const { date, month, weekday } = wallClock(number * DAY, 0);
  return { date, month, weekday, working: weekday <= 5 && !holidays.has(date) };
}
