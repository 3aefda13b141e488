import { covers, within } from './series.ts';
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

/** A British day is complete an hour before its midnight, where the delivery day ends (rule 5). */
const completeDay = (date: LocalDate, timeZone: string): Span => {
  const { start, end } = localDay(date, timeZone);
  return { start, end: Math.min(end, deliveryDay(date).end) };
};

/** The test that a series has all prices of a local day that its delivery day brings. */
export const coversDay = (series: readonly Span[], date: LocalDate, timeZone: string): boolean =>
  covers(series, completeDay(date, timeZone));

/**
 * The prices that the one at `instant` is compared with: those of its local day, or if only a part of that is known, as of a Finnish
 * tomorrow in the morning, of its delivery day; `undefined` where a part of both is unknown.
 */
export function pricesOfDay<T extends Span>(series: readonly T[], instant: Instant, timeZone: string): T[] | undefined {
  const date = localDate(instant, timeZone);
  if (coversDay(series, date, timeZone)) return within(series, localDay(date, timeZone));
  const delivered = deliveryDay(deliveryDate(instant));
  return covers(series, delivered) ? within(series, delivered) : undefined;
}
