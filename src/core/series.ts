import type { Priced } from './components.ts';
import type { Instant, Span } from './time.ts';

/** The price of a kWh in one interval. */
export interface PricePoint extends Span, Priced {}

/** Energy of a stretch of time in kWh. */
export interface MeterReading extends Span {
  readonly kWh: number;
}

/** Sorted by time, without overlap; a gap between two points stays a gap. */
export type PriceSeries = readonly PricePoint[];

/** The interval that covers `instant`, if the series has one. */
export function pointAt<T extends Span>(series: readonly T[], instant: Instant): T | undefined {
  return series.find((point) => point.start <= instant && instant < point.end);
}

/** The intervals that begin inside `span`. */
export function within<T extends Span>(series: readonly T[], span: Span): T[] {
  return series.filter((point) => span.start <= point.start && point.start < span.end);
}

/** The test that every second of `span` lies in some interval of the series. */
export function covers(series: readonly Span[], span: Span): boolean {
  let known = span.start;
  for (const point of series) {
    if (point.start > known) break;
    known = Math.max(known, point.end);
  }
  return known >= span.end;
}
