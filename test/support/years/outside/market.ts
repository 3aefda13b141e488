import { addDays, type Instant, type LocalDate } from '../../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../../src/core/window.ts';

/** The market as it truly is: what every price is, and when it is published. Nothing of the product is asked here. */
export interface Market {
  /** Euro per MWh of a quarter hour. */
  priceAt(zone: string, start: Instant): number;
  /** Published at `now`: all up to there. */
  until(now: Instant): Instant;
  /** The day is published so many seconds later than it is to be. */
  late(day: LocalDate, seconds: number): void;
  /** Everything that is due is published. */
  catchUp(): void;
  /** The day was wrong by so much, in euro per MWh; every source says it right from now on. */
  correct(day: LocalDate, shift: number): void;
  /** How far a day is from what was published first. */
  shiftOf(day: LocalDate): number;
  /** From the beginning of a day on the contract adds another margin, in ct per kWh. */
  newVersion(from: LocalDate, margin: number): void;
  versions(): readonly (readonly [from: LocalDate, margin: number])[];
  /** What an hour costs on the exchange, in euro per kWh, of a day that is so far from the first auction. */
  hourly(start: Instant, shift: number): number;
  /** What the German contract adds to it on a day. */
  margin(asked: Instant): number;
}

const HOUR = 3600;
const TIMELY = 11 * HOUR + 120;

const cents = (price: number) => Math.round(price * 100) / 100;

export function marketFrom(first: LocalDate): Market {
  const delays = new Map<LocalDate, number>();
  const shifts = new Map<LocalDate, number>();
  let versions: (readonly [LocalDate, number])[] = [[first, 1]];
  const shiftOf = (day: LocalDate) => shifts.get(day) ?? 0;
  const auctioned = (start: Instant) => {
    const hour = (start / HOUR) % 24;
    const noise = ((Math.floor(start / 900) * 7919) % 1009) / 20;
    return cents(90 + 50 * Math.sin((hour / 12) * Math.PI) + noise);
  };
  const isPublished = (day: LocalDate, now: Instant) =>
    deliveryDay(addDays(day, -1)).start + 24 * HOUR - TIMELY + (delays.get(day) ?? 0) <= now;
  return {
    priceAt: (_zone, start) => cents(auctioned(start) + shiftOf(deliveryDate(start))),
    shiftOf,
    correct: (day, shift) => shifts.set(day, shift),
    until(now) {
      let day = deliveryDate(now);
      while (isPublished(addDays(day, 1), now)) day = addDays(day, 1);
      return deliveryDay(day).end;
    },
    late: (day, seconds) => delays.set(day, seconds),
    catchUp: () => delays.clear(),
    newVersion(from, margin) {
      versions = [...versions, [from, margin]];
    },
    versions: () => versions,
    hourly(start, shift) {
      const quarters = [0, 1, 2, 3].map((i) => cents(auctioned(start + i * 900) + shift) / 1000);
      return quarters.reduce((sum, price) => sum + price, 0) / quarters.length;
    },
    margin(asked) {
      const [, margin = 0] = versions.findLast(([from]) => from <= deliveryDate(asked)) ?? [];
      return margin / 100;
    },
  };
}
