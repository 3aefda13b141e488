import { addDays, type Instant, type LocalDate, localDate, wallTime } from '../../core/time.ts';
import type { Week } from './week.ts';

/** The first deadline in `timeZone` after `instant`. */
export function nextDeadline(week: Week, instant: Instant, timeZone: string): Instant {
  let date = localDate(instant, timeZone);
  for (;;) {
    const time = week[dayOfWeek(date)];
    const deadline = time === undefined ? instant : wallTime(date, time, timeZone);
    if (deadline > instant) return deadline;
    date = addDays(date, 1);
  }
}

/** 0 is Monday. */
const dayOfWeek = (date: LocalDate) => (new Date(date).getUTCDay() + 6) % 7;
