/** Deadlines of a week, Monday first, as `HH:MM`; `undefined` on days without one. */
export type Week = readonly (string | undefined)[];

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const entry = /^(?<first>[A-Z][a-z]{2})(-(?<last>[A-Z][a-z]{2}))? (?<time>\S+)$/;

/** The forms of a deadline, for those who gave another. */
export const DEADLINE_FORMS = 'HH:MM, "Mon-Fri 06:30, Sat-Sun 09:00", or ISO 8601 with an offset';

/** True of a time of day, as `07:00`. */
export const isClock = (text: string): boolean => clock.test(text);

/**
 * `HH:MM` every day, or days with their time: `Mon-Fri 06:30, Sat-Sun 09:00`. `undefined` where the text is neither, or
 * names a day twice. `Sat-Mon` goes on over the end of the week.
 */
export function readWeek(text: string): Week | undefined {
  if (isClock(text)) return days.map(() => text);
  const week: (string | undefined)[] = days.map(() => undefined);
  for (const part of text.split(', ')) {
    const { first = '', last = first, time = '' } = entry.exec(part)?.groups ?? {};
    const [from, until] = [days.indexOf(first), days.indexOf(last)];
    if (from < 0 || until < 0 || !isClock(time)) return undefined;
    for (let i = 0; i <= (until - from + 7) % 7; i++) {
      const day = (from + i) % 7;
      if (week[day]) return undefined;
      week[day] = time;
    }
  }
  return week;
}
