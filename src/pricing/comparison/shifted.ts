import { totalOf } from '../../core/components.ts';
import type { MeterReading } from '../../core/series.ts';
import type { Span } from '../../core/time.ts';
import type { ReadingPrice } from './priced-energy.ts';

/** As much as a car on one phase, a boiler or a heat pump takes. */
const KILOWATTS = 3;

interface PricedReading {
  readonly reading: MeterReading;
  /** What a kWh costs, all included. */
  readonly price: number;
}

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
  prices: Iterable<readonly [MeterReading, ReadingPrice]>,
  days: readonly Span[],
  kWh: number,
): ShiftedReadings {
  const byDay = days.map((): { reading: MeterReading; price: ReadingPrice }[] => []);
  let at = 0;
  for (const [reading, price] of prices) {
    while (reading.start >= (days[at]?.end ?? Number.POSITIVE_INFINITY)) at += 1;
    byDay[at]?.push({ reading, price });
  }
  const shifted = byDay.map((day) => shiftedDay(day, kWh));
  return {
    readings: shifted.flatMap(({ readings }) => readings),
    movedKwh: shifted.reduce((sum, { movedKwh }) => sum + movedKwh, 0),
  };
}

function shiftedDay(
  day: readonly { readonly reading: MeterReading; readonly price: ReadingPrice }[],
  kWh: number,
): ShiftedReadings {
  const readings = day.map(({ reading }) => reading);
  const priced = day.flatMap(({ reading, price }): PricedReading[] =>
    typeof price === 'string' ? [] : [{ reading, price: totalOf(price) }],
  );
  const used = readings.reduce((sum, reading) => sum + reading.kWh, 0);
  if (priced.length < day.length || used <= 0) return { readings, movedKwh: 0 };
  const wanted = Math.min(kWh, used);
  const added = addedTo(priced, wanted);
  const movedKwh = [...added.values()].reduce((sum, each) => sum + each, 0);
  const rest = 1 - movedKwh / used;
  return {
    readings: readings.map((reading) => ({ ...reading, kWh: reading.kWh * rest + (added.get(reading) ?? 0) })),
    movedKwh,
  };
}

/** The energy that the cheapest times take, by reading. */
function addedTo(priced: readonly PricedReading[], wanted: number): ReadonlyMap<MeterReading, number> {
  const added = new Map<MeterReading, number>();
  let left = wanted;
  for (const { reading } of priced.toSorted((a, b) => a.price - b.price)) {
    if (left <= 0) break;
    const takes = Math.min(left, (KILOWATTS * (reading.end - reading.start)) / 3600);
    added.set(reading, takes);
    left -= takes;
  }
  return added;
}
