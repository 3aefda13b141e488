import type { Bounds } from '../bounds.ts';
import type { Load } from '../load.ts';
import { type Stretch, stretchesOf, without } from '../stretches.ts';
import { amountOf } from './sweep.ts';

/** The starts at which one of the phases would run where there is no room for it. */
export function takenStarts({ blocked }: Bounds, { phases, offsets }: Load): Stretch[] {
  return phases.flatMap(({ kw, minutes }, i) => {
    const offset = offsets[i] as number;
    return blocked(kw).map(({ from, until }) => ({ from: from - offset - minutes + 1, until: until - offset }));
  });
}

/** The first minute at which there is room for the whole load, whatever it costs; infinite when there is none. */
export function soonestStart(bounds: Bounds, load: Load): number {
  const taken = takenStarts(bounds, load);
  const until = taken.reduce((late, { until }) => Math.max(late, until), bounds.from) + 1;
  const [free = { from: until }] = without([{ from: bounds.from, until }], taken);
  return free.from;
}

/** True where price limits let a load start at a minute, if there is one; unknown prices keep no limit. */
export function keepsLimits(bounds: Bounds, load: Load, start: number): boolean {
  if (!isLimited(bounds)) return start < Number.POSITIVE_INFINITY;
  const amount = amountOf(bounds.horizon, load, start) ?? Number.POSITIVE_INFINITY;
  const run = { from: start, until: start + load.minutes };
  return keepsMean(bounds, load, amount) && without([run], stretchesOf(bounds.horizon, run, bounds.limit)).length === 0;
}

/** True where an amount is finite, and its mean over the energy, with what was bought, at or below the limit. */
export function keepsMean({ meanLimit, spare }: Bounds, { weight }: Load, amount: number): boolean {
  const most = meanLimit === Number.POSITIVE_INFINITY ? meanLimit : meanLimit * weight + spare;
  return amount < Number.POSITIVE_INFINITY && amount <= most;
}

export const isLimited = ({ limit, meanLimit }: Bounds) => Math.min(limit, meanLimit) < Number.POSITIVE_INFINITY;
