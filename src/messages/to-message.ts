import { type Instant, isoTimeIn, isoTimesOver, type Span } from '../core/time.ts';
import type { PlanPayload, PlanSummary } from './plan.ts';
import type { CurrentPrice, KnownSeries, NowPayload, SeriesPayload } from './series.ts';
import type { SwitchPayload, SwitchState } from './switch.ts';

/** Output 1 of `price-series`. */
export function seriesMessage(series: KnownSeries): SeriesPayload {
  const { feedin, forecast, forecastGains, forecastAccuracy, adjustment, warnings, allowance, ...rest } = series;
  const { attribution, ...origin } = rest.source;
  const { fetchedAt, nextPoll, coverage, timeZone } = rest;
  const { from, until } = coverage;
  const start = Math.min(from, fetchedAt, feedin?.[0]?.start ?? from);
  const end = Math.max(until, nextPoll, feedin?.at(-1)?.end ?? 0, forecast?.at(-1)?.end ?? 0);
  const iso = isoTimesOver({ start, end }, timeZone);
  const entry = <T extends Span>(point: T) => ({ ...point, start: iso(point.start), end: iso(point.end) });
  return {
    ...rest,
    source: { ...origin, fetchedAt: iso(origin.fetchedAt) },
    fetchedAt: iso(fetchedAt),
    nextPoll: iso(nextPoll),
    coverage: { ...coverage, from: iso(from), until: iso(until) },
    prices: rest.prices.map(entry),
    ...(feedin && { feedin: feedin.map(entry) }),
    ...(forecast && { forecast: forecast.map(entry) }),
    ...(forecastGains && { forecastGains }),
    ...(forecastAccuracy && { forecastAccuracy }),
    attribution,
    ...(adjustment && { adjustment }),
    ...(warnings && { warnings }),
    ...(allowance && { allowance }),
  };
}

/** Output 2 of `price-series`. */
export function nowMessage({ timeZone, ...current }: CurrentPrice): NowPayload {
  const { start, end } = current;
  const iso = isoTimesOver({ start, end }, timeZone);
  return { ...current, start: iso(start), end: iso(end) };
}

/** Output 1 of `cheapest-window`. */
export function switchMessage(state: SwitchState, timeZone: string): SwitchPayload {
  return { ...state, until: state.until === null ? null : isoTimeIn(timeZone, state.until) };
}

/**
 * Output 2 of `cheapest-window`.
 * @param iso writes its times; by default with the offset of the market.
 */
export function planMessage(
  { timeZone, estimatedUntil, ...plan }: PlanSummary,
  iso = isoTimesOf({ ...plan, estimatedUntil }, timeZone),
): PlanPayload {
  const { runs, start, end, next } = plan;
  const told = (time: Instant | null) => (time === null ? null : iso(time));
  return {
    ...plan,
    runs: runs.map((run) => ({ ...run, start: iso(run.start), end: iso(run.end) })),
    start: told(start),
    end: told(end),
    next: told(next),
    ...(estimatedUntil !== undefined && { estimatedUntil: iso(estimatedUntil) }),
  };
}

type PlanTimes = Pick<PlanSummary, 'start' | 'end' | 'next'> & { readonly estimatedUntil: Instant | undefined };

function isoTimesOf({ start, end, estimatedUntil, next }: PlanTimes, timeZone: string): (instant: Instant) => string {
  const times = [start, end, estimatedUntil ?? null, next].filter((time) => time !== null).sort((a, b) => a - b);
  return isoTimesOver({ start: times[0] ?? 0, end: times.at(-1) ?? 0 }, timeZone);
}
