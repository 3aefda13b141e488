import type { Instant } from '../../core/time.ts';
import type { PricePublication, SpotPrices } from '../../pricing/book.ts';

/** Per zone that was read, what was published of it. */
export type Noted = ReadonlyMap<string, PricePublication>;

/** `prices`, noting what has been published of each zone that is read. */
export function noting(prices: SpotPrices): SpotPrices & { readonly noted: Noted } {
  const noted = new Map<string, PricePublication>();
  const note = (zone: string, now: Instant) => {
    const publication = prices.publication(zone, now);
    noted.set(zone, publication);
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

/** The test that nothing has been published since of any zone that was read. */
export function stillStand(noted: Noted, prices: SpotPrices, now: Instant): boolean {
  return [...noted].every(([zone, { until, readIn }]) => {
    const publication = prices.publication(zone, now);
    return publication.until === until && publication.readIn === readIn;
  });
}
