import { round6 } from '../core/components.ts';
import { within } from '../core/series.ts';
import { statisticsOf } from '../core/statistics.ts';
import { addDays, type Instant, isoTimesOver, localDate, localDay, type Span } from '../core/time.ts';
import { deliveryDay } from '../core/window.ts';
import type { KnownSeries, PricedPoint } from '../messages/series.ts';
import { json } from './json.ts';
import { type Publication, publication } from './topics.ts';

/** The local days of a market that are told of. */
interface Days {
  readonly today: Span;
  readonly tomorrow: Span;
  /** The end of the prices that tomorrow's publication brings. */
  readonly published: Instant;
}

/** Statistics of today and tomorrow, and their prices for a chart. */
export function dayTopics(prefix: string, series: KnownSeries, at: Instant): Publication[] {
  const days = daysAt(at, series.timeZone);
  return [statisticsTopic(prefix, series, days), attributesTopic(prefix, series, days)];
}

/** A market behind Central European time has no price for its own last hour before the next publication. */
function daysAt(at: Instant, timeZone: string): Days {
  const date = localDate(at, timeZone);
  const after = addDays(date, 1);
  const tomorrow = localDay(after, timeZone);
  return { today: localDay(date, timeZone), tomorrow, published: Math.min(tomorrow.end, deliveryDay(after).end) };
}

/** Per kWh, for today until local midnight and for tomorrow; `null` for a day without a price. */
function statisticsTopic(prefix: string, { prices }: KnownSeries, { today, tomorrow }: Days): Publication {
  const stats = { today: statisticsOn(today, prices), tomorrow: statisticsOn(tomorrow, prices) };
  return publication(`${prefix}/stats`, json(stats), today.end);
}

function statisticsOn(span: Span, prices: readonly PricedPoint[]) {
  const day = statisticsOf(within(prices, span).map(({ total }) => total));
  return day ? { min: day.min, max: day.max, average: round6(day.average), slots: day.slots } : null;
}

/**
 * The prices that a chart in Home Assistant reads. Its recorder drops all attributes above 16,384 bytes: two days are
 * at most 100 + 96 quarter hours of less than 80 bytes each, so nothing has to be left out.
 */
function attributesTopic(prefix: string, { prices, coverage, timeZone }: KnownSeries, days: Days): Publication {
  const { today, tomorrow, published } = days;
  const iso = isoTimesOver({ start: today.start, end: tomorrow.end }, timeZone);
  const startAndValue = ({ start, total }: PricedPoint) => ({ start: iso(start), value: total });
  const payload = json({
    raw_today: within(prices, today).map(startAndValue),
    raw_tomorrow: within(prices, tomorrow).map(startAndValue),
    tomorrow_valid: coverage.until >= published,
  });
  const end = prices.at(-1)?.end;
  return publication(`${prefix}/ha_attributes`, end === undefined ? '' : payload, end);
}
