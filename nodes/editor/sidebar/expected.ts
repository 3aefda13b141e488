import type { SeriesPayload } from '../../../src/messages/series.ts';
import { formatOf } from '../chart/format.ts';
import { dayOf } from '../chart/time.ts';
import { secondsOf } from '../common/times.ts';
import { language } from '../common/words.ts';
import { sidebarWord } from './words.ts';

/** Delivery days run on Central European time; the constant of `src/core` would bundle Luxon. */
const DELIVERY_ZONE = 'Europe/Berlin';

/** What the first day after the known prices will probably cost, and how such forecasts turned out; before there are any, of live prices when they come. */
export function expectedLines(series: SeriesPayload): string[] {
  const { forecastAccuracy, currency, timeZone, source } = series;
  const format = formatOf(currency, timeZone, language());
  return [
    firstDay(series, format) ?? (source.kind === 'live' ? sidebarWord('notExpected') : undefined),
    forecastAccuracy &&
      sidebarWord('accuracy', {
        days: forecastAccuracy.days,
        error: `${format.price(forecastAccuracy.meanError)} ${format.unit}`,
        inside: Math.round(forecastAccuracy.inside * 100),
      }),
  ].filter((line) => line !== undefined);
}

/** The first delivery day with a forecast. Its prices that are already known count. */
function firstDay(
  { prices, forecast = [] }: SeriesPayload,
  { price, day }: ReturnType<typeof formatOf>,
): string | undefined {
  const first = forecast[0] && dayOf(secondsOf(forecast[0].start), DELIVERY_ZONE);
  if (!first) return undefined;
  const totals = [...prices, ...forecast]
    .filter(({ start }) => first.start <= secondsOf(start) && secondsOf(start) < first.end)
    .map(({ total }) => total);
  return sidebarWord('expected', {
    day: day((first.start + first.end) / 2),
    average: price(totals.reduce((sum, total) => sum + total, 0) / totals.length),
    min: price(Math.min(...totals)),
    max: price(Math.max(...totals)),
  });
}
