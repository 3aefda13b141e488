import { round6 } from '../../core/components.ts';
import type { MeterReading } from '../../core/series.ts';
import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { QuarterEnergy } from './types.ts';

/** A month and a day: the bill of a month needs no earlier energy. */
const MAX_KEPT = (32 * DAY_SECONDS) / QUARTER_HOUR;

/** @param at the begin of a quarter hour. A step of the clock begins anew. */
export function withQuarterEnergy(before: QuarterEnergy | undefined, at: Instant, kWh: number): QuarterEnergy {
  const { from, values } = before ?? { from: at, values: [] };
  const index = (at - from) / QUARTER_HOUR;
  if (index < 0 || index >= values.length + MAX_KEPT) return { from: at, values: [round6(kWh)] };
  const next = [...values, ...Array<number>(Math.max(0, index + 1 - values.length)).fill(0)];
  next[index] = round6((next[index] ?? 0) + kWh);
  const excess = Math.max(0, next.length - MAX_KEPT);
  return { from: from + excess * QUARTER_HOUR, values: next.slice(excess) };
}

export const quarterReadings = ({ from, values }: QuarterEnergy): MeterReading[] =>
  values.map((kWh, i) => ({ start: from + i * QUARTER_HOUR, end: from + (i + 1) * QUARTER_HOUR, kWh }));
