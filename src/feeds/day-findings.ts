import { thrownText } from '../core/file-error.ts';
import { auctionLimits, tradedInterval } from '../core/market/auction.ts';
import { addDays, type LocalDate } from '../core/time.ts';
import { deliveryDay } from '../core/window.ts';
import { repeatedInterval } from './doubts/repeated-prices.ts';
import type { Feed, FeedName, FeedQuestion } from './feed.ts';
import { type AssembledDay, assemble } from './formats/days.ts';
import type { FeedReading } from './formats/feed-reading.ts';
import { isPlausibleRate } from './rates/plausible-rate.ts';
import { currencyOf, zoneFacts } from './zones.ts';

/** A delivery day as a feed gave it, in euro. */
export interface FeedDay extends AssembledDay {
  readonly feed: FeedName;
  /** Units of the market's currency per euro on that day, where this is not the euro. */
  readonly perEuro?: number;
}

/** What an answer amounts to for one of the days asked. */
export type DayFinding = { readonly date: LocalDate } & (
  | { readonly kind: 'whole'; readonly day: FeedDay }
  /** Not published yet. */
  | { readonly kind: 'nothing' }
  /** Some prices are missing; the others count. */
  | { readonly kind: 'partial'; readonly day: FeedDay; readonly why: string }
  /** `lacksRate`: its prices need an exchange rate that is not known. */
  | { readonly kind: 'unusable'; readonly why: string; readonly lacksRate?: true }
);

/** The exchange rate that a price needs is not known. */
export class RateError extends Error {
  override readonly name = 'RateError';
}

/** The days from `first` to `last`. */
function datesFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** What `reading` says of each day asked; `rateOn` is the reference rate of the market's currency. */
export function findingsOf(
  feed: Pick<Feed, 'name' | 'resolution'>,
  { zone, first, last }: FeedQuestion,
  reading: FeedReading,
  rateOn: (date: LocalDate) => number | undefined,
): DayFinding[] {
  const currency = currencyOf(zone);
  const perEuroOn = (date: LocalDate) => {
    if (currency === 'EUR') return 1;
    const own = reading.perEuro?.get(date) ?? Number.NaN;
    const rate = isPlausibleRate(currency, own) ? own : rateOn(date);
    if (rate === undefined) throw new RateError(`no rate of ${currency} is known`);
    return rate;
  };
  return datesFrom(first, last).map((date) => {
    const { start, end } = deliveryDay(date);
    const quotes = reading.quotes.filter((quote) => quote.start < end && quote.end > start);
    if (quotes.length === 0) return { kind: 'nothing', date };
    try {
      const perEuro = perEuroOn(date);
      const euros = reading.currency ? quotes.map((quote) => ({ ...quote, price: quote.price / perEuro })) : quotes;
      const longest = Math.max(feed.resolution, tradedInterval(zone, date));
      const assembled = dayIn(euros, date, { longest, rounding: reading.currency ? RATE_ROUNDING : 0 });
      const day = { ...assembled, feed: feed.name, ...(perEuro !== 1 && { perEuro }) };
      if (day.holes.length === 0) return { kind: 'whole', date, day };
      return { kind: 'partial', date, day, why: `${missing(day)} of its prices are missing` };
    } catch (error) {
      return { kind: 'unusable', date, why: thrownText(error), ...(error instanceof RateError && { lacksRate: true }) };
    }
  });
}

/** Euro per kWh: a rate that is rounded to four digits moves a price at the auction's minimum by less. */
const RATE_ROUNDING = 0.0001;

interface Expected {
  /** Seconds per price at most. */
  readonly longest: number;
  /** Euro per kWh that a price at the auction's limit may be off after it was converted to another currency and back. */
  readonly rounding: number;
}

function dayIn(quotes: FeedReading['quotes'], date: LocalDate, { longest, rounding }: Expected): AssembledDay {
  const { min, max } = auctionLimits(date);
  for (const { price } of quotes)
    if (!(price >= min - rounding && price <= max + rounding))
      throw new Error('a price is beyond the limits of the auction');
  const { days, contradictions } = assemble(quotes);
  const day = days.find((each) => each.date === date);
  if (!day || days.length > 1) throw new Error('prices reach beyond the delivery day');
  if (contradictions > 0) throw new Error(`${contradictions} of its prices contradict others of the same time`);
  if (day.resolution > longest) throw new Error(`prices last ${day.resolution} s, where ${longest} s are traded`);
  return day;
}

const missing = ({ prices }: AssembledDay) =>
  `${prices.filter((price) => price === undefined).length} of ${prices.length}`;

/** Why a day's prices are coarser than the auction's: each hour or half hour is repeated; `undefined` where they are not. */
export function coarseText(zone: string, { date, feed, prices, resolution }: FeedDay): string | undefined {
  const length = repeatedInterval(prices, resolution);
  const isExchange = zoneFacts[zone] !== undefined;
  // A day of one price is doubted as such.
  if (!isExchange || length === resolution || length <= tradedInterval(zone, date) || isFlat(prices)) return undefined;
  return `prices of ${feed} repeat each ${length === 3600 ? 'hour' : 'half hour'}, where quarter hours are traded`;
}

/** Why a whole day wants a second look before it is believed, knowing the prices of the day before it. */
export function doubtOf({ prices }: FeedDay, before: readonly number[] | undefined): string | undefined {
  if (isFlat(prices)) return 'every price of the day is the same';
  const repeats = before?.length === prices.length && prices.every((price, i) => cents(price) === cents(before[i]));
  return repeats ? 'the day repeats the one before it' : undefined;
}

const cents = (price: number | undefined) => Math.round((price ?? Number.NaN) * 1e5);
function isFlat(prices: FeedDay['prices']): boolean {
  const known = prices.filter((price) => price !== undefined);
  return known.every((price) => cents(price) === cents(known[0]));
}

/** Euro per kWh that roundings of the same price may differ by. */
const ROUNDING = 0.000_011;

/** Whether two renderings of a day say the same; a longer price is the mean of the shorter ones. */
export function agree(a: Prices, b: Prices): boolean {
  const [long, short] = a.resolution >= b.resolution ? [a, b] : [b, a];
  const steps = long.resolution / short.resolution;
  if (long.prices.length * steps !== short.prices.length) return false;
  return long.prices.every((price = Number.NaN, i) => {
    const parts = short.prices.slice(i * steps, (i + 1) * steps);
    const mean = parts.reduce<number>((sum, part = Number.NaN) => sum + part, 0) / steps;
    return Math.abs(price - mean) <= ROUNDING;
  });
}

interface Prices {
  readonly resolution: number;
  readonly prices: readonly (number | undefined)[];
}
