/** Times of each day of a week, Monday first, as `HH:MM` and in their order; none on days without one. */
export type Week = readonly (readonly string[])[];

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const entry = /^(?<first>[A-Z][a-z]{2})(-(?<last>[A-Z][a-z]{2}))? (?<times>.+)$/;

const short = /^(\d{1,2})(?::?([0-5]\d))?$/;

/** Completes `7`, `07`, `7:00` or `700` to `07:00`; other text stays unchanged. */
export function fullTime(text: string): string {
  const [, hour, minute = '00'] = short.exec(text) ?? [];
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`;
}

/** The forms of a time that repeats, for error texts. */
export const WEEK_FORMS =
  'HH:MM, "Mon-Fri 06:30, Sat-Sun 09:00", several a day as "07:00, 17:00" or "Mon-Fri 06:30 17:00"';
/** The forms of a time that repeats or is once. */
export const TIME_FORMS = `${WEEK_FORMS}, or ISO 8601 with an offset`;

/**
 * Times of every day: `07:00`, or `07:00, 17:00`; or days with their times: `Mon-Fri 06:30 17:00, Sat-Sun 09:00`.
 * `undefined` where the text is neither, or names a day or a time of it twice. `Sat-Mon` goes on over the end of the week.
 */
export function readWeek(text: string): Week | undefined {
  const daily = timesIn(text.split(', '));
  if (daily) return days.map(() => daily);
  const week: (readonly string[])[] = days.map(() => []);
  for (const part of text.split(', ')) {
    const { first = '', last = first, times: list = '' } = entry.exec(part)?.groups ?? {};
    const [from, until] = [days.indexOf(first), days.indexOf(last)];
    const times = timesIn(list.split(' '));
    if (from < 0 || until < 0 || !times) return undefined;
    for (let i = 0; i <= (until - from + 7) % 7; i++) {
      const day = (from + i) % 7;
      if (week[day]?.length !== 0) return undefined;
      week[day] = times;
    }
  }
  return week;
}

const timesIn = (texts: readonly string[]): readonly string[] | undefined =>
  texts.every((text) => clock.test(text)) && new Set(texts).size === texts.length ? [...texts].sort() : undefined;
