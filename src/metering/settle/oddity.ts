import type { MeterReading } from '../../core/series.ts';
import type { Instant, Span } from '../../core/time.ts';
import type { MeterFinding } from '../types.ts';

/** Something odd at an instant, before it is counted by day. */
export interface MeterOddity extends Pick<MeterFinding, 'kind' | 'reason'> {
  readonly at: Instant;
  readonly intervals: number;
}

/** Readings of one direction by time, and what was odd about them. */
export interface SettledReadings {
  readonly readings: readonly MeterReading[];
  /** What the file is about, with or without values. */
  readonly covered: readonly Span[];
  readonly oddities: readonly MeterOddity[];
}

export const doubtful = (at: Instant, reason: NonNullable<MeterFinding['reason']>): MeterOddity => ({
  at,
  kind: 'doubtful',
  reason,
  intervals: 1,
});

/** Without the dust of floating point: a millionth of a watt-hour is as fine as any meter. */
export const roundedKwh = (kWh: number): number => Math.round(kWh * 1e9) / 1e9;
