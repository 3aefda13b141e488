import { type ComponentName, componentNames } from '../../../src/core/components.ts';
import type { Span } from '../../../src/core/time.ts';
import type { ExpectedEntry, PriceEntry } from '../../../src/messages/series.ts';
import { secondsOf } from '../common/times.ts';

/** One component of a bar, or all of it where the price came as a total alone. */
type PartName = ComponentName | 'total';

interface Part<Name = PartName> {
  readonly name: Name;
  readonly value: number;
  /** Its place in the stack. */
  readonly low: number;
  readonly high: number;
}

/** One interval: what is above zero is stacked upwards from there, what is below it downwards. */
export interface Bar extends Span {
  readonly total: number;
  readonly parts: readonly Part[];
  /** Of a price that is only expected, which has no parts. */
  readonly band?: { readonly low: number; readonly high: number };
}

export const barsOf = (prices: readonly PriceEntry[]): Bar[] =>
  prices.map((price) => ({
    start: secondsOf(price.start),
    end: secondsOf(price.end),
    total: price.total,
    parts: stacked(valuesOf(price)),
  }));

export const expectedBars = (forecast: readonly ExpectedEntry[]): Bar[] =>
  forecast.map(({ start, end, total, low, high }) => ({
    start: secondsOf(start),
    end: secondsOf(end),
    total,
    parts: [],
    band: { low, high },
  }));

/** Values above zero are stacked upwards from there, those below it downwards. */
export function stacked<Name>(values: readonly { readonly name: Name; readonly value: number }[]): Part<Name>[] {
  let above = 0;
  let below = 0;
  return values.map(({ name, value }) => {
    const from = value < 0 ? below : above;
    const to = from + value;
    if (value < 0) below = to;
    else above = to;
    return { name, value, low: Math.min(from, to), high: Math.max(from, to) };
  });
}

function valuesOf(price: PriceEntry): { readonly name: PartName; readonly value: number }[] {
  const known = componentNames.flatMap((name) => {
    const value = price[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return known.length > 0 ? known : [{ name: 'total', value: price.total }];
}

/** The parts that at least one of the bars has, in the order of the stack. */
export const partNames = (bars: readonly Bar[]): PartName[] =>
  ([...componentNames, 'total'] as const).filter((name) =>
    bars.some(({ parts }) => parts.some((p) => p.name === name)),
  );

/** Lowest and highest price to show; zero is always in between, and a flat line has some room around it. */
export function extent(bars: readonly Bar[], line: readonly Bar[]): readonly [low: number, high: number] {
  const ends = bars.flatMap(({ parts, band }) =>
    [...parts, ...(band ? [band] : [])].flatMap(({ low, high }) => [low, high]),
  );
  const totals = line.map(({ total }) => total);
  const low = Math.min(0, ...ends, ...totals);
  const high = Math.max(0, ...ends, ...totals);
  const room = (high - low) * 0.06 || 0.01;
  return [low < 0 ? low - room : 0, high + room];
}
