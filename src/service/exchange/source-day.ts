import type { PriceDay, ZonePrices } from '../../core/price-file.ts';
import { DAY_SECONDS, type LocalDate, type Span } from '../../core/time.ts';
import { deliveryDay } from '../../core/window.ts';
import type { SpotPoint } from '../../pricing/book.ts';

/** The real delivery day that stands for a date, and its prices on that date. */

export type Days = ZonePrices['days'];

const YEAR = 365.2425;

/** Seconds from midnight to the hour that a clock change leaves out or repeats. */
const CHANGE = 2 * 3600;

/** The test for a day that is as long as `span`. */
export const fits = ({ resolution, count }: PriceDay, { start, end }: Span) => resolution * count === end - start;

/**
 * The real day whose prices stand for `date`: that day itself, else the nearest by the day of the year that is the
 * same day of the week, as long (a clock change stands for a clock change) and, if there is one, in the same half of
 * the year (standard or summer time). Neighbouring dates so find neighbouring days. Where no such day is as long, one of
 * 24 hours stands for a clock change too.
 */
export function sourceDay(days: Days, date: LocalDate): PriceDay | undefined {
  const sameWeekday = [...days.values()].filter((day) => (numberOf(date) - numberOf(day.date)) % 7 === 0);
  const span = deliveryDay(date);
  const asLong = sameWeekday.filter((day) => fits(day, span));
  const alike = asLong.length > 0 ? asLong : sameWeekday.filter((day) => fits(day, { start: 0, end: DAY_SECONDS }));
  alike.sort((a, b) => distance(date, a.date) - distance(date, b.date));
  const offset = offsetOn(date);
  return alike.find((day) => offsetOn(day.date) === offset) ?? alike[0];
}

/** Days since 1970-01-01. */
const numberOf = (date: LocalDate): number => Date.parse(date) / (DAY_SECONDS * 1000);

/** Seconds that the delivery zone is ahead of UTC as the day begins: summer time or not. */
const offsetOn = (date: LocalDate): number => numberOf(date) * DAY_SECONDS - deliveryDay(date).start;

/** Days between two dates of the year, whatever their years. */
function distance(a: LocalDate, b: LocalDate): number {
  const days = Math.abs(numberOf(a) - numberOf(b)) % YEAR;
  return Math.min(days, YEAR - days);
}

/** The prices of `day` over `span`: where that is longer, the hour before the clock change repeats; where shorter, one is left out. */
export function shifted(day: PriceDay | undefined, { start, end }: Span): SpotPoint[] {
  if (!day) return [];
  const { resolution, count, origin } = day;
  const rate = origin?.perEuro === undefined ? {} : { perEuro: origin.perEuro };
  const change = CHANGE / resolution;
  const longer = (end - start) / resolution - count;
  const prices = [
    ...day.prices.slice(0, change + Math.max(0, longer)),
    ...day.prices.slice(change - Math.min(0, longer)),
  ];
  return prices.flatMap((price, i) =>
    Number.isNaN(price) ? [] : { start: start + i * resolution, end: start + (i + 1) * resolution, price, ...rate },
  );
}
