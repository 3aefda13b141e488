import type { Instant } from '../core/time.ts';
import type { SpotPrices } from '../pricing/book.ts';

/** Per zone that was read, the end of its last published delivery day. */
export type Noted = ReadonlyMap<string, Instant>;

/** `prices`, noting what has been published of each zone that is read. */
export function noting(prices: SpotPrices): SpotPrices & { readonly noted: Noted } {
  const noted = new Map<string, Instant>();
  const note = (zone: string, now: Instant) => {
    const publication = prices.publication(zone, now);
    noted.set(zone, publication.until);
    return publication;
  };
  return {
    noted,
    publication: note,
    pointsOf(zone, span, now) {
      note(zone, now);
      return prices.pointsOf(zone, span, now);
    },
  };
}

/** Whether nothing has been published since of any zone that was read. */
export function stillStand(noted: Noted, prices: SpotPrices, now: Instant): boolean {
  for (const [zone, until] of noted) if (prices.publication(zone, now).until !== until) return false;
  return true;
}
