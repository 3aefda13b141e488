import { clockTime, type LocalDate, localDay, type Span } from '../../../src/core/time.ts';

/** A day on which clocks change, in a zone. */
export interface ChangeNight {
  readonly timeZone: string;
  readonly date: LocalDate;
  readonly hours: 23 | 25;
}

const SPRING = { date: '2026-03-29', hours: 23 } as const;
const AUTUMN = { date: '2026-10-25', hours: 25 } as const;

/** Both nights in zones whose clocks change at 01:00, 02:00 and 03:00 in spring. */
export const changeNights: readonly ChangeNight[] = [
  { timeZone: 'Europe/Lisbon', ...SPRING },
  { timeZone: 'Europe/Lisbon', ...AUTUMN },
  { timeZone: 'Europe/London', ...SPRING },
  { timeZone: 'Europe/London', ...AUTUMN },
  { timeZone: 'Europe/Berlin', ...SPRING },
  { timeZone: 'Europe/Berlin', ...AUTUMN },
  { timeZone: 'Europe/Helsinki', ...SPRING },
  { timeZone: 'Europe/Helsinki', ...AUTUMN },
];

const HOUR = 3600;

/** The hour that the clock shows, 0 to 23. */
export const clockHour = (instant: number, timeZone: string): number =>
  Number(clockTime(instant, timeZone).slice(0, 2));

/** Hours of some days with a price of a hundredth for each hour that the clock shows: 0.07 from 07:00 to 08:00. */
export const pricedByClock = (dates: readonly LocalDate[], timeZone: string) =>
  dates.flatMap((date) => {
    const { start, end } = localDay(date, timeZone);
    return Array.from({ length: (end - start) / HOUR }, (_, i) => {
      const at = start + i * HOUR;
      return { start: at, end: at + HOUR, price: clockHour(at, timeZone) / 100 };
    });
  });

/** The hours of `expected` within a day: what the clock shows, and the hour that the price is of, to 0.05. */
export function hoursOf(
  expected: readonly (Span & { readonly price: number })[],
  { start, end }: Span,
  timeZone: string,
) {
  return expected
    .filter((each) => each.start >= start && each.start < end)
    .map((each) => ({
      passed: Math.floor((each.start - start) / HOUR),
      shown: clockHour(each.start, timeZone),
      priced: Math.round(each.price * 100 * 20) / 20,
    }));
}
