import { round6, totalOf } from '../core/components.ts';
import { resample } from '../core/resample.ts';
import { within } from '../core/series.ts';
import { statisticsOf } from '../core/statistics.ts';
import { addDays, type Instant, isoTimesOver, localDate, localDay, type Span } from '../core/time.ts';
import { QUARTER_HOUR } from '../core/vocabulary.ts';
import { coversDay, deliveryDay } from '../core/window.ts';
import type { KnownSeries, PricedPoint } from '../messages/series.ts';
import { json } from './json.ts';
import { feedinPrefix, type Publication, publication } from './topics.ts';

/** The local days of a market that are told of. */
interface Days {
  readonly today: Span;
  readonly tomorrow: Span;
  /** The end of the prices that tomorrow's publication brings. */
  readonly published: Instant;
}

/** Statistics of today and tomorrow, and their prices for those who read them from Home Assistant. */
export function dayTopics(prefix: string, series: KnownSeries, at: Instant): Publication[] {
  const days = daysAt(at, series.timeZone);
  return [
    statisticsTopic(prefix, series, days),
    pricesTopic(`${prefix}/ha_attributes`, { ...series, prices: quarterHours(series.prices) }, days, recorded),
    pricesTopic(`${prefix}/ha_list`, series, days, complete),
    pricesTopic(`${feedinPrefix(prefix)}/ha_list`, { ...series, prices: series.feedin ?? [] }, days, complete),
  ];
}

/** A market behind Central European time has no price for its own last hour before the next publication. */
function daysAt(at: Instant, timeZone: string): Days {
  const date = localDate(at, timeZone);
  const after = addDays(date, 1);
  const tomorrow = localDay(after, timeZone);
  return { today: localDay(date, timeZone), tomorrow, published: Math.min(tomorrow.end, deliveryDay(after).end) };
}

/** Per kWh, for today until local midnight and for tomorrow; `null` for a day of which a price is unknown. */
function statisticsTopic(prefix: string, { prices, timeZone }: KnownSeries, { today, tomorrow }: Days): Publication {
  const statisticsOn = (day: Span) =>
    coversDay(prices, localDate(day.start, timeZone), timeZone) ? statisticsIn(day, prices) : null;
  const stats = { today: statisticsOn(today), tomorrow: statisticsOn(tomorrow) };
  return publication(`${prefix}/stats`, json(stats), today.end);
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
const recorded = ({ start, total }: PricedPoint, iso: IsoTime) => ({ start: iso(start), value: total });

/** Prices of shorter intervals, which only messages have, as means of quarter hours. */
function quarterHours(prices: readonly PricedPoint[]): readonly PricedPoint[] {
  if (prices.every(({ start, end }) => end - start >= QUARTER_HOUR)) return prices;
  const totals = prices.map(({ start, end, total }) => ({ start, end, energy: total }));
  return resample(totals, QUARTER_HOUR).map((point) => ({ ...point, total: totalOf(point) }));
}

/** As the integration of Nord Pool lists prices, whose readers are many; more than the recorder takes. */
const complete = ({ start, end, total }: PricedPoint, iso: IsoTime) => ({
  start: iso(start),
  end: iso(end),
  value: total,
});

function pricesTopic(
  topic: string,
  { prices, coverage, timeZone }: KnownSeries,
  { today, tomorrow, published }: Days,
  told: (point: PricedPoint, iso: IsoTime) => object,
): Publication {
  const iso = isoTimesOver({ start: today.start, end: tomorrow.end }, timeZone);
  const pricesOn = (day: Span) => within(prices, day).map((point) => told(point, iso));
  const end = prices.at(-1)?.end;
  const payload = json({
    raw_today: pricesOn(today),
    raw_tomorrow: pricesOn(tomorrow),
    tomorrow_valid: Math.min(coverage.until, end ?? 0) >= published,
  });
  return publication(topic, end === undefined ? '' : payload, end);
}
