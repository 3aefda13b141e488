import type { SeriesPayload } from '../../../src/messages/series.ts';
import { formatOf } from '../chart/format.ts';
import { dayOf } from '../chart/time.ts';
import { secondsOf } from '../common/times.ts';
import { language } from '../common/words.ts';
import { sidebarWord } from './words.ts';

/** What the first day after the known prices will probably cost, and how such forecasts turned out; before there are any, of live prices when they come. */
export function expectedLines({
  forecast = [],
  forecastAccuracy,
  currency,
  timeZone,
  source,
}: SeriesPayload): string[] {
  const format = formatOf(currency, timeZone, language());
  return [
    firstDay(forecast, format, timeZone) ?? (source.kind === 'live' ? sidebarWord('notExpected') : undefined),
    forecastAccuracy &&
      sidebarWord('accuracy', {
        days: forecastAccuracy.days,
        error: `${format.price(forecastAccuracy.meanError)} ${format.unit}`,
        inside: Math.round(forecastAccuracy.inside * 100),
      }),
  ].filter((line) => line !== undefined);
}

function firstDay(
  forecast: NonNullable<SeriesPayload['forecast']>,
  { price, day }: ReturnType<typeof formatOf>,
  timeZone: string,
): string | undefined {
  const start = forecast[0] && secondsOf(forecast[0].start);
  if (start === undefined) return undefined;
  const { end } = dayOf(start, timeZone);
  const totals = forecast.filter((one) => secondsOf(one.start) < end).map(({ total }) => total);
  return sidebarWord('expected', {
    day: day(start),
    average: price(totals.reduce((sum, total) => sum + total, 0) / totals.length),
    min: price(Math.min(...totals)),
    max: price(Math.max(...totals)),
  });
}
