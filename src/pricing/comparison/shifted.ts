import type { MeterReading } from '../../core/series.ts';
import type { Span } from '../../core/time.ts';
import { exactTotal, type ReadingPrice } from './priced-energy.ts';

/** As much as a car on one phase, a boiler or a heat pump takes. */
const KILOWATTS = 3;

/** Readings of which energy has been moved, and how much. */
export interface ShiftedReadings {
  readonly readings: readonly MeterReading[];
  readonly movedKwh: number;
}

/**
 * The readings as they had been with `kWh` a day, taken from all that was used that day alike, in its cheapest times, 3 kW at
 * the most more than there was. A day of which a price is missing stays as it is.
 */
export function shiftedReadings(
  readings: readonly MeterReading[],
  prices: readonly ReadingPrice[],
  days: readonly Span[],
  kWh: number,
): ShiftedReadings {
  const shifted: MeterReading[] = [];
  let movedKwh = 0;
  for (const day of days) {
    const from = shifted.length;
    let to = from;
    while ((readings[to]?.start ?? day.end) < day.end) to += 1;
    const moved = shiftedDay(readings.slice(from, to), prices.slice(from, to), kWh);
    shifted.push(...moved.readings);
    movedKwh += moved.movedKwh;
  }
  return { readings: shifted, movedKwh };
}

function shiftedDay(day: readonly MeterReading[], prices: readonly ReadingPrice[], kWh: number): ShiftedReadings {
  const used = day.reduce((sum, reading) => sum + reading.kWh, 0);
  const totals = prices.flatMap((price) => (typeof price === 'string' ? [] : exactTotal(price)));
  if (totals.length < day.length || used <= 0) return { readings: day, movedKwh: 0 };
  const added = addedTo(day, totals, Math.min(kWh, used));
  const movedKwh = added.reduce((sum, each) => sum + each, 0);
  const rest = 1 - movedKwh / used;
  const readings = day.map(({ start, end, kWh }, i) => ({ start, end, kWh: kWh * rest + (added[i] ?? 0) }));
  return { readings, movedKwh };
}

/** The energy that the cheapest times take, in the order of the day. */
function addedTo(day: readonly MeterReading[], totals: readonly number[], wanted: number): number[] {
  const added = new Array<number>(day.length).fill(0);
  let left = wanted;
  for (const i of [...added.keys()].sort((a, b) => (totals[a] ?? 0) - (totals[b] ?? 0))) {
    const { start, end } = day[i] ?? { start: 0, end: 0 };
    const takes = Math.min(left, (KILOWATTS * (end - start)) / 3600);
    added[i] = takes;
    left -= takes;
  }
  return added;
}
