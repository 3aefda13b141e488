import { round6 } from '../../core/components.ts';
import type { MeterReading } from '../../core/series.ts';
import { type Instant, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';

/** The last reading of a counter, and the metered energy of the month. */
export interface MeteredCounter {
  readonly last: { readonly at: Instant; readonly kWh: number } | undefined;
  /** By time, without overlap; a hole is unmetered. */
  readonly readings: readonly MeterReading[];
}

export const newCounter: MeteredCounter = { last: undefined, readings: [] };

/** Seconds between two readings whose energy may be spread evenly over quarter hours, as prices of a bill may be. */
const EVEN = 7200;
/** More than the mean power of a household: the meter was replaced. */
const MAX_KW = 100;
/** kWh that a counter with whole steps may advance at once. */
const STEP_KWH = 1;
/** kWh that rounding may take back. */
const ROUNDING_KWH = 0.01;

/**
 * The state after a counter shows `kWh`. A counter that was reset or replaced leaves the time since its last reading unmetered.
 * @param timeZone whose months count: earlier readings are dropped.
 */
export function countedUntil(state: MeteredCounter, kWh: number, now: Instant, timeZone: string): MeteredCounter {
  const { last } = state;
  const next = { last: { at: now, kWh }, readings: inMonth(state.readings, now, timeZone) };
  if (!last || now < last.at) return next;
  const energy = kWh - last.kWh;
  if (now === last.at || (energy < 0 && energy >= -ROUNDING_KWH)) return state;
  // Many small steps within a quarter hour are judged together.
  const quarter = quarterOf(now);
  const counted = state.readings.reduce((sum, { end, kWh }) => (end > quarter ? sum + kWh : sum), 0);
  const seconds = now - Math.min(last.at, quarter);
  if (energy < 0 || counted + energy > STEP_KWH + (MAX_KW * seconds) / 3600) return next;
  return { ...next, readings: inMonth(added(state.readings, last.at, now, energy), now, timeZone) };
}

/** Without the noise of sums. A meter that sends every second adds 900 parts to a quarter hour: six decimals would lose 10 %. */
const summed = (kWh: number) => Math.round(kWh * 1e12) / 1e12;

/** A long time stays one reading, as nobody knows when its energy was used. */
function added(readings: readonly MeterReading[], start: Instant, end: Instant, kWh: number): MeterReading[] {
  if (end - start > EVEN) return [...readings, { start, end, kWh }];
  const result = [...readings];
  for (let from = start; from < end; ) {
    const to = Math.min(end, quarterOf(from) + QUARTER_HOUR);
    const part = (kWh * (to - from)) / (end - start);
    const before = result.at(-1);
    const isSameQuarter = before?.end === from && from > quarterOf(from) && before.start >= quarterOf(from);
    if (before && isSameQuarter) result[result.length - 1] = { ...before, end: to, kWh: summed(before.kWh + part) };
    else result.push({ start: from, end: to, kWh: summed(part) });
    from = to;
  }
  return result;
}

function inMonth(readings: readonly MeterReading[], now: Instant, timeZone: string): readonly MeterReading[] {
  const { start } = localDay(`${localDate(now, timeZone).slice(0, 7)}-01`, timeZone);
  return (readings[0]?.start ?? start) >= start ? readings : readings.filter((reading) => reading.start >= start);
}

/** Readings as a store keeps them: seconds since the one before, length in seconds and Wh. */
export function packedReadings(readings: readonly MeterReading[]): number[][] {
  return readings.map(({ start, end, kWh }, i) => [
    start - (readings[i - 1]?.end ?? 0),
    end - start,
    round6(kWh * 1000),
  ]);
}

export function unpackedReadings(rows: readonly (readonly number[])[]): MeterReading[] {
  let end = 0;
  return rows.map(([gap = 0, length = 0, wattHours = 0]) => {
    const start = end + gap;
    end = start + length;
    return { start, end, kWh: wattHours / 1000 };
  });
}
