import { isClientError, type RateLimitError } from '../../client/errors.ts';
import { HOUR_SECONDS, type Instant, localDate, MINUTE_SECONDS, wallTime } from '../../core/time.ts';
import { SourceError } from '../problems.ts';
import { nextUtcDay } from './pacing.ts';

/** A draw, 0 to 1, that spreads the requests: a thousand installations are not to ask in the same second. */
export type Random = () => number;

/** At most this long after a moment that many wait for. */
const SPREAD = 2 * MINUTE_SECONDS;

/** Waits for a running request of the same token to end; where that does not help a daily cap is reached. Then anew. */
const BUSY_STEPS = [5, MINUTE_SECONDS, 10 * MINUTE_SECONDS];

/**
 * The moment from which the same question is worth asking again after `error`; `null`: not before someone changes the question or the
 * token. `earlier` counts the failures of this kind before it, in a row.
 */
export function retryAt(error: unknown, earlier: number, now: Instant, random: Random): Instant | null {
  const slowly = now + stretched(HOUR_SECONDS / 2, random);
  // When a source has been asked again it says so itself; this is for what it forgets.
  if (error instanceof SourceError) return Math.max(error.retryAt ?? slowly, now + MINUTE_SECONDS);
  if (!isClientError(error)) return now + backoff(earlier, random);
  switch (error.kind) {
    case 'configuration':
    case 'credential':
      return null;
    case 'forbidden':
      return error.testingLimit ? null : slowly;
    case 'rate-limit':
      if (error.rateLimit) return afterReset(error, error.rateLimit.resetAt, earlier, now, random);
      return busyUntil(BUSY_STEPS[earlier % (BUSY_STEPS.length + 1)], now, random);
    case 'service':
      return error.status === 500 ? slowly : now + backoff(earlier, random);
    default:
      return now + backoff(earlier, random);
  }
}

/**
 * The reset of a daily allowance, counted from the service's own clock where its answer has a `Date`. After a reset that has
 * passed already, each wait is twice as long as the one before.
 */
function afterReset(
  { answeredAt }: RateLimitError,
  resetAt: string,
  earlier: number,
  now: Instant,
  random: Random,
): Instant {
  const serviceNow = answeredAt ?? now;
  const wait = (Math.ceil(Date.parse(resetAt) / 1000) || nextUtcDay(serviceNow)) - serviceNow;
  if (wait <= 0) return now + stretched(doubled(MINUTE_SECONDS, earlier), random);
  return spread(within(now + wait, now), random);
}

const busyUntil = (step: number | undefined, now: Instant, random: Random) =>
  step === undefined ? spread(nextUtcDay(now), random) : now + step;

/**
 * The moment the service recommends, within reason: one minute to 25 hours from now. `early` counts the answers in a
 * row whose moment had already passed: then our clock runs ahead, and each time we wait twice as long.
 */
export function pollAt(next: Instant, early: number, now: Instant, random: Random): Instant {
  return spread(within(next, now, doubled(MINUTE_SECONDS, early)), random);
}

/** A moment that `pollAt` may have said: not in the past, nor by a clock that was ahead. */
export const isSoundPoll = (due: Instant, now: Instant): boolean =>
  due > now && due <= now + 25 * HOUR_SECONDS + SPREAD;

/** The service draws `next` up to this long after the publication (specification, "`next`", rule 1). */
const SERVICE_SPREAD = HOUR_SECONDS / 2;
const STATIC_CALL = '07:00';
/** Between requests while a publication is awaited. */
const SOON_STEP = 5 * MINUTE_SECONDS;

/**
 * The next request where prices are wanted as soon as they exist: from half an hour before `next`, every few minutes up to it. A static
 * tariff has nothing new before its 07:00 in the market's zone.
 */
export function soonestCall(next: Instant, now: Instant, timeZone: string): Instant {
  if (next === wallTime(localDate(next, timeZone), STATIC_CALL, timeZone)) return next;
  return Math.max(next - SERVICE_SPREAD, Math.min(next, now + SOON_STEP));
}

/** Seconds: half a minute, doubling up to half an hour. */
const backoff = (earlier: number, random: Random) => stretched(doubled(MINUTE_SECONDS / 2, earlier), random);

const doubled = (seconds: number, times: number) => Math.min(seconds * 2 ** times, HOUR_SECONDS / 2);
const stretched = (seconds: number, random: Random) => Math.round(seconds * (1 + random() / 2));
const spread = (instant: Instant, random: Random) => instant + Math.round(random() * SPREAD);
const within = (instant: Instant, now: Instant, soonest = MINUTE_SECONDS) =>
  Math.min(Math.max(instant, now + soonest), now + 25 * HOUR_SECONDS);
