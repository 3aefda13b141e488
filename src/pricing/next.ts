import { addDays, type Instant, type LocalDate, localDate, nextWallTime, wallTime } from '../core/time.ts';
import type { Calendars, SpotPrices } from './book.ts';
import { clockName } from './energy.ts';
import { contractDay, type Question } from './question.ts';
import { type PriceRule, versionOn } from './tariff.ts';

const STATIC_CALL = '07:00';
/** Seconds: callers are spread over half an hour. */
const SPREAD = 1800;
/** Seconds after which a late publication is tried again. */
const RETRY = 300;

/**
 * The draw of times to call again ("`next`", rules 1 and 2): after the next publication plus up to half an hour drawn
 * anew, a few minutes out where it is late, without a price source at 07:00 in the market's zone; of several tariffs the
 * earliest. `random` is in [0, 1). It is good until the earliest of these times has passed.
 */
export function nextDraw(
  question: Question,
  prices: SpotPrices,
  timeZone: string,
  calendars?: Calendars,
): (random: () => number) => Instant {
  const { consumption, feedin, now } = question;
  const staticCall = { at: nextWallTime(STATIC_CALL, now, timeZone), spread: 0 };
  const calls = [consumption, feedin].flatMap((tariff) => {
    if (!tariff) return [];
    const rule = versionOn(tariff, contractDay(question, timeZone)).price;
    const publication = publicationOf(rule, prices, now, timeZone, calendars);
    if (publication === undefined) return staticCall;
    return publication > now ? { at: publication, spread: SPREAD } : { at: now + RETRY, spread: 0 };
  });
  const [first = staticCall, ...others] = calls;
  return (random) => Math.min(...[first, ...others].map(({ at, spread }) => at + Math.floor(random() * spread)));
}

/** The last day of a calendar that is published every day at `time` for the next. */
export function lastPublished(time: string, now: Instant, timeZone: string): LocalDate {
  const today = localDate(now, timeZone);
  return now < wallTime(today, time, timeZone) ? today : addDays(today, 1);
}

/** The time at which the next prices of a rule are due, past where they are late; `undefined` where they are known in advance. */
function publicationOf(
  rule: PriceRule,
  prices: SpotPrices,
  now: Instant,
  timeZone: string,
  calendars: Calendars | undefined,
): Instant | undefined {
  if (rule.kind === 'spot') return prices.publication(rule.zone, now).next;
  if (rule.kind !== 'calendar') return undefined;
  const { publishedAt } = rule;
  const due = [localDate(now, timeZone), lastPublished(publishedAt, now, timeZone)];
  const late = due.some((date) => clockName(rule, date, calendars) === undefined);
  return late ? now : nextWallTime(publishedAt, now, timeZone);
}
