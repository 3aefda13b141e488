import { amountBetween, horizonOf, indexAt } from './horizon.ts';
import { type Stretch, stretchesOf, without } from './stretches.ts';
import type { Horizon } from './types.ts';

const DAY = 1440;
/** Days before and after within which the same time of day is looked for. */
const DAYS = 8;

/**
 * The horizon with a price in each gap of a stretch: that of the same time on the nearest day, else the mean of all. On
 * top of it comes more than all others together can save, so that a best plan takes as few of these minutes as it can.
 */
export function estimated(horizon: Horizon, stretch: Stretch): Horizon {
  const gaps = gapsIn(horizon, stretch);
  if (gaps.length === 0 || horizon.spans.length === 0) return horizon;
  const { micros, byPrice, sense, spans } = horizon;
  const range = (micros[byPrice.at(-1) as number] as number) - (micros[byPrice[0] as number] as number);
  const surcharge = (1 + range * (stretch.until - stretch.from)) / 1e6;
  const filled = gaps.flatMap((gap) =>
    piecesOf(horizon, gap).map(({ from, until }) => ({
      start: 60 * from,
      end: 60 * until,
      price: priceAt(horizon, from) + (sense === 'cost' ? surcharge : -surcharge),
    })),
  );
  return horizonOf(
    [...spans, ...filled].sort((a, b) => a.start - b.start),
    sense,
  );
}

/** The stretches without a price inside one. */
export function gapsIn(horizon: Horizon, stretch: Stretch): Stretch[] {
  if (stretch.from >= stretch.until || amountBetween(horizon, stretch.from, stretch.until) !== null) return [];
  return without([stretch], stretchesOf(horizon, stretch, Number.POSITIVE_INFINITY));
}

/** A gap, cut wherever its estimate may change. */
function piecesOf({ starts, ends }: Horizon, { from, until }: Stretch): Stretch[] {
  const edges = new Set([from, until]);
  for (const edge of [...starts, ...ends]) {
    const first = edge + DAY * Math.ceil((from - edge) / DAY);
    for (let at = first; at < until; at += DAY) edges.add(at);
  }
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(1).map((until, i) => ({ from: sorted[i] as number, until }));
}

function priceAt(horizon: Horizon, minute: number): number {
  for (let days = 1; days <= DAYS; days++) {
    for (const other of [minute - days * DAY, minute + days * DAY]) {
      const i = indexAt(horizon, other);
      if ((horizon.starts[i] ?? Number.POSITIVE_INFINITY) <= other) return horizon.spans[i]?.price ?? 0;
    }
  }
  return meanOf(horizon);
}

function meanOf({ spans }: Horizon): number {
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  return spans.reduce((sum, { start, end, price }) => sum + price * (end - start), 0) / seconds;
}
