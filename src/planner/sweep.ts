import type { Course } from './course.ts';
import { amountBetween, indexAt } from './horizon.ts';
import type { Stretch } from './stretches.ts';
import type { Horizon } from './types.ts';

/** The best start so far, in minutes since the epoch; `cost` is price x minutes x weight in micro-units. */
export interface Best {
  start: number;
  cost: number;
}

/** Which starts count, and which of two at one cost is better. */
export interface Taste {
  readonly alignMinutes: number;
  readonly latest: boolean;
}

/**
 * Slides a course over the known prices, its start over `[from, until]`, and betters `best`.
 *
 * Between two minutes at which an edge of the course meets an edge of the prices the cost is a straight line, and its
 * least lies at one of the two: one pass over these minutes, with the slope of the line kept up to date.
 */
export function sweep(horizon: Horizon, course: Course, { from, until }: Stretch, taste: Taste, best: Best): void {
  const { ends, micros } = horizon;
  const { offsets, weights } = course;
  const at = Int32Array.from(offsets, (offset) => indexAt(horizon, from + offset));
  const steps = offsets.map((_, edge) => (weights[edge - 1] ?? 0) - (weights[edge] ?? 0));
  let slope = steps.reduce((sum, step, edge) => sum + step * (micros[at[edge] as number] ?? 0), 0);
  let cost = amountOf(horizon, course, from) ?? Number.POSITIVE_INFINITY;
  let start = from;
  while (true) {
    let next = until;
    for (let edge = 0; edge < at.length; edge++) {
      const meets = (ends[at[edge] as number] as number) - (offsets[edge] as number);
      if (meets < next) next = meets;
    }
    considerLine(start, next, cost, slope, taste, best);
    if (next === until) return;
    cost += slope * (next - start);
    start = next;
    for (let edge = 0; edge < at.length; edge++) {
      const i = at[edge] as number;
      if ((ends[i] as number) - (offsets[edge] as number) > start) continue;
      slope += (steps[edge] as number) * ((micros[i + 1] as number) - (micros[i] as number));
      at[edge] = i + 1;
    }
  }
}

/** Price x minutes x weight of a course in micro-units; `null` when a price is unknown. */
export function amountOf(horizon: Horizon, { offsets, weights }: Course, start: number): number | null {
  let sum = 0;
  for (let phase = 0; phase < weights.length; phase++) {
    const amount = amountBetween(horizon, start + (offsets[phase] as number), start + (offsets[phase + 1] as number));
    if (amount === null) return null;
    sum += amount * (weights[phase] as number);
  }
  return sum;
}

/** The starts of a straight line that can be best: its first and its last aligned minute. */
function considerLine(from: number, until: number, cost: number, slope: number, taste: Taste, best: Best): void {
  const { alignMinutes, latest } = taste;
  const first = alignMinutes === 1 ? from : Math.ceil(from / alignMinutes) * alignMinutes;
  if (first > until) return;
  const last = alignMinutes === 1 ? until : Math.floor(until / alignMinutes) * alignMinutes;
  const firstCost = cost + slope * (first - from);
  const lastCost = cost + slope * (last - from);
  if (firstCost < best.cost || (latest && firstCost === best.cost)) {
    best.start = first;
    best.cost = firstCost;
  }
  if (lastCost < best.cost || (latest && lastCost === best.cost)) {
    best.start = last;
    best.cost = lastCost;
  }
}
