import type { MeterReading } from '../../core/series.ts';
import { addDays, type LocalDate, localDay, type Span } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { EnergyLine } from '../bill-lines.ts';
import { ratesOver } from '../calendar/clock.ts';
import { type Quarter, quartersOf } from '../calendar/quarters.ts';
import type { When } from '../tariff.ts';
import { daysBetween, type Slice, slicesOf } from './slices.ts';
import type { BillQuestion } from './types.ts';

/** The metered time of a bill, cut where a figure changes. */
export interface BillContext {
  readonly question: BillQuestion;
  readonly slices: readonly Slice[];
  /** Readings of the billed days. */
  readonly readings: Readonly<Record<EnergyLine['flow'], readonly MeterReading[]>>;
  /** kWh of a year. */
  readonly yearKwh: number;
  readonly quarters: () => readonly Quarter[];
}

export function billContext(question: BillQuestion): BillContext {
  const { from, to, timeZone, lines, vat, consumption, feedIn = [], holidays = new Set<LocalDate>() } = question;
  const rows = [...vat, ...lines.flatMap((line) => [...line.rows, ...('netting' in line ? (line.netting ?? []) : [])])];
  const slices = slicesOf(from, to, timeZone, new Set(rows.map((row) => row.from)));
  const span = { start: localDay(from, timeZone).start, end: localDay(to, timeZone).end };
  const billed = (readings: readonly MeterReading[]) =>
    readings.filter(({ start }) => span.start <= start && start < span.end);
  const readings = { consumption: billed(consumption), 'feed-in': billed(feedIn) };
  let quarters: readonly Quarter[] | undefined;
  return {
    ...{ question, slices, readings },
    yearKwh: question.yearKwh ?? (sumKwh(readings.consumption) * 365) / daysBetween(from, addDays(to, 1)),
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

/** Whether readings leave a part of `span` unmetered. */
export function hasHole(readings: readonly MeterReading[], span: Span): boolean {
  let known = span.start;
  for (const { start, end } of readings) {
    if (end <= known) continue;
    if (start > known) break;
    known = end;
    if (known >= span.end) return false;
  }
  return known < span.end;
}
