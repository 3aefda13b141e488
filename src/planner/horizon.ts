import { checkChoice, checkList, checkObject, isMilliseconds, shown } from './arguments.ts';
import type { Horizon, PricedSpan, UnixSeconds } from './types.ts';

/**
 * Checks prices and prepares them for any number of plans. Prices count in whole micro-units, so that float noise
 * breaks no tie.
 *
 * @param spans sorted by time, on whole minutes, without overlap; what lies between two of them is unknown
 * @param sense `cost` finds the cheapest plan, `revenue` the one that earns most
 * @param expected what estimates go by where no price is known
 * @param gains how much less than an estimate a plan costs that can wait 1, 2, … days, per kWh
 * @throws RangeError naming the interval that is not so
 */
export function horizonOf(
  spans: readonly PricedSpan[],
  sense: Horizon['sense'] = 'cost',
  expected: readonly PricedSpan[] = [],
  gains: readonly number[] = [],
): Horizon {
  checkList('prices', spans);
  checkChoice('sense', sense, ['cost', 'revenue']);
  checkList('expected', expected);
  for (let i = 0; i < spans.length; i++) checkSpan(spans[i] as PricedSpan, spans[i - 1], i);
  const merged = mergeEqual(spans);
  const count = merged.length;
  const [starts, ends, gaps] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [micros, sums] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const { start, end, price } = merged[i] as PricedSpan;
    starts[i] = start / 60;
    ends[i] = end / 60;
    micros[i] = microsOf(price, sense);
    if (i > 0) sums[i] = (sums[i - 1] as number) + (micros[i - 1] as number) * minutesOf(merged[i - 1] as PricedSpan);
  }
  for (let i = count - 1; i >= 0; i--) gaps[i] = (ends[i] === starts[i + 1] ? gaps[i + 1] : ends[i]) as number;
  let byPrice: Uint32Array | undefined;
  return {
    ...{ sense, spans: merged, sums, micros, starts, ends, gaps, expected, gains },
    // Most plans ask for none of it, and it takes as long as all the rest.
    get byPrice() {
      byPrice ??= Uint32Array.from(micros.keys()).sort(
        (a, b) => (micros[a] as number) - (micros[b] as number) || a - b,
      );
      return byPrice;
    },
  };
}

/** True if both have the same prices, known and expected. */
export const isSameHorizon = (one: Horizon, other: Horizon): boolean =>
  one.sense === other.sense && isSameSpans(one.spans, other.spans) && isSameSpans(one.expected, other.expected);

export const isSameSpans = (spans: readonly PricedSpan[], others: readonly PricedSpan[]): boolean =>
  spans.length === others.length &&
  spans.every(({ start, end, price }, i) => {
    const other = others[i];
    return other?.start === start && other.end === end && other.price === price;
  });

const minutesOf = ({ start, end }: PricedSpan) => (end - start) / 60;

/** The mean price of intervals, each by its length; `NaN` of none. */
export function meanPrice(spans: readonly PricedSpan[]): number {
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  return spans.reduce((sum, { start, end, price }) => sum + price * (end - start), 0) / seconds;
}

/** A price in the units and the sign of `Horizon.micros`. */
export function microsOf(price: number, sense: Horizon['sense']): number {
  return (sense === 'cost' ? 1 : -1) * Math.round(price * 1e6) || 0;
}

/** The index of the first interval that ends after `minute`; the number of intervals when none does. */
export function indexAt({ ends }: Horizon, minute: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) > minute) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Price x minutes from one minute to another in micro-units x minutes; `null` when a price between them is unknown. */
export function amountBetween(horizon: Horizon, from: number, until: number): number | null {
  if (from >= until) return 0;
  const first = indexAt(horizon, from);
  const start = horizon.starts[first];
  if (start === undefined || start > from || (horizon.gaps[first] as number) < until) return null;
  return sumUntil(horizon, indexAt(horizon, until - 1), until) - sumUntil(horizon, first, from);
}

/** The same for so many minutes from each of some minutes, the earliest first; infinite where a price is unknown. */
export function amountsFrom(horizon: Horizon, froms: Int32Array, minutes: number): Float64Array {
  const { starts, ends, gaps } = horizon;
  const amounts = new Float64Array(froms.length);
  let [first, last] = [0, 0];
  for (let i = 0; i < froms.length; i++) {
    const from = froms[i] as number;
    while ((ends[first] as number) <= from) first++;
    while ((ends[last] as number) < from + minutes) last++;
    const isKnown = (starts[first] as number) <= from && (gaps[first] as number) >= from + minutes;
    amounts[i] = isKnown
      ? sumUntil(horizon, last, from + minutes) - sumUntil(horizon, first, from)
      : Number.POSITIVE_INFINITY;
  }
  return amounts;
}

function sumUntil({ sums, micros, starts }: Horizon, i: number, minute: number): number {
  return (sums[i] as number) + (micros[i] as number) * (minute - (starts[i] as number));
}

function checkSpan(span: PricedSpan, before: PricedSpan | undefined, i: number): void {
  // The name is built for a wrong interval only: horizons are built very often.
  if (typeof span !== 'object' || span === null) checkObject(`prices[${i}]`, span, '{ start, end, price }');
  const problem = problemOf(span, before);
  if (problem) throw new RangeError(`prices[${i}] (${iso(span.start)} to ${iso(span.end)}): ${problem}`);
}

function problemOf(span: PricedSpan, before: PricedSpan | undefined): string | undefined {
  if (!Number.isFinite(span.price)) return `the price must be a finite number, got ${shown(span.price)}`;
  if (!isMinute(span.start) || !isMinute(span.end)) {
    const allowed = 'both ends must be UNIX seconds on a whole minute';
    return [span.start, span.end].some(isMilliseconds) ? `${allowed}; these are milliseconds` : allowed;
  }
  if (span.end <= span.start) return 'the end must be after the start';
  if (!before || before.end <= span.start) return undefined;
  if (before.start === span.start) return 'the interval before starts at the same time';
  return before.start > span.start ? 'intervals must be sorted by time' : 'it overlaps the interval before';
}

/** Minutes since the epoch are kept as 32-bit integers. */
const isMinute = (instant: UnixSeconds) => instant % 60 === 0 && Math.abs(instant / 60) < 2 ** 31;

function mergeEqual(spans: readonly PricedSpan[]): PricedSpan[] {
  const merged: PricedSpan[] = [];
  for (const { start, end, price } of spans) {
    const last = merged.at(-1);
    const continues = last?.end === start && microsOf(last.price, 'cost') === microsOf(price, 'cost');
    if (last && continues) merged[merged.length - 1] = { ...last, end };
    else merged.push({ start, end, price });
  }
  return merged;
}

function iso(instant: UnixSeconds): string {
  return Number.isFinite(instant) ? new Date(instant * 1000).toISOString() : String(instant);
}
