import type { Instant, Span } from '../../../src/core/time.ts';

const HOUR = 3600;

/** The hour that a clock on the wall of `timeZone` shows. */
function hourIn(timeZone: string): (instant: Instant) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return (instant) => Number(format.format(instant * 1000));
}

/** The local day of `instant`: 23, 24 or 25 hours. */
export function dayOf(instant: Instant, timeZone: string): Span {
  const hour = hourIn(timeZone);
  let start = Math.floor(instant / HOUR) * HOUR;
  while (hour(start) !== 0) start -= HOUR;
  let end = start + HOUR;
  while (hour(end) !== 0) end += HOUR;
  return { start, end };
}

export interface Tick {
  readonly at: Instant;
  /** 0 to 23, as the wall shows it: twice the same where clocks are put back. */
  readonly hour: number;
}

/** The full hours of `span`, both ends included, whose wall clock can be divided by `step`. */
export function ticksOf({ start, end }: Span, timeZone: string, step: number): Tick[] {
  const hour = hourIn(timeZone);
  const hours = Array.from({ length: Math.floor((end - start) / HOUR) + 1 }, (_, i) => start + i * HOUR);
  return hours.map((at) => ({ at, hour: hour(at) })).filter((tick) => tick.hour % step === 0);
}

/** Hours between two labels, so that each has room in a plot of `width` pixels. */
export function stepFor({ start, end }: Span, width: number): number {
  const hours = (end - start) / HOUR;
  return [1, 2, 3, 6, 12].find((step) => (hours / step) * LABEL_WIDTH <= width) ?? 24;
}

/** Pixels that a label of an hour takes with the room beside it. */
const LABEL_WIDTH = 24;
