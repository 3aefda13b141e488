import { round6, totalOf } from '../core/components.ts';
import { markets } from '../core/markets.ts';
import { pointAt } from '../core/series.ts';
import { levelOf, rankOf, statisticsOf } from '../core/statistics.ts';
import type { Instant } from '../core/time.ts';
import { pricesOfDay } from '../core/window.ts';
import { type CurrentPrice, leadingPoints, type SeriesFacts } from './series.ts';

/** The interval that runs at `now` against its day; `undefined` where no known interval does. */
export function currentPrice(facts: SeriesFacts, now: Instant): CurrentPrice | undefined {
  const { currency, country } = facts;
  const { timeZone } = markets[country];
  const points = leadingPoints(facts);
  const current = pointAt(points, now);
  if (!current) return undefined;
  const next = pointAt(points, current.end);
  const total = totalOf(current);
  const totals = pricesOfDay(points, now, timeZone)?.map(totalOf) ?? [];
  const day = statisticsOf(totals);
  return {
    now: total,
    next: next ? totalOf(next) : null,
    start: current.start,
    end: current.end,
    ...(day
      ? { ...day, rank: rankOf(total, totals), level: levelOf(total, totals), average: round6(day.average) }
      : { rank: null, slots: null, level: null, min: null, max: null, average: null }),
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
