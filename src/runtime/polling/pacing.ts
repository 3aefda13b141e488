import { DAY_SECONDS, type Instant } from '../../core/time.ts';

/** What an account may request per UTC day with a testing token (specification, "Limits"). */
const REQUESTS_PER_DAY = 100;

/** Daily limits reset at midnight UTC (specification, "Limits"). */
export const nextUtcDay = (now: Instant): Instant => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS;

/**
 * The earliest next request of a question that was last requested at `last`. Half of the day's requests may be used at
 * any pace. The other half is spread evenly over the rest of the day, so that prices published late are still seen.
 * @param requestsToday those of the account so far; 0 where nothing limits them.
 * @param questions the number of questions that share the account.
 */
export function pacedFrom(last: Instant, now: Instant, requestsToday: number, questions: number): Instant {
  const left = REQUESTS_PER_DAY - requestsToday;
  if (left > REQUESTS_PER_DAY / 2) return now;
  const restOfDay = nextUtcDay(now) - now;
  const interval = left > 0 ? Math.ceil((restOfDay * questions) / left) : restOfDay;
  return Math.max(now, Math.min(last + interval, nextUtcDay(now)));
}
