import { amountBetween, horizonOf, indexAt, meanPrice } from './horizon.ts';
import { type Stretch, stretchesOf, without } from './stretches.ts';
import type { Horizon, Plan, PricedSpan, Run } from './types.ts';

const DAY = 1440;
/** Days before and after within which the same time of day is looked for. */
const DAYS = 8;

/**
 * The horizon with a price in each gap of a stretch: the expected one, else that of the same time on the nearest day, else
 * the mean of all.
 * @param takenAs the price that a plan goes by instead
 */
export function estimated(horizon: Horizon, stretch: Stretch, takenAs = (price: number) => price): Horizon {
  const { spans, sense } = horizon;
  const expected = gapsIn(horizon, stretch).flatMap((gap) => expectedIn(horizon, gap));
  const known = expected.length === 0 ? horizon : horizonOf(sorted([...spans, ...expected]), sense);
  const gaps = known.spans.length === 0 ? [] : gapsIn(known, stretch);
  const filled = gaps.flatMap((gap) =>
    piecesOf(known, gap).map(({ from, until }) => ({
      start: 60 * from,
      end: 60 * until,
      price: priceAt(known, from),
    })),
  );
  if (expected.length + filled.length === 0) return horizon;
  const estimates = [...expected, ...filled].map((span) => ({ ...span, price: takenAs(span.price) }));
  return horizonOf(sorted([...spans, ...estimates]), sense);
}

/** The same, but dearer by more than all others together can save, so that a best plan takes as few of these minutes as it can. */
export function avoided(horizon: Horizon, stretch: Stretch): Horizon {
  if (gapsIn(horizon, stretch).length === 0) return horizon;
  const { micros, byPrice, sense } = horizon;
  const range = (micros[byPrice.at(-1) ?? 0] ?? 0) - (micros[byPrice[0] ?? 0] ?? 0);
  const surcharge = (1 + range * (stretch.until - stretch.from)) / 1e6;
  return estimated(horizon, stretch, (price) => price + (sense === 'cost' ? surcharge : -surcharge));
}

/** What a plan that goes by estimates will probably cost, or earn; `undefined` of any other. */
export function expectedCostOf({ runs, cost, outcome }: Plan, horizon: Horizon): number | undefined {
  if (cost !== null || outcome.kind !== 'provisional' || outcome.estimatedUntil === undefined) return undefined;
  return runs.reduce((sum, run) => sum + (run.cost ?? run.energyKwh * expectedPriceIn(horizon, run)), 0);
}

function expectedPriceIn(horizon: Horizon, { start, end }: Run): number {
  const { spans } = estimated(horizon, { from: start / 60, until: end / 60 });
  const inside = spans.filter((span) => span.start < end && span.end > start);
  return meanPrice(
    inside.map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) })),
  );
}

/** The stretches without a price inside one. */
export function gapsIn(horizon: Horizon, stretch: Stretch): Stretch[] {
  if (amountBetween(horizon, stretch.from, stretch.until) !== null) return [];
  return without([stretch], stretchesOf(horizon, stretch, Number.POSITIVE_INFINITY));
}

/** The expected prices of a gap. */
function expectedIn({ expected }: Horizon, gap: Stretch): PricedSpan[] {
  return expected.flatMap(({ start, end, price }) => {
    const [from, until] = [Math.max(start, 60 * gap.from), Math.min(end, 60 * gap.until)];
    return from < until ? [{ start: from, end: until, price }] : [];
  });
}

const sorted = (spans: PricedSpan[]) => spans.sort((a, b) => a.start - b.start);

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
  return meanPrice(horizon.spans);
}
