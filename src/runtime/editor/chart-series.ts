import { isoTimesOver } from '../../core/time.ts';
import type { KnownSeries, PriceEntry, SeriesPayload } from '../../messages/series.ts';
import { seriesMessage } from '../../messages/to-message.ts';
import type { PricedSpan } from '../../planner/types.ts';
import type { DeviceState } from '../device/open-device.ts';

/** Prices as a chart draws them. `currency` is empty where it is not known. */
export type ChartSeries = Pick<
  SeriesPayload,
  'timeZone' | 'currency' | 'prices' | 'feedin' | 'forecast' | 'source' | 'attribution'
>;

export function chartSeries(series: KnownSeries): ChartSeries {
  const { timeZone, currency, prices, feedin, forecast, source, attribution } = seriesMessage(series);
  const shown = { timeZone, currency, prices, source, attribution };
  return { ...shown, ...(feedin && { feedin }), ...(forecast && { forecast }) };
}

/** The prices that a device has been given, of a price node or not; `undefined` before any have come. */
export function chartSeriesGiven({ given, report }: DeviceState): ChartSeries | undefined {
  if (!given) return undefined;
  const { prices, at } = given;
  const { spans, feedin, timeZone = report.plan.timeZone, currency = '', origin, attribution } = prices;
  const ends = [...spans, ...(feedin ?? [])].flatMap(({ start, end }) => [start, end]);
  const iso = isoTimesOver({ start: Math.min(at, ...ends), end: Math.max(at, ...ends) }, timeZone);
  const entries = (list: readonly PricedSpan[]) =>
    list.map(({ start, end, price }): PriceEntry => ({ start: iso(start), end: iso(end), total: price }));
  return {
    timeZone,
    currency,
    prices: entries(spans),
    source: { ...origin, fetchedAt: iso(at) },
    attribution,
    ...(feedin && { feedin: entries(feedin) }),
  };
}
