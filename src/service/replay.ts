import { addDays, type Instant, type LocalDate, nextWallTime, type Span, wallTime } from '../core/time.ts';
import { DELIVERY_ZONE, deliveryDate, deliveryDay } from '../core/window.ts';
import type { Publication, SpotPoint, SpotPrices } from '../pricing/book.ts';
import type { PriceDay, ZonePrices } from './prices.ts';
import type { PriceSource } from './watched-prices.ts';

/** When the prices of the next delivery day are due, by the clock in the delivery zone; real auctions take until then. */
export const PUBLICATION_TIME = '13:00';

const YEAR = 365.2425;
const DAY = 86_400;

/** Seconds from midnight to the hour that a clock change leaves out or repeats. */
const CHANGE = 2 * 3600;

/** Answers of a zone kept ready: a request of the same day asks the same again. */
const KEPT = 16;

/**
 * The prices of `source` as a running exchange. A zone that may be replayed has every date: those that it holds on their
 * own day, any other from the day that `sourceDay` finds for it, published at `PUBLICATION_TIME` of the day before. Any
 * other zone has the days that it holds, each as soon as it holds it.
 */
export function replayed(source: PriceSource): SpotPrices {
  const exchanges = new Map<string, { readonly zone: ZonePrices | undefined; readonly exchange: ZoneExchange }>();
  function exchangeOf(name: string, now: Instant): ZoneExchange {
    const zone = source.get(name, now);
    const known = exchanges.get(name);
    if (known && known.zone === zone) return known.exchange;
    const exchange = zoneExchange(zone, known && now);
    exchanges.set(name, { zone, exchange });
    return exchange;
  }
  return {
    publication: (name, now) => exchangeOf(name, now).publication(now),
    pointsOf: (name, span, now) => exchangeOf(name, now).pointsOf(span, now),
  };
}

/** What one zone has made known. */
interface ZoneExchange {
  publication(now: Instant): Publication;
  pointsOf(span: Span, now: Instant): readonly SpotPoint[];
}

function zoneExchange(
  { days, replay }: ZonePrices = { days: new Map(), replay: true },
  readIn?: Instant,
): ZoneExchange {
  const dayOf = (date: LocalDate) => (replay ? sourceDay(days, date) : heldDay(days, date));
  const kept = new Map<string, readonly SpotPoint[]>();
  let last = { since: 0, before: 0, publication: { until: 0, next: 0 } };
  function publication(now: Instant): Publication {
    if (now < last.since || now >= last.before) {
      const next = nextWallTime(PUBLICATION_TIME, now, DELIVERY_ZONE);
      const known = replay ? { next, until: deliveryDay(deliveryDate(next)).end } : heldAt(days, now);
      const before = Math.min(next, deliveryDay(deliveryDate(now)).end);
      last = { since: now, before, publication: { ...known, ...(readIn !== undefined && { readIn }) } };
    }
    return last.publication;
  }
  return {
    publication,
    pointsOf({ start, end }, now) {
      const known = { start, end: Math.min(end, publication(now).until) };
      const key = `${known.start} ${known.end}`;
      const points = kept.get(key) ?? pointsIn(dayOf, known);
      if (kept.size >= KEPT) kept.clear();
      kept.set(key, points);
      return points;
    },
  };
}

/** The day itself, if it is as long as that date is. */
function heldDay(days: Days, date: LocalDate): PriceDay | undefined {
  const day = days.get(date);
  return day && fits(day, deliveryDay(date)) ? day : undefined;
}

const fits = ({ resolution, count }: PriceDay, { start, end }: Span) => resolution * count === end - start;

/** Published is what is held, tomorrow at the most; where tomorrow is missing it has been due since `PUBLICATION_TIME`. */
function heldAt(days: Days, now: Instant): Publication {
  const today = deliveryDate(now);
  const tomorrow = addDays(today, 1);
  const held = [...days.keys()]
    .filter((date) => date <= tomorrow)
    .sort()
    .at(-1);
  return {
    until: held === undefined ? deliveryDay(today).start : deliveryDay(held).end,
    next: wallTime(held === tomorrow ? tomorrow : today, PUBLICATION_TIME, DELIVERY_ZONE),
  };
}

type Days = ZonePrices['days'];

function pointsIn(dayOf: (date: LocalDate) => PriceDay | undefined, span: Span): SpotPoint[] {
  const points: SpotPoint[] = [];
  for (let date = deliveryDate(span.start); deliveryDay(date).start < span.end; date = addDays(date, 1)) {
    points.push(...shifted(dayOf(date), deliveryDay(date)));
  }
  return points.filter(({ start, end }) => span.start <= start && end <= span.end);
}

/**
 * The real day whose prices stand for `date`: that day itself, else the nearest by the day of the year that is the
 * same day of the week, as long (a clock change stands for a clock change) and, if there is one, in the same half of
 * the year (standard or summer time). Neighbouring dates so find neighbouring days. Where no such day is as long, one of
 * 24 hours stands for a clock change too.
 */
export function sourceDay(days: Days, date: LocalDate): PriceDay | undefined {
  const sameWeekday = [...days.values()].filter((day) => (numberOf(date) - numberOf(day.date)) % 7 === 0);
  const asLong = sameWeekday.filter((day) => fits(day, deliveryDay(date)));
  const alike = asLong.length > 0 ? asLong : sameWeekday.filter((day) => fits(day, { start: 0, end: DAY }));
  alike.sort((a, b) => distance(date, a.date) - distance(date, b.date));
  return alike.find((day) => offsetOn(day.date) === offsetOn(date)) ?? alike[0];
}

/** Days since 1970-01-01. */
const numberOf = (date: LocalDate): number => Date.parse(date) / (DAY * 1000);

/** Seconds that the delivery zone is ahead of UTC as the day begins: summer time or not. */
const offsetOn = (date: LocalDate): number => numberOf(date) * DAY - deliveryDay(date).start;

/** Days between two dates of the year, whatever their years. */
function distance(a: LocalDate, b: LocalDate): number {
  const days = Math.abs(numberOf(a) - numberOf(b)) % YEAR;
  return Math.min(days, YEAR - days);
}

/** The prices of `day` over `span`: where that is longer, the hour before the clock change repeats; where shorter, one is left out. */
function shifted(day: PriceDay | undefined, { start, end }: Span): SpotPoint[] {
  if (!day) return [];
  const { resolution, count } = day;
  const change = CHANGE / resolution;
  const longer = (end - start) / resolution - count;
  const prices = [
    ...day.prices.slice(0, change + Math.max(0, longer)),
    ...day.prices.slice(change - Math.min(0, longer)),
  ];
  return prices.map((price, i) => ({ start: start + i * resolution, end: start + (i + 1) * resolution, price }));
}
