import { addDays, type LocalDate, type Span } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import type { SpotPoint } from '../../pricing/book.ts';
import { fits, shifted } from './source-day.ts';
import type { ZonePriceSource } from './watched-prices.ts';

/** Exchange prices of the past, each on its own day. */
export interface HeldPrices {
  pointsOf(zone: string, span: Span): readonly SpotPoint[];
  /** The days without a price by the zones that were asked for. */
  missing(): ReadonlyMap<string, readonly LocalDate[]>;
}

/** The days that `sources` hold, each from the first that has it; nothing is replayed. */
export function heldPrices(sources: readonly ZonePriceSource[], now: number): HeldPrices {
  const kept = new Map<string, readonly SpotPoint[]>();
  const missing = new Map<string, LocalDate[]>();
  function read(zone: string, span: Span): SpotPoint[] {
    const zones = sources.flatMap((source) => source.get(zone, now) ?? []);
    const lacking: LocalDate[] = [];
    const points: SpotPoint[] = [];
    let date = deliveryDate(span.start);
    for (let whole = deliveryDay(date); whole.start < span.end; whole = deliveryDay(date)) {
      const days = zones.flatMap((zone) => zone.days.get(date) ?? []);
      const day = days.find((each) => !each.missing && fits(each, whole));
      if (day) points.push(...shifted(day, whole));
      else lacking.push(date);
      date = addDays(date, 1);
    }
    missing.set(zone, lacking);
    return points.filter(({ start, end }) => span.start <= start && end <= span.end);
  }
  return {
    pointsOf(zone, span) {
      const key = `${zone} ${span.start} ${span.end}`;
      const points = kept.get(key) ?? read(zone, span);
      kept.set(key, points);
      return points;
    },
    missing: () => missing,
  };
}
