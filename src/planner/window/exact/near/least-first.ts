/**
 * The cheapest of points that join one after another and leave in the same order: of those in the queue each costs more
 * than all before it, as what joined before something cheaper is never the cheapest again.
 */
export interface LeastFirst {
  readonly costs: Float64Array;
  readonly queue: Int32Array;
  first: number;
  last: number;
}

export const NOBODY = -1;

export function leastFirst(costs: Float64Array): LeastFirst {
  return { costs, queue: new Int32Array(costs.length), first: 0, last: 0 };
}

export function join(line: LeastFirst, point: number): void {
  const { costs, queue, first } = line;
  const cost = costs[point] as number;
  while (line.last > first && (costs[queue[line.last - 1] as number] as number) >= cost) line.last--;
  queue[line.last++] = point;
}

/** The first in the queue; `NOBODY` when it is empty. */
export function head({ queue, first, last }: LeastFirst): number {
  return first < last ? (queue[first] as number) : NOBODY;
}
