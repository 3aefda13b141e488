import { addDays, type Instant, type LocalDate, localDate, localDay, type Span } from './time.ts';

/** Every price source runs delivery days on Central European time (specification, "The window", rule 4). */
export const DELIVERY_ZONE = 'Europe/Berlin';

/** The delivery day called `date`, from 00:00 to 24:00 Central European time. */
export const deliveryDay = (date: LocalDate): Span => localDay(date, DELIVERY_ZONE);

/** The delivery day that runs at `instant`. */
export const deliveryDate = (instant: Instant): LocalDate => localDate(instant, DELIVERY_ZONE);

/**
 * The span of a series asked at `now`: from the market's local midnight, `historicDays` whole days earlier when
 * asked, to the end of the last published delivery day. A tariff without a price source (`publishedUntil` left out)
 * is known to the end of the local tomorrow. Specification, "`historic_days` and the window", rules 1 to 4.
 */
export function servedWindow(
  now: Instant,
  timeZone: string,
  { historicDays = 0, publishedUntil }: { historicDays?: number; publishedUntil?: Instant },
): Span {
  const today = localDate(now, timeZone);
  return {
    start: localDay(addDays(today, -historicDays), timeZone).start,
    end: publishedUntil ?? localDay(addDays(today, 1), timeZone).end,
  };
}
