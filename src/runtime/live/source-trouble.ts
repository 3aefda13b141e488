import type { PriceDay } from '../../core/price-file.ts';
import { addDays, clockTime, type Instant, localDate } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import type { FeedAsk } from '../../feeds/plan.ts';
import { priceFeeds } from '../../feeds/price-feeds.ts';
import { SourceError } from '../problems.ts';
import { HOST_BUSY } from './host-turns.ts';
import type { LivePrices } from './live-prices.ts';

/** What a last question has come to where a day is missing, as a part of a fault's code and in English. */
const outcomes: Readonly<Record<FeedAsk['outcome'], readonly [code: string, text: string]>> = {
  failed: ['failed', 'does not answer'],
  unusable: ['unusable', 'sends nothing usable'],
  doubtful: ['doubtful', 'has doubtful prices'],
  nothing: ['nothing', 'has no price yet'],
  partial: ['nothing', 'has no price yet'],
  whole: ['nothing', 'has no price yet'],
  absent: ['unusable', 'has no prices of this zone'],
};

/** Prices have come, but not the exchange rate that they need. */
const RATES = ['rates', 'has prices in euro, and their exchange rate is missing'] as const;

/**
 * What keeps a zone from its prices: of today, or of tomorrow where its sources fail. Nothing where it has them, or where
 * tomorrow is only not published yet.
 * @param timeZone of the time of the next try.
 */
export function sourceTrouble(
  prices: Pick<LivePrices, 'get' | 'standingOf'>,
  zone: string,
  now: Instant,
  timeZone: string,
): SourceError | undefined {
  const today = deliveryDate(now);
  const days = prices.get(zone)?.days;
  const holds = (date: string) => days?.has(date) ?? false;
  const { feeds, last, next, doubtful } = prices.standingOf(zone);
  const tomorrow = addDays(today, 1);
  const doubts = [today, tomorrow].flatMap((date) => {
    const why = holds(date) && doubtful?.get(date);
    return why ? [date === today ? why : `${date}: ${why}`] : [];
  });
  const [doubt] = doubts;
  if (doubt) return new SourceError({ code: 'price-doubtful', detail: doubt }, 'prices are doubtful', next);
  const isNow = !holdsPrice(days?.get(today), now);
  if (!isNow && (holds(tomorrow) || !last || last.last <= today)) return undefined;
  if (feeds.length === 0) return noSource(zone);
  if (next === undefined) return new SourceError({ code: 'source-clock' }, 'the clock of this computer is not set');
  // It is being asked, or waits for others to the same host.
  if (!last && next <= now + HOST_BUSY)
    return new SourceError({ code: 'source-asking', values: { zone } }, `asking for prices of ${zone}`, next);
  const { feed = feeds[0]?.name ?? '', outcome = 'nothing', problems: [problem] = [], rateProblem } = last ?? {};
  const lacksRate = rateProblem !== undefined && (isNow || outcome === 'unusable');
  const [code, text] = lacksRate ? RATES : outcomes[outcome];
  const detail = lacksRate ? rateProblem : problem;
  if (!isNow && (code === 'nothing' || outcome === 'absent')) return undefined;
  const time = clockTime(next, timeZone);
  const day = localDate(next, timeZone);
  const values = { source: feed, next: day === localDate(now, timeZone) ? time : `${day} ${time}` };
  const fault = { code: isNow ? `source-${code}` : `tomorrow-${code}`, values, ...(detail && { detail }) };
  return new SourceError(fault, `${feed} ${text}`, next);
}

/** Whether a day has a price for the moment: it may have holes. */
function holdsPrice(day: PriceDay | undefined, now: Instant): boolean {
  if (!day?.missing) return day !== undefined;
  return !Number.isNaN(day.prices[Math.floor((now - deliveryDay(day.date).start) / day.resolution)]);
}

/** Names those that the household may choose. */
function noSource(zone: string): SourceError {
  const others = priceFeeds.filter(({ zones }) => zones.includes(zone)).map(({ name }) => name);
  const fault = { code: 'source-none', values: { zone }, ...(others.length > 0 && { detail: others.join(', ') }) };
  return new SourceError(fault, `no source that may be asked has prices of ${zone}`);
}
