import type { Frame } from '../bounds.ts';
import type { Course } from '../load.ts';
import { type Stretch, stretchesOf, without } from '../stretches.ts';
import { amountOf } from './sweep.ts';

/** The starts at which one of the phases would run where there is no room for it. */
export function takenStarts({ blocked }: Frame, { phases, offsets }: Course): Stretch[] {
  return phases.flatMap(({ kw, minutes }, i) => {
    const offset = offsets[i] as number;
    return blocked(kw).map(({ from, until }) => ({ from: from - offset - minutes + 1, until: until - offset }));
  });
}

/** The first minute at which there is room for the whole course, whatever it costs; infinite when there is none. */
export function soonestStart(frame: Frame, course: Course): number {
  const taken = takenStarts(frame, course);
  const until = taken.reduce((late, { until }) => Math.max(late, until), frame.from) + 1;
  const [free = { from: until }] = without([{ from: frame.from, until }], taken);
  return free.from;
}

/** Whether a course may start at a minute, if there is one, as far as price limits go; unknown prices keep none. */
export function keepsLimits(frame: Frame, course: Course, start: number): boolean {
  if (!isLimited(frame)) return start < Number.POSITIVE_INFINITY;
  const amount = amountOf(frame.horizon, course, start) ?? Number.POSITIVE_INFINITY;
  const run = { from: start, until: start + course.minutes };
  return keepsMean(frame, course, amount) && without([run], stretchesOf(frame.horizon, run, frame.limit)).length === 0;
}

/** Whether an amount is finite, and its mean over the energy at or below the limit. */
export function keepsMean({ meanLimit }: Frame, { weight }: Course, amount: number): boolean {
  return amount < Number.POSITIVE_INFINITY && (meanLimit === Number.POSITIVE_INFINITY || amount <= meanLimit * weight);
}

export const isLimited = ({ limit, meanLimit }: Frame) => Math.min(limit, meanLimit) < Number.POSITIVE_INFINITY;
