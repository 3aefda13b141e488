import { addDays, type Instant, type LocalDate, localDate, nextWallTime, wallTime } from '../core/time.ts';
import type { Book, Calendars, SpotPrices } from './book.ts';
import { clockName } from './energy.ts';
import { gridTariffOf } from './network.ts';
import { type Question, versionDays } from './question.ts';
import { type PriceRule, type Tariff, versionOn } from './tariff.ts';

const STATIC_CALL = '07:00';
/** Seconds: callers are spread over half an hour. */
const SPREAD = 1800;
/** Seconds after which a late publication is tried again. */
const RETRY = 300;

/**
 * The draw of times to call again ("`next`", rules 1 and 2): after the next publication plus up to half an hour drawn
 * anew, a few minutes out where it is late, without a price source at 07:00 in the market's zone; of several tariffs the
 * earliest. A network charge counts where it is published day by day. `random` is in [0, 1). It is good until the earliest
 * of these times has passed.
 */
export function nextDraw(
  question: Question,
  prices: SpotPrices,
  timeZone: string,
  book?: Book,
): (random: () => number) => Instant {
  const { consumption, feedin, now } = question;
  const days = versionDays(question, timeZone, book);
  const staticCall = { at: nextWallTime(STATIC_CALL, now, timeZone), spread: 0 };
  const callOf = (tariff: Tariff | undefined, day: string) => {
    const rule = tariff && versionOn(tariff, day).price;
    const publication = rule && publicationOf(rule, prices, now, timeZone, book?.calendars);
    if (publication === undefined) return undefined;
    return publication > now ? { at: publication, spread: SPREAD } : { at: now + RETRY, spread: 0 };
  };
  const supplied = [consumption, feedin].flatMap((tariff) =>
    tariff ? (callOf(tariff, days.signed) ?? staticCall) : [],
  );
  const network = consumption && book && callOf(gridTariffOf(question, book), days.network);
  const calls = [...supplied, ...(network ? [network] : [])];
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
