import { round6 } from '../core/components.ts';
import { within } from '../core/series.ts';
import { statisticsOf } from '../core/statistics.ts';
import { addDays, type Instant, isoTimesOver, localDate, localDay, type Span } from '../core/time.ts';
import { deliveryDay } from '../core/window.ts';
import type { KnownSeries, PricedPoint } from '../messages/series.ts';
import { json } from './json.ts';
import { type Publication, publication } from './topics.ts';

/** Per kWh, for today until local midnight and for tomorrow; `null` for a day without a price. */
export function statisticsTopic(prefix: string, series: KnownSeries, at: Instant): Publication {
  const { today, tomorrow } = daysAt(at, series.timeZone);
  const stats = { today: statisticsOn(today, series), tomorrow: statisticsOn(tomorrow, series) };
  return publication(`${prefix}/stats`, json(stats), today.end);
}

function statisticsOn(span: Span, { prices }: KnownSeries) {
  const day = statisticsOf(within(prices, span).map(({ total }) => total));
  return day ? { min: day.min, max: day.max, average: round6(day.average), slots: day.slots } : null;
}

/**
 * What a chart in Home Assistant reads. Its recorder drops all attributes above 16,384 bytes: two days are at most
 * 100 + 96 quarter hours of less than 80 bytes each, so nothing has to be left out.
 */
export function attributesTopic(prefix: string, { prices, coverage, timeZone }: KnownSeries, at: Instant): Publication {
  const { today, tomorrow } = daysAt(at, timeZone);
  const iso = isoTimesOver({ start: today.start, end: tomorrow.end }, timeZone);
  const startAndValue = ({ start, total }: PricedPoint) => ({ start: iso(start), value: total });
  const payload = json({
    raw_today: within(prices, today).map(startAndValue),
    raw_tomorrow: within(prices, tomorrow).map(startAndValue),
    tomorrow_valid: coverage.until >= tomorrow.published,
  });
  const end = prices.at(-1)?.end;
  return publication(`${prefix}/ha_attributes`, end === undefined ? '' : payload, end);
}

/** A market behind Central European time has no price for its own last hour before the next publication. */
function daysAt(at: Instant, timeZone: string) {
  const date = localDate(at, timeZone);
  const today = localDay(date, timeZone);
  const after = addDays(date, 1);
  const tomorrow = localDay(after, timeZone);
  return { today, tomorrow: { ...tomorrow, published: Math.min(tomorrow.end, deliveryDay(after).end) } };
}
