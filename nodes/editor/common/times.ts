import type { Instant } from '../../../src/core/time.ts';
import { language } from './words.ts';

/** ISO times as someone in a time zone says them now. */
interface Times {
  /** `14:00`, on another day `Fri 14:00`. */
  at(iso: string): string;
  /** `Fri 14:00–15:30`. */
  between(start: string, end: string): string;
}

export const secondsOf = (iso: string): Instant => Date.parse(iso) / 1000;

export function timesIn(timeZone: string, now: Instant): Times {
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const short = new Intl.DateTimeFormat(language(), clock);
  const long = new Intl.DateTimeFormat(language(), { weekday: 'short', ...clock });
  const say = (at: Instant, near: boolean) => (near ? short : long).format(at * 1000);
  const sameDay = (a: Instant, b: Instant) => day.format(a * 1000) === day.format(b * 1000);
  const at = (iso: string) => say(secondsOf(iso), sameDay(secondsOf(iso), now));
  return {
    at,
    // What ends at midnight ends on the same day.
    between: (start, end) => `${at(start)}–${say(secondsOf(end), sameDay(secondsOf(start), secondsOf(end) - 1))}`,
  };
}
