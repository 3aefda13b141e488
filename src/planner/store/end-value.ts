import { type Curve, clipped } from './curves/curve.ts';
import { stagesOf } from './cut.ts';
import { paidOver } from './moves.ts';
import { type StoreTerms, termsOf } from './terms.ts';
import type { Slot, Store } from './types.ts';

const DAY = 86_400;

/** What is to be paid after the last slot by what is stored then: the more is stored, the less the next kWh saves. */
export function endCurve(store: Store, terms: StoreTerms, slots: readonly Slot[]): Curve {
  const { leastKwh, mostKwh } = terms;
  if (store.endValue) return clipped(given(store.endValue), leastKwh, mostKwh) ?? level(leastKwh, mostKwh);
  if (store.maxDischargeKw === 0) return level(leastKwh, mostKwh);
  return stretched(lastDay(store, terms, slots), leastKwh, mostKwh);
}

const level = (from: number, until: number): Curve => ({ from, until, value: 0, slopes: [0], lengths: [until - from] });

function given(endValue: NonNullable<Store['endValue']>): Curve {
  return {
    from: 0,
    until: Number.POSITIVE_INFINITY,
    value: 0,
    slopes: [...endValue.map(({ perKwh }) => -perKwh || 0), 0],
    lengths: [...endValue.map(({ kwh }) => kwh), Number.POSITIVE_INFINITY],
  };
}

/** What the last day would cost once more, after which nothing that is stored counts. */
function lastDay(store: Store, { minKwh, maxKwh }: StoreTerms, slots: readonly Slot[]): Curve {
  const from = (slots.at(-1)?.end ?? 0) - DAY;
  const inside = { ...store, goals: [], storedKwh: minKwh };
  const day = stagesOf(slots, inside, from);
  return paidOver(day, { ...termsOf(inside, slots), limitWeight: 0 }, level(minKwh, maxKwh));
}

/** A curve with its first and its last slope carried on. */
function stretched({ from, until, value, slopes, lengths }: Curve, least: number, most: number): Curve {
  const first = slopes[0] ?? 0;
  return {
    from: least,
    until: most,
    value: value - first * (from - least),
    slopes: [first, ...slopes, slopes.at(-1) ?? 0],
    lengths: [from - least, ...lengths, most - until],
  };
}
