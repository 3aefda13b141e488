import { addDays, type Instant, type LocalDate } from '../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';

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
  /** From the beginning of a day on the contract adds another margin, in ct per kWh. */
  newVersion(from: LocalDate, margin: number): void;
  versions(): readonly (readonly [from: LocalDate, margin: number])[];
  /** What an hour costs by the contract, as it is on the day of `asked`, in euro per kWh. */
  truth(start: Instant, asked?: Instant): number;
}

const HOUR = 3600;
const TIMELY = 11 * HOUR + 120;

export function marketFrom(first: LocalDate): Market {
  const delays = new Map<LocalDate, number>();
  let versions: (readonly [LocalDate, number])[] = [[first, 1]];
  const priceAt = (_zone: string, start: Instant) => {
    const hour = (start / HOUR) % 24;
    const noise = ((Math.floor(start / 900) * 7919) % 1009) / 20;
    return Math.round((90 + 50 * Math.sin((hour / 12) * Math.PI) + noise) * 100) / 100;
  };
  const isPublished = (day: LocalDate, now: Instant) =>
    deliveryDay(addDays(day, -1)).start + 24 * HOUR - TIMELY + (delays.get(day) ?? 0) <= now;
  return {
    priceAt,
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
    truth(start, asked = start) {
      const mean =
        [0, 1, 2, 3].reduce((sum, i) => sum + Number((priceAt('', start + i * 900) / 1000).toFixed(5)), 0) / 4;
      const [, margin = 0] = versions.findLast(([from]) => from <= deliveryDate(asked)) ?? [];
      return mean + margin / 100;
    },
  };
}
