import { round6, totalOf } from '../core/components.ts';
import { markets } from '../core/markets.ts';
import { pointAt, within } from '../core/series.ts';
import { levelOf, rankOf, statisticsOf } from '../core/statistics.ts';
import { type Instant, localDate, localDay } from '../core/time.ts';
import { type CurrentPrice, leadingPoints, type SeriesFacts } from './series.ts';

/** The interval that runs at `now` against its local day; `undefined` where no known interval does. */
export function currentPrice(facts: SeriesFacts, now: Instant): CurrentPrice | undefined {
  const { currency, country } = facts;
  const { timeZone } = markets[country];
  const points = leadingPoints(facts);
  const current = pointAt(points, now);
  const totals = within(points, localDay(localDate(now, timeZone), timeZone)).map(totalOf);
  const day = statisticsOf(totals);
  if (!current || !day) return undefined;
  const next = pointAt(points, current.end);
  const total = totalOf(current);
  return {
    now: total,
    next: next ? totalOf(next) : null,
    start: current.start,
    end: current.end,
    rank: rankOf(total, totals),
    slots: day.slots,
    level: levelOf(total, totals),
    min: day.min,
    max: day.max,
    average: round6(day.average),
    currency,
    unit: `${currency}/kWh`,
    timeZone,
  };
}

/** The next beginning or end of an interval, where `currentPrice` changes; `undefined` after the last one. */
export function nextBoundary(facts: SeriesFacts, now: Instant): Instant | undefined {
  const points = leadingPoints(facts);
  return pointAt(points, now)?.end ?? points.find((point) => point.start > now)?.start;
}
