import { addDays, type Instant, type LocalDate, nextWallTime, type Span, wallTime } from '../core/time.ts';
import { DELIVERY_ZONE, deliveryDate, deliveryDay } from '../core/window.ts';
import type { Publication, SpotPoint, SpotPrices } from '../pricing/book.ts';
import type { PriceDay, PriceStore } from './prices.ts';

/** When the prices of the next delivery day are known, by the clock in the delivery zone; real auctions take until then. */
export const PUBLICATION_TIME = '13:00';

const YEAR = 365.2425;
const DAY = 86_400;

/** Delivery days kept ready; a request asks for five at the most. */
const KEPT_DAYS = 64;

/**
 * The prices of `store` as a running exchange: each date that the store covers on its own day, any other replayed from
 * the day that `sourceDay` finds for it, published at `PUBLICATION_TIME` of the day before.
 */
export function replayed(store: PriceStore): SpotPrices {
  const kept = new Map<string, readonly SpotPoint[]>();
  const pointsOn = (zone: string, date: LocalDate): readonly SpotPoint[] => {
    const key = `${zone} ${date}`;
    const points = kept.get(key) ?? shifted(sourceDay(store.get(zone) ?? new Map(), date), date);
    if (kept.size >= KEPT_DAYS) kept.clear();
    kept.set(key, points);
    return points;
  };
  const publication = (_zone: string, now: Instant): Publication => {
    const today = deliveryDate(now);
    const published = now >= wallTime(today, PUBLICATION_TIME, DELIVERY_ZONE);
    return {
      until: deliveryDay(published ? addDays(today, 1) : today).end,
      next: nextWallTime(PUBLICATION_TIME, now, DELIVERY_ZONE),
    };
  };
  return {
    publication,
    pointsOf(zone, span, now) {
      const known = { start: span.start, end: Math.min(span.end, publication(zone, now).until) };
      return datesIn(known).flatMap((date) =>
        pointsOn(zone, date).filter(({ start, end }) => known.start <= start && end <= known.end),
      );
    },
  };
}

/**
 * The real day whose prices stand for `date`: that day itself, else the nearest by the day of the year that is the
 * same day of the week, as long (a clock change stands for a clock change) and, if there is one, in the same half of
 * the year (standard or summer time). Neighbouring dates so find neighbouring days.
 */
export function sourceDay(days: ReadonlyMap<LocalDate, PriceDay>, date: LocalDate): PriceDay | undefined {
  const { start, end } = deliveryDay(date);
  const alike = [...days.values()]
    .filter(({ resolution, prices }) => resolution * prices.length === end - start)
    .map((day) => ({ day, distance: (numberOf(date) - numberOf(day.date)) % 7 === 0 ? distance(date, day.date) : -1 }))
    .filter(({ distance }) => distance >= 0)
    .sort((a, b) => a.distance - b.distance)
    .map(({ day }) => day);
  return alike.find((day) => day.date === date || offsetOn(day.date) === offsetOn(date)) ?? alike[0];
}

/** Days since 1970-01-01. */
const numberOf = (date: LocalDate): number => Date.parse(date) / (DAY * 1000);

const offsetOn = (date: LocalDate): number => numberOf(date) * DAY - deliveryDay(date).start;

/** Days between two dates of the year, whatever their years. */
function distance(a: LocalDate, b: LocalDate): number {
  const days = Math.abs(numberOf(a) - numberOf(b)) % YEAR;
  return Math.min(days, YEAR - days);
}

function shifted(day: PriceDay | undefined, date: LocalDate): readonly SpotPoint[] {
  if (!day) return [];
  const { start } = deliveryDay(date);
  const { resolution, prices } = day;
  return prices.map((price, i) => ({ start: start + i * resolution, end: start + (i + 1) * resolution, price }));
}

function datesIn({ start, end }: Span): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = deliveryDate(start); deliveryDay(date).start < end; date = addDays(date, 1)) dates.push(date);
  return dates;
}
