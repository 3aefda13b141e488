import { HOUR_SECONDS, type Instant } from '../../core/time.ts';
import { mostCommon, usualStep } from './steps.ts';

/** Equal steps in a row that are a resolution and no chance. */
const MANY_STEPS = 3;

/**
 * The times that lie between the others of a regular series, as 12:14:10 between half hours. None where the series has another
 * resolution or phase for a while, and none where it is irregular throughout.
 */
export function oddTimes(times: Iterable<Instant>): ReadonlySet<Instant> {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const usual = usualStep(sorted);
  // A longer step would change its phase with the clock.
  if (usual === 0 || HOUR_SECONDS % usual !== 0) return new Set();
  const phase = mostCommon(sorted.map((time) => time % usual));
  const regular = regularPlaces(sorted);
  const odd = sorted.filter((time, i) => time % usual !== phase && !regular.has(i));
  return new Set(odd.length * 2 < sorted.length ? odd : []);
}

/** The places of times with the same step before and after them, or in a row of equal steps. */
function regularPlaces(times: readonly Instant[]): ReadonlySet<number> {
  const places = new Set<number>();
  let run = 0;
  for (let i = 1; i < times.length; i += 1) {
    const step = (times[i] ?? 0) - (times[i - 1] ?? 0);
    run = step === (times[i - 1] ?? 0) - (times[i - 2] ?? Number.NaN) ? run + 1 : 1;
    if (run > 1) places.add(i - 1);
    if (run >= MANY_STEPS) for (let back = 0; back <= MANY_STEPS; back += 1) places.add(i - back);
  }
  return places;
}
