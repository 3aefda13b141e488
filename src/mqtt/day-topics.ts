import { round6 } from '../core/components.ts';
import { statisticsOf } from '../core/statistics.ts';
import { addDays, type Instant, type LocalDate, localDate, localDay } from '../core/time.ts';
import { deliveryDay } from '../core/window.ts';
import type { PriceEntry, SeriesPayload } from '../messages/series.ts';
import { json } from './json.ts';
import { instantOf } from './slots.ts';
import { type Publication, publication } from './topics.ts';

/** Per kWh, for today until local midnight and for tomorrow; `null` for a day without a price. */
export function statisticsTopic(prefix: string, series: SeriesPayload, at: Instant): Publication {
  const today = localDate(at, series.timeZone);
  const stats = { today: statisticsOn(today, series), tomorrow: statisticsOn(addDays(today, 1), series) };
  return publication(`${prefix}/stats`, json(stats), localDay(today, series.timeZone).end);
}

function statisticsOn(date: LocalDate, series: SeriesPayload) {
  const day = statisticsOf(entriesOn(date, series).map((entry) => entry.total));
  return day ? { min: day.min, max: day.max, average: round6(day.average), slots: day.slots } : null;
}

/**
 * What a chart in Home Assistant reads. Its recorder drops all attributes above 16,384 bytes: two days are at most
 * 100 + 96 quarter hours of less than 80 bytes each, so nothing has to be left out.
 */
export function attributesTopic(prefix: string, series: SeriesPayload, at: Instant): Publication {
  const today = localDate(at, series.timeZone);
  const tomorrow = addDays(today, 1);
  const payload = json({
    raw_today: entriesOn(today, series).map(startAndValue),
    raw_tomorrow: entriesOn(tomorrow, series).map(startAndValue),
    tomorrow_valid: instantOf(series.coverage.until) >= publishedEnd(tomorrow, series.timeZone),
  });
  const end = series.prices.at(-1)?.end;
  return end
    ? publication(`${prefix}/ha_attributes`, payload, instantOf(end))
    : publication(`${prefix}/ha_attributes`, '');
}

const startAndValue = ({ start, total }: PriceEntry) => ({ start, value: total });

/** The message's times carry the market's offset, so they begin with the local date. */
const entriesOn = (date: LocalDate, series: SeriesPayload) =>
  series.prices.filter((entry) => entry.start.startsWith(date));

/** A market behind Central European time has no price for its own last hour before the next publication. */
const publishedEnd = (date: LocalDate, timeZone: string): Instant =>
  Math.min(localDay(date, timeZone).end, deliveryDay(date).end);
