import { addDays, type Instant, type LocalDate, localDate, wallTime } from '../../core/time.ts';
import type { Week } from './week.ts';

/** The first time of a week in `timeZone` after `instant`. */
export function nextDeadline(week: Week, instant: Instant, timeZone: string): Instant {
  let date = localDate(instant, timeZone);
  for (;;) {
    const deadline = timesOn(week, date, timeZone).find((time) => time > instant);
    if (deadline !== undefined) return deadline;
    date = addDays(date, 1);
  }
}

/** The last time of a week in `timeZone` before `instant`. */
export function lastOpening(week: Week, instant: Instant, timeZone: string): Instant {
  let date = localDate(instant, timeZone);
  for (;;) {
    const opening = timesOn(week, date, timeZone).findLast((time) => time < instant);
    if (opening !== undefined) return opening;
    date = addDays(date, -1);
  }
}

const timesOn = (week: Week, date: LocalDate, timeZone: string): Instant[] =>
  (week[dayOfWeek(date)] ?? []).map((time) => wallTime(date, time, timeZone));

/** 0 is Monday. */
const dayOfWeek = (date: LocalDate) => (new Date(date).getUTCDay() + 6) % 7;
