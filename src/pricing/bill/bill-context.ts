import type { MeterReading } from '../../core/series.ts';
import { addDays, daysBetween, type LocalDate, localDay, type Span } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { EnergyLine } from '../bill-lines.ts';
import { ratesOver } from '../calendar/clock.ts';
import { type Quarter, quartersOf } from '../calendar/quarters.ts';
import type { When } from '../tariff.ts';
import { type Slice, slicesOf } from './slices.ts';
import type { BillQuestion } from './types.ts';

export type SlicedReadings = readonly (readonly MeterReading[])[];

/** The metered time of a bill, cut where a figure changes. */
export interface BillContext {
  readonly question: BillQuestion;
  readonly slices: readonly Slice[];
  /** The readings of each slice. */
  readonly readings: Readonly<Record<EnergyLine['flow'], SlicedReadings>>;
  /** Whether the readings leave a part of each slice unmetered. */
  readonly holes: Readonly<Record<EnergyLine['flow'], readonly boolean[]>>;
  /** kWh of a year. */
  readonly yearKwh: number;
  readonly quarters: () => readonly Quarter[];
}

export function billContext(question: BillQuestion): BillContext {
  const { from, to, timeZone, lines, vat, consumption, feedIn = [], holidays = new Set<LocalDate>() } = question;
  const rows = [...vat, ...lines.flatMap((line) => [...line.rows, ...('netting' in line ? (line.netting ?? []) : [])])];
  const slices = slicesOf(from, to, timeZone, new Set(rows.map((row) => row.from)));
  const span = { start: localDay(from, timeZone).start, end: localDay(to, timeZone).end };
  const readings = { consumption: slicedBy(consumption, slices), 'feed-in': slicedBy(feedIn, slices) };
  // The last reading of a slice may reach into the next one.
  const holesIn = (sliced: SlicedReadings) =>
    slices.map((slice, i) => hasHole([...(sliced[i - 1]?.slice(-1) ?? []), ...(sliced[i] ?? [])], slice));
  const holes = { consumption: holesIn(readings.consumption), 'feed-in': holesIn(readings['feed-in']) };
  let quarters: readonly Quarter[] | undefined;
  return {
    ...{ question, slices, readings, holes },
    yearKwh: question.yearKwh ?? (sumKwh(readings.consumption.flat()) * 365) / daysBetween(from, addDays(to, 1)),
    quarters: () => {
      quarters ??= quartersOf(span, timeZone, holidays);
      return quarters;
    },
  };
}

export const sumKwh = (readings: readonly { readonly kWh: number }[]): number =>
  readings.reduce((sum, { kWh }) => sum + kWh, 0);

/** The number of the first clock that applies at each instant; `undefined` where none does. */
export function clockAt({ quarters }: BillContext, clocks: readonly When[]): (instant: number) => number | undefined {
  const all = quarters();
  const numbers = ratesOver(() => clocks.map((when, price) => ({ price, when })), all);
  const start = all[0]?.start ?? 0;
  return (instant) => numbers[Math.floor((instant - start) / QUARTER_HOUR)];
}

/** The readings that begin in each slice. */
function slicedBy(readings: readonly MeterReading[], slices: readonly Slice[]): SlicedReadings {
  const sliced = slices.map((): MeterReading[] => []);
  let at = 0;
  for (const reading of readings) {
    while (reading.start >= (slices[at]?.end ?? Number.POSITIVE_INFINITY)) at += 1;
    if (reading.start >= (slices[0]?.start ?? 0)) sliced[at]?.push(reading);
  }
  return sliced;
}

function hasHole(readings: readonly MeterReading[], span: Span): boolean {
  let known = span.start;
  for (const { start, end } of readings) {
    if (start > known) return true;
    known = Math.max(known, end);
  }
  return known < span.end;
}
