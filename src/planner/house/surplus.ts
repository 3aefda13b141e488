import { horizonOf } from '../horizon.ts';
import type { Horizon, PricedSpan, TimeSpan } from '../types.ts';
import type { Taken } from './order.ts';

/** The sun of a site that is left over its load, in kW; where no stretch is, there is none. */
export interface Surplus extends TimeSpan {
  readonly kw: number;
  /** What may be fed in of it: the rest is lost unless somebody takes it. */
  readonly exportKw?: number;
}

/** What is left when loads have taken of it, cut where one begins or ends. */
export const leftOf = (surplus: readonly Surplus[], loads: readonly Taken[]): Surplus[] =>
  withLoads(surplus, loads, -1).filter(({ kw }) => kw > NOISE);

/** Power with what loads add to it, or with `sign` take from it, cut where one begins or ends. */
export function withLoads<Of extends Taken>(spans: readonly Of[], loads: readonly Taken[], sign: 1 | -1 = 1): Of[] {
  if (loads.length === 0) return [...spans];
  const pieces = cutAtEdges(spans, edgesIn(loads));
  const powers = pieces.map(({ kw }) => kw);
  for (const { start, end, kw } of loads)
    for (let i = firstFrom(pieces, start); (pieces[i]?.end ?? end + 1) <= end; i++)
      powers[i] = (powers[i] as number) + sign * kw;
  return pieces.map((piece, i) => ({ ...piece, kw: powers[i] as number }));
}

/** The index of the first span that starts at or after an instant. */
function firstFrom(spans: readonly TimeSpan[], instant: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as TimeSpan).start < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Prices as a load of so many kW pays them: of the surplus what that would have brought, the rest is bought. What is not
 * sold for anything brings nothing, and what would be lost is taken first.
 */
export function sunnyHorizon(
  { spans, expected, sense, gains }: Horizon,
  surplus: readonly Surplus[],
  feedin: readonly PricedSpan[],
  kw: number,
): Horizon {
  const edges = edgesIn([...surplus, ...feedin]);
  const priced = (prices: readonly PricedSpan[]): PricedSpan[] => {
    const [sun, sale] = [walker(surplus), walker(feedin)];
    return cutAtEdges(prices, edges).map((piece) => {
      const { kw: left, exportKw = left } = sun(piece.start) ?? { kw: 0 };
      const taken = Math.min(kw, left);
      if (taken === 0) return piece;
      const sold = Math.max(0, taken - Math.max(0, left - exportKw));
      const brings = sale(piece.start)?.price ?? 0;
      return { ...piece, price: (sold * brings + (kw - taken) * piece.price) / kw };
    });
  };
  return horizonOf(priced(spans), sense, priced(expected), gains);
}

/** kWh that loads take of a surplus. */
export const takenOf = (surplus: readonly Surplus[], loads: readonly Taken[]): number =>
  loads.reduce(
    (sum, load) =>
      surplus.reduce((kwh, { start, end, kw }) => {
        const seconds = Math.min(end, load.end) - Math.max(start, load.start);
        return seconds > 0 ? kwh + (Math.min(kw, load.kw) * seconds) / 3600 : kwh;
      }, sum),
    0,
  );

/** Float noise of power. */
const NOISE = 1e-9;

/** The instants at which spans begin and end, in order; those that several share may be repeated. */
export function edgesIn(spans: readonly TimeSpan[]): number[] {
  const edges: number[] = [];
  for (const { start, end } of spans) {
    if (edges.at(-1) !== start) edges.push(start);
    edges.push(end);
  }
  return edges.sort((a, b) => a - b);
}

/** Stretches cut at edges, both in order of time. */
export function cutAtEdges<Of extends TimeSpan>(spans: readonly Of[], edges: readonly number[]): Of[] {
  const pieces: Of[] = [];
  let i = 0;
  for (const span of spans) {
    let { start } = span;
    for (; (edges[i] ?? span.end) < span.end; i++) {
      const edge = edges[i] as number;
      if (edge <= start) continue;
      pieces.push({ ...span, start, end: edge });
      start = edge;
    }
    pieces.push(start === span.start ? span : { ...span, start });
  }
  return pieces;
}

/** The stretch at a time, asked for in order of time. */
export function walker<Of extends TimeSpan>(spans: readonly Of[]): (at: number) => Of | undefined {
  let i = 0;
  return (at) => {
    while ((spans[i]?.end ?? at + 1) <= at) i++;
    const span = spans[i];
    return span && span.start <= at ? span : undefined;
  };
}
