import { amountBetween, indexAt } from '../horizon.ts';
import type { Load } from '../load.ts';
import type { Stretch } from '../stretches.ts';
import type { Horizon } from '../types.ts';

/** The best start so far, in minutes since the epoch; `cost` is price x minutes x weight in micro-units. */
export interface Best {
  start: number;
  cost: number;
}

/**
 * Slides a load over the known prices, its start over `[from, until]`, and betters `best`; of equal costs the `latest`
 * start, or the first.
 *
 * Between two minutes at which an edge of the load meets an edge of the prices the cost is a straight line, and its
 * least lies at one of the two: one pass over these minutes, with the slope of the line kept up to date.
 */
export function sweep(horizon: Horizon, load: Load, starts: Stretch, latest: boolean, best: Best): void {
  if (load.weights.length === 1) slide(horizon, load, starts, latest, best);
  else sweepEdges(horizon, load, starts, latest, best);
}

/** The same of one power: its two edges take turns, as they meet the prices. */
function slide(horizon: Horizon, load: Load, { from, until }: Stretch, latest: boolean, best: Best): void {
  const { ends, micros } = horizon;
  const { minutes, weights } = load;
  const weight = weights[0] as number;
  let [first, last] = [indexAt(horizon, from), indexAt(horizon, from + minutes)];
  let cost = amountOf(horizon, load, from) ?? Number.POSITIVE_INFINITY;
  for (let start = from; ; ) {
    if (cost <= best.cost) consider(start, cost, latest, best);
    if (start === until) return;
    const [leaves, meets] = [ends[first] as number, (ends[last] as number) - minutes];
    const next = Math.min(until, leaves, meets);
    cost += weight * ((micros[last] as number) - (micros[first] as number)) * (next - start);
    if (leaves === next) first++;
    if (meets === next) last++;
    start = next;
  }
}

/** The edges stand in a heap by what they meet next, as a long profile has hundreds of them. */
function sweepEdges(horizon: Horizon, load: Load, { from, until }: Stretch, latest: boolean, best: Best): void {
  const { ends, micros } = horizon;
  const { offsets } = load;
  const { at, meets, steps, heap } = edgesAt(horizon, load, from, until);
  let slope = 0;
  for (let edge = 0; edge < at.length; edge++) slope += (steps[edge] as number) * (micros[at[edge] as number] ?? 0);
  let cost = amountOf(horizon, load, from) ?? Number.POSITIVE_INFINITY;
  for (let start = from; start < until; ) {
    const next = Math.min(until, meets[heap[0] as number] as number);
    if (cost <= best.cost) consider(start, cost, latest, best);
    cost += slope * (next - start);
    start = next;
    if (start === until) break;
    for (let edge = heap[0] as number; (meets[edge] as number) <= start; edge = heap[0] as number) {
      const i = (at[edge] as number) + 1;
      slope += (steps[edge] as number) * ((micros[i] as number) - (micros[i - 1] as number));
      meets[edge] = (ends[i] as number) - (offsets[edge] as number);
      at[edge] = i;
      sink(heap, meets, 0);
    }
  }
  consider(until, cost, latest, best);
}

/** For each edge of the load: the interval it lies in, the start at which it leaves that, its part of the slope. */
function edgesAt(horizon: Horizon, { offsets, weights }: Load, from: number, until: number) {
  const at = new Int32Array(offsets.length);
  const meets = new Int32Array(offsets.length);
  const steps = new Float64Array(offsets.length);
  const heap = new Int32Array(offsets.length);
  for (let edge = 0; edge < offsets.length; edge++) {
    const offset = offsets[edge] as number;
    const i = indexAt(horizon, from + offset);
    at[edge] = i;
    meets[edge] = (horizon.ends[i] ?? until + offset) - offset;
    steps[edge] = (weights[edge - 1] ?? 0) - (weights[edge] ?? 0);
    heap[edge] = edge;
  }
  for (let place = heap.length >> 1; place >= 0; place--) sink(heap, meets, place);
  return { at, meets, steps, heap };
}

/** Moves the edge at a place of the heap below those that meet something earlier. */
function sink(heap: Int32Array, meets: Int32Array, place: number): void {
  const edge = heap[place] as number;
  const meet = meets[edge] as number;
  for (let below = 2 * place + 1; below < heap.length; below = 2 * place + 1) {
    const other = below + 1;
    if (other < heap.length && (meets[heap[other] as number] as number) < (meets[heap[below] as number] as number))
      below++;
    const least = heap[below] as number;
    if ((meets[least] as number) >= meet) break;
    heap[place] = least;
    place = below;
  }
  heap[place] = edge;
}

/** Price x minutes x weight of a load in micro-units; `null` when a price is unknown. */
export function amountOf(horizon: Horizon, { offsets, weights }: Load, start: number): number | null {
  let sum = 0;
  for (let phase = 0; phase < weights.length; phase++) {
    const amount = amountBetween(horizon, start + (offsets[phase] as number), start + (offsets[phase + 1] as number));
    if (amount === null) return null;
    sum += amount * (weights[phase] as number);
  }
  return sum;
}

function consider(start: number, cost: number, latest: boolean, best: Best): void {
  if (cost > best.cost || (cost === best.cost && !latest)) return;
  best.start = start;
  best.cost = cost;
}
