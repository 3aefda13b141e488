import { round6, totalOf } from '../core/components.ts';
import { resample } from '../core/resample.ts';
import { within } from '../core/series.ts';
import { statisticsOf } from '../core/statistics.ts';
import { addDays, type Instant, isoTimesOver, localDate, localDay, type Span } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import { coversDay, deliveryDay } from '../core/window.ts';
import type { KnownSeries, PricedPoint } from '../messages/series.ts';
import { json } from './json.ts';

/** The local days of a market whose prices are published. */
export interface TwoDays {
  readonly today: Span;
  readonly tomorrow: Span;
  /** The end of the prices that tomorrow's publication brings. */
  readonly published: Instant;
}

/** A market behind Central European time has no price for its own last hour before the next publication. */
export function twoDaysAt(at: Instant, timeZone: string): TwoDays {
  const date = localDate(at, timeZone);
  const after = addDays(date, 1);
  const tomorrow = localDay(after, timeZone);
  return { today: localDay(date, timeZone), tomorrow, published: Math.min(tomorrow.end, deliveryDay(after).end) };
}

/** Per kWh, for today until local midnight and for tomorrow; `null` for a day of which a price is unknown. */
export function dayStatistics({ prices, timeZone }: KnownSeries, { today, tomorrow }: TwoDays): string {
  const statisticsOn = (day: Span) =>
    coversDay(prices, localDate(day.start, timeZone), timeZone) ? statisticsIn(day, prices) : null;
  return json({ today: statisticsOn(today), tomorrow: statisticsOn(tomorrow) });
}

function statisticsIn(span: Span, prices: readonly PricedPoint[]) {
  const day = statisticsOf(within(prices, span).map(({ total }) => total));
  return day ? { min: day.min, max: day.max, average: round6(day.average), slots: day.slots } : null;
}

type IsoTime = (instant: Instant) => string;

/**
 * The recorder of Home Assistant drops all attributes above 16,384 bytes: two days are at most 100 + 96 quarter hours of
 * less than 80 bytes each, so nothing has to be left out, but for the ends.
 */
export const startPoint = ({ start, total }: PricedPoint, iso: IsoTime) => ({ start: iso(start), value: total });

/** Prices of shorter intervals, which only messages have, as means of quarter hours. */
export function quarterHours(prices: readonly PricedPoint[]): readonly PricedPoint[] {
  if (prices.every(({ start, end }) => end - start >= QUARTER_HOUR)) return prices;
  const totals = prices.map(({ start, end, total }) => ({ start, end, energy: total }));
  return resample(totals, QUARTER_HOUR).map((point) => ({ ...point, total: totalOf(point) }));
}

/** As the integration of Nord Pool lists prices, whose readers are many; more than the recorder takes. */
export const fullPoint = ({ start, end, total }: PricedPoint, iso: IsoTime) => ({
  start: iso(start),
  end: iso(end),
  value: total,
});

/** Today's and tomorrow's prices, for those who read them from Home Assistant; empty where none is known. */
export function dayPrices(
  { series, days }: { readonly series: KnownSeries | undefined; readonly days: TwoDays | undefined },
  prices: readonly PricedPoint[],
  shown: (point: PricedPoint, iso: IsoTime) => object,
): string {
  const last = prices.at(-1);
  if (!series || !days || !last) return '';
  const { today, tomorrow, published } = days;
  const iso = isoTimesOver({ start: today.start, end: tomorrow.end }, series.timeZone);
  const pricesOn = (day: Span) => within(prices, day).map((point) => shown(point, iso));
  return json({
    raw_today: pricesOn(today),
    raw_tomorrow: pricesOn(tomorrow),
    tomorrow_valid: Math.min(series.coverage.until, last.end) >= published,
  });
}
