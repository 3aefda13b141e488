import { round6, totalOf } from '../core/components.ts';
import { markets } from '../core/markets.ts';
import { pointAt, within } from '../core/series.ts';
import { levelOf, rankOf, statisticsOf } from '../core/statistics.ts';
import { type Instant, localDate, localDay } from '../core/time.ts';
import { clockOver, leadingPoints, type NowPayload, type SeriesFacts } from './series.ts';

/** The interval that runs at `now` against its local day; `undefined` where no known interval does. */
export function nowMessage(facts: SeriesFacts, now: Instant): NowPayload | undefined {
  const { currency, country } = facts;
  const { timeZone } = markets[country];
  const points = leadingPoints(facts);
  const current = pointAt(points, now);
  const totals = within(points, localDay(localDate(now, timeZone), timeZone)).map(totalOf);
  const day = statisticsOf(totals);
  if (!current || !day) return undefined;
  const next = pointAt(points, current.end);
  const total = totalOf(current);
  const time = clockOver(current.start, current.end, timeZone);
  return {
    now: total,
    next: next ? totalOf(next) : null,
    start: time(current.start),
    end: time(current.end),
    rank: rankOf(total, totals),
    slots: day.slots,
    level: levelOf(total, totals),
    min: day.min,
    max: day.max,
    average: round6(day.average),
    currency,
    unit: `${currency}/kWh`,
  };
}

/** When `nowMessage` says something else next: where an interval begins or ends; `undefined` after the last one. */
export function nextBoundary(facts: SeriesFacts, now: Instant): Instant | undefined {
  const points = leadingPoints(facts);
  return pointAt(points, now)?.end ?? points.find((point) => point.start > now)?.start;
}
