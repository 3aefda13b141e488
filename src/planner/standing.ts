import type { Stretch } from './stretches.ts';
import type { PlanState, Run } from './types.ts';

/** True while a run of the last plan goes on that has begun by `now`. Such a run is not moved any more. */
export function isUnderWay(now: number, { output, standing }: PlanState): boolean {
  return output?.on !== false && standing.some(({ start, end }) => start < 60 * now && 60 * now < end);
}

/** True while the last plan has runs ahead on known prices. */
export function standsOnPrices(now: number, { standing }: Pick<PlanState, 'standing'>): boolean {
  return standing.some(({ end, cost }) => end > 60 * now && cost !== null);
}

/** The part of the last plan that lies ahead, in minutes. */
export function restOf(standing: readonly Run[], now: number): Stretch[] {
  return standing
    .filter(({ end }) => end > 60 * now)
    .map(({ start, end }) => ({ from: Math.max(now, start / 60), until: end / 60 }));
}
