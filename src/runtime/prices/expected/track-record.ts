import { totalOf } from '../../../core/components.ts';
import { type PriceSeries, pointAt } from '../../../core/series.ts';
import { DAY_SECONDS, type Instant } from '../../../core/time.ts';
import type { ExpectedPoint, ForecastAccuracy } from '../../../messages/series.ts';

/** A forecast of one day ahead, and how it turned out. */
interface Verdict {
  /** The end of that day. */
  readonly until: Instant;
  readonly count: number;
  /** The sum of the errors, per kWh. */
  readonly missed: number;
  readonly inside: number;
}

/** The forecasts that were made and how they turned out. */
export interface TrackRecord {
  /** Waits for its prices; empty where none does. */
  readonly made: readonly ExpectedPoint[];
  readonly verdicts: readonly Verdict[];
}

/** The record goes back so far. */
const MONTH = 30 * DAY_SECONDS;
/** The share of a forecast that must be known for it to be judged. */
const ENOUGH = 0.75;

/** The record once `points` are known: the forecast that they are about is judged, or given up where they lie behind it. */
export function judged({ made, verdicts }: TrackRecord, points: PriceSeries): TrackRecord {
  const last = made.at(-1)?.end ?? 0;
  if ((points.at(-1)?.end ?? 0) < last) return { made, verdicts };
  const outcomes = made.flatMap((expected) => {
    const point = pointAt(points, expected.start);
    return point ? [{ expected, total: totalOf(point) }] : [];
  });
  if (outcomes.length === 0 || outcomes.length < ENOUGH * made.length) return { made: [], verdicts };
  const verdict = {
    until: last,
    count: outcomes.length,
    missed: outcomes.reduce((sum, { expected, total }) => sum + Math.abs(total - expected.total), 0),
    inside: outcomes.filter(({ expected, total }) => expected.low <= total && total <= expected.high).length,
  };
  return { made: [], verdicts: [...verdicts.filter(({ until }) => until > last - MONTH), verdict] };
}

/** The record with the first day of `forecast`, unless an earlier one still waits for its prices. */
export function recorded(record: TrackRecord, forecast: readonly ExpectedPoint[]): TrackRecord {
  const [first] = forecast;
  if (record.made.length > 0 || !first) return record;
  return { ...record, made: forecast.filter(({ start }) => start < first.start + DAY_SECONDS) };
}

/** The quality of the forecasts of the last month; nothing before one was judged. */
export function accuracyOf({ verdicts }: TrackRecord): ForecastAccuracy | undefined {
  const sum = (of: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + of(verdict), 0);
  const count = sum((verdict) => verdict.count);
  if (count === 0) return undefined;
  return {
    meanError: round4(sum(({ missed }) => missed) / count),
    inside: round4(sum(({ inside }) => inside) / count),
    days: verdicts.length,
  };
}

/** A hundredth of a cent is as fine as anything that is only expected is told. */
export const round4 = (value: number): number => Math.round(value * 1e4) / 1e4 || 0;
