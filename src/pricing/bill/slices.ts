import { addDays, daysBetween, type LocalDate, localDay, nextMonth, type Span } from '../../core/time.ts';

/** Days of one month within which no figure of a bill changes. */
export interface Slice extends Span {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly days: number;
  /** `YYYY-MM`. */
  readonly month: string;
  /** The number of the bill's year, which begins with its first day. */
  readonly year: number;
}

/** The days from `from` to `to`, cut at months, at years of the bill and at the days in `changes`. */
export function slicesOf(from: LocalDate, to: LocalDate, timeZone: string, changes: Iterable<LocalDate>): Slice[] {
  const after = addDays(to, 1);
  const cuts = new Set<LocalDate>([from, after]);
  for (let day = nextMonth(from); day < after; day = nextMonth(day)) cuts.add(day);
  for (let year = 1; yearLater(from, year) < after; year += 1) cuts.add(yearLater(from, year));
  for (const day of changes) if (from < day && day < after) cuts.add(day);
  const days = [...cuts].sort();
  return days.slice(0, -1).map((first, i) => {
    const next = days[i + 1] as LocalDate;
    return {
      ...{ from: first, to: addDays(next, -1), days: daysBetween(first, next), month: first.slice(0, 7) },
      year: yearsSince(from, first),
      start: localDay(first, timeZone).start,
      end: localDay(next, timeZone).start,
    };
  });
}

/** The part of a day, month or year that the slice is. */
export function shareOfPeriod({ days, month }: Pick<Slice, 'days' | 'month'>, per: 'day' | 'month' | 'year'): number {
  const [year] = month.split('-').map(Number);
  if (per === 'day') return days;
  return (
    days /
    (per === 'month'
      ? daysBetween(`${month}-01`, nextMonth(month))
      : daysBetween(`${year}-01-01`, `${Number(year) + 1}-01-01`))
  );
}

const yearLater = (date: LocalDate, years: number): LocalDate =>
  addDays(`${Number(date.slice(0, 4)) + years}${date.slice(4, 7)}-01`, Number(date.slice(8)) - 1);

function yearsSince(from: LocalDate, date: LocalDate): number {
  let years = 0;
  while (yearLater(from, years + 1) <= date) years += 1;
  return years;
}
