import { HOUR_SECONDS, type Instant } from '../../core/time.ts';

const DAY = 24 * HOUR_SECONDS;

/**
 * Seconds from each of `times` to the end of its interval, where `times` are the starts in order. A gap is no long interval:
 * beyond the usual step only one counts that stands beside its like, as where a file goes over from quarter hours to hours.
 */
export function stepsAfter(times: readonly Instant[]): number[] {
  const usual = mostStep(times);
  return times.map((time, i) => {
    const next = (times[i + 1] ?? time + usual) - time;
    const beside = [time - (times[i - 1] ?? time), (times[i + 2] ?? time) - (times[i + 1] ?? time)];
    const isDay = usual >= DAY && Math.abs(next - usual) <= HOUR_SECONDS;
    return next <= usual || isDay || (next <= DAY && beside.includes(next)) ? next : usual;
  });
}

/** Seconds from the start of its interval to each of `times`, where `times` are the ends in order. */
export const stepsBefore = (times: readonly Instant[]): number[] =>
  stepsAfter(times.map((time) => -time).reverse()).reverse();

const ROUND = 300;

/** The most common step between `times` in order. Times at whole five minutes decide it where they are the majority. */
export function usualStep(times: readonly number[]): number {
  const round = times.filter((time) => time % ROUND === 0);
  const regular = round.length * 2 > times.length ? round : times;
  return mostStep(regular);
}

/** The most common step, the shortest one of several. The days of 23 and 25 hours are days. */
const mostStep = (times: readonly number[]): number =>
  mostCommon(
    times
      .slice(1)
      .map((time, i) => time - (times[i] ?? time))
      .map((step) => (Math.abs(step - DAY) <= HOUR_SECONDS ? DAY : step))
      .sort((a, b) => a - b),
  );

/** The most common of `numbers`, 0 without any. */
export function mostCommon(numbers: Iterable<number>): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let [best, most] = [0, 0];
  for (const [number, count] of counts) if (count > most) [best, most] = [number, count];
  return best;
}
