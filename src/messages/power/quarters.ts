import type { Instant, Span } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';

/** The mean power of a stretch of time. */
export interface PowerSpan extends Span {
  readonly kw: number;
}

/** Mean powers in kW, one a quarter hour from `from` on, which begins one. */
export interface QuarterPower {
  readonly from: Instant;
  readonly kw: readonly number[];
}

/** Mean powers in kW by quarter hours; `undefined` where nothing is known of one. */
export type KnownPowers = readonly (number | undefined)[];

/** Eight days, as far as prices are expected. */
const MOST_QUARTERS = 8 * 96;

/** The first eight days of `spans`, which follow each other without gaps, by quarter hours, to the watt. */
export function quarterPower(spans: readonly PowerSpan[]): QuarterPower {
  const from = quarterOf(spans[0]?.start ?? 0);
  const until = Math.min(spans.at(-1)?.end ?? from, from + MOST_QUARTERS * QUARTER_HOUR);
  const count = Math.ceil((until - from) / QUARTER_HOUR);
  const sums = new Float64Array(count);
  const seconds = new Float64Array(count);
  for (const { start, end, kw } of spans) {
    for (let at = start; at < Math.min(end, until); ) {
      const i = Math.floor((at - from) / QUARTER_HOUR);
      const next = Math.min(end, from + (i + 1) * QUARTER_HOUR);
      sums[i] = (sums[i] as number) + kw * (next - at);
      seconds[i] = (seconds[i] as number) + next - at;
      at = next;
    }
  }
  return { from, kw: [...sums].map((sum, i) => toWatt(sum / (seconds[i] as number))) };
}

/** The first eight days of both together; beyond the end of one it is taken to be nothing. */
export function addedUp(one: QuarterPower, other: QuarterPower): QuarterPower {
  const from = Math.min(one.from, other.from);
  const counts = [one, other].map((each) => (each.from - from) / QUARTER_HOUR + each.kw.length);
  const count = Math.min(MOST_QUARTERS, Math.max(...counts));
  const at = (each: QuarterPower, i: number) => each.kw[i - (each.from - from) / QUARTER_HOUR] ?? 0;
  return { from, kw: Array.from({ length: count }, (_, i) => toWatt(at(one, i) + at(other, i))) };
}

export const toWatt = (kw: number): number => Math.round(kw * 1000) / 1000;
