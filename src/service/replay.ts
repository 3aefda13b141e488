import { addDays, type Instant, type LocalDate, nextWallTime, type Span } from '../core/time.ts';
import { DELIVERY_ZONE, deliveryDate, deliveryDay } from '../core/window.ts';
import type { Publication, SpotPoint, SpotPrices } from '../pricing/book.ts';
import type { PriceDay, PriceStore } from './prices.ts';

/** When the prices of the next delivery day are known, by the clock in the delivery zone; real auctions take until then. */
export const PUBLICATION_TIME = '13:00';

const YEAR = 365.2425;
const DAY = 86_400;

/** Answers kept ready: a request of the same day asks the same again. */
const KEPT = 64;

/**
 * The prices of `store` as a running exchange: each date that the store covers on its own day, any other replayed from
 * the day that `sourceDay` finds for it, published at `PUBLICATION_TIME` of the day before.
 */
export function replayed(store: PriceStore): SpotPrices {
  let last = { since: 0, publication: publicationAt(0) };
  const kept = new Map<string, readonly SpotPoint[]>();
  const publication = (_zone: string, now: Instant): Publication => {
    if (now < last.since || now >= last.publication.next) last = { since: now, publication: publicationAt(now) };
    return last.publication;
  };
  return {
    publication,
    pointsOf(zone, { start, end }, now) {
      const known = { start, end: Math.min(end, publication(zone, now).until) };
      const key = `${zone} ${known.start} ${known.end}`;
      const points = kept.get(key) ?? pointsIn(store.get(zone) ?? new Map(), known);
      if (kept.size >= KEPT) kept.clear();
      kept.set(key, points);
      return points;
    },
  };
}

/** On the day of the next publication the prices of that day itself are known. */
function publicationAt(now: Instant): Publication {
  const next = nextWallTime(PUBLICATION_TIME, now, DELIVERY_ZONE);
  return { next, until: deliveryDay(deliveryDate(next)).end };
}

type Days = ReadonlyMap<LocalDate, PriceDay>;

function pointsIn(days: Days, span: Span): SpotPoint[] {
  const points: SpotPoint[] = [];
  for (let date = deliveryDate(span.start); deliveryDay(date).start < span.end; date = addDays(date, 1)) {
    points.push(...shifted(sourceDay(days, date), deliveryDay(date).start));
  }
  return points.filter(({ start, end }) => span.start <= start && end <= span.end);
}

/**
 * The real day whose prices stand for `date`: that day itself, else the nearest by the day of the year that is the
 * same day of the week, as long (a clock change stands for a clock change) and, if there is one, in the same half of
 * the year (standard or summer time). Neighbouring dates so find neighbouring days.
 */
export function sourceDay(days: Days, date: LocalDate): PriceDay | undefined {
  const { start, end } = deliveryDay(date);
  const alike = [...days.values()]
    .filter((day) => (numberOf(date) - numberOf(day.date)) % 7 === 0)
    .filter(({ resolution, prices }) => resolution * prices.length === end - start)
    .sort((a, b) => distance(date, a.date) - distance(date, b.date));
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

/** The prices of `day` as those of a day that begins at `start`. */
function shifted(day: PriceDay | undefined, start: Instant): SpotPoint[] {
  if (!day) return [];
  const { resolution, prices } = day;
  return prices.map((price, i) => ({ start: start + i * resolution, end: start + (i + 1) * resolution, price }));
}
