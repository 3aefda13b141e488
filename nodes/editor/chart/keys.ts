import type { Bar } from './bars.ts';

/** Steps of the keys along the bars. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The bar that `key` leads to from `bar`; `undefined` where it leads nowhere. */
export function barBeside(bars: readonly Bar[], bar: Bar | undefined, key: string): Bar | undefined {
  const step = steps[key];
  if (step === undefined) return undefined;
  const index = bar ? bars.indexOf(bar) : 0;
  return bars[Math.min(bars.length - 1, Math.max(0, index + step))];
}
