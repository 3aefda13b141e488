import { horizonOf, indexAt } from './horizon.ts';
import type { Horizon } from './types.ts';

/** A stretch of time in minutes since the epoch, `from` inside and `until` outside. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** The unbroken stretches of known prices at or below `limit` micro-units inside one stretch. */
export function stretchesOf(horizon: Horizon, { from, until }: Stretch, limit: number): Stretch[] {
  const { starts, ends, micros, gaps } = horizon;
  const stretches: Stretch[] = [];
  let begin: number | undefined;
  for (let i = indexAt(horizon, from); i < starts.length && (starts[i] as number) < until; i++) {
    const start = starts[i] as number;
    const end = Math.min(ends[i] as number, until);
    const allowed = (micros[i] as number) <= limit;
    if (allowed) begin ??= Math.max(start, from);
    const closes = allowed ? end === until || gaps[i] === end : true;
    if (begin === undefined || !closes) continue;
    stretches.push({ from: begin, until: allowed ? end : start });
    begin = undefined;
  }
  return stretches;
}

/** The rest of stretches without others. */
export function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const cut = (stretch: Stretch, other: Stretch) =>
    [
      { from: stretch.from, until: Math.min(stretch.until, other.from) },
      { from: Math.max(stretch.from, other.until), until: stretch.until },
    ].filter(({ from, until }) => from < until);
  return others.reduce<Stretch[]>((left, other) => left.flatMap((stretch) => cut(stretch, other)), [...stretches]);
}

/** Sorted stretches with those that touch made one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    if (stretch.from === stretch.until) continue;
    if (last?.until === stretch.from) result[result.length - 1] = { from: last.from, until: stretch.until };
    else result.push(stretch);
  }
  return result;
}

export const minutesIn = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { from, until }) => sum + until - from, 0);

/** The horizon with other stretches made unknown. */
export function cutOut(horizon: Horizon, stretches: readonly Stretch[]): Horizon {
  if (stretches.length === 0) return horizon;
  const spans = horizon.spans.flatMap((span) => {
    const { start, end, price } = span;
    const met = stretches.filter(({ from, until }) => 60 * from < end && start < 60 * until);
    if (met.length === 0) return span;
    return without([{ from: start / 60, until: end / 60 }], met).map(({ from, until }) => ({
      start: 60 * from,
      end: 60 * until,
      price,
    }));
  });
  return horizonOf(spans, horizon.sense);
}
