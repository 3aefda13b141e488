import { type Instant, isoTimesOver } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { PowerKind } from './power.ts';
import type { KnownPowers } from './quarters.ts';

interface ReportOf<Time> {
  readonly kind: PowerKind;
  /** kW as measured; `null` where that is not known. */
  readonly now: number | null;
  /** The time at which the forecast came; `null` without one. */
  readonly fetchedAt: Time | null;
  /** The end of the forecast. */
  readonly until: Time | null;
  /** Nobody has renewed the forecast for a day, or it has ended. */
  readonly stale: boolean;
  /** Days that were measured. */
  readonly learntDays: number;
}

/** Everything that can be said of a source of power at a moment, with two days of what is expected; none without. */
export interface PowerReport extends ReportOf<Instant> {
  readonly from: Instant;
  readonly kw: KnownPowers;
  readonly timeZone: string;
  /** The last counter of the meter. */
  readonly counterKwh?: number | undefined;
}

/** The output of `forecast`. */
export interface PowerPayload extends ReportOf<string> {
  readonly series: readonly { readonly start: string; readonly end: string; readonly kw: number }[];
}

export function powerMessage({
  from,
  kw,
  timeZone,
  fetchedAt,
  until,
  counterKwh: _,
  ...rest
}: PowerReport): PowerPayload {
  const times = [fetchedAt, until, from, from + kw.length * QUARTER_HOUR].filter((time) => time !== null);
  const iso = isoTimesOver({ start: Math.min(...times), end: Math.max(...times) }, timeZone);
  const startOf = (i: number) => from + i * QUARTER_HOUR;
  return {
    ...rest,
    fetchedAt: fetchedAt === null ? null : iso(fetchedAt),
    until: until === null ? null : iso(until),
    series: kw.flatMap((each, i) =>
      each === undefined ? [] : { start: iso(startOf(i)), end: iso(startOf(i + 1)), kw: each },
    ),
  };
}
