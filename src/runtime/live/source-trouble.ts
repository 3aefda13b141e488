import { addDays, clockTime, type Instant, localDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import type { FeedAsk } from '../../feeds/plan.ts';
import { SourceError } from '../problems.ts';
import type { LivePrices } from './live-prices.ts';

/** What a last question has come to where a day is missing, as a part of a fault's code and in English. */
const outcomes: Readonly<Record<FeedAsk['outcome'], readonly [code: string, text: string]>> = {
  failed: ['failed', 'does not answer'],
  unusable: ['unusable', 'sends nothing of use'],
  doubtful: ['nothing', 'has no price yet'],
  nothing: ['nothing', 'has no price yet'],
  partial: ['nothing', 'has no price yet'],
  whole: ['nothing', 'has no price yet'],
};

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
  const holds = (date: string) => prices.get(zone)?.days.has(date) ?? false;
  const { feeds, last, next } = prices.standingOf(zone);
  const isNow = !holds(today);
  if (!isNow && (holds(addDays(today, 1)) || !last || last.last <= today)) return undefined;
  if (feeds.length === 0)
    return new SourceError({ code: 'source-none', values: { zone } }, `no source of ${zone} may be used unasked`);
  if (next === undefined) return new SourceError({ code: 'source-clock' }, 'the clock of this computer is not set');
  if (!last) return new SourceError({ code: 'source-asking', values: { zone } }, `asking for prices of ${zone}`, next);
  const [code, text] = outcomes[last.outcome];
  if (!isNow && code === 'nothing') return undefined;
  const time = clockTime(next, timeZone);
  const day = localDate(next, timeZone);
  const values = { source: last.feed, next: day === localDate(now, timeZone) ? time : `${day} ${time}` };
  const [detail] = last.problems;
  const fault = { code: `${isNow ? 'source' : 'tomorrow'}-${code}`, values, ...(detail && { detail }) };
  return new SourceError(fault, `${last.feed} ${text}`, next);
}
