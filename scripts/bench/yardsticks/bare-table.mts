import type { Priced } from './bare-window.mts';

/** Prices by the minute, and what is asked of them. */
export interface Minutes {
  readonly prices: Float64Array;
  readonly need: number;
}

export const minutesOf = (spans: readonly Priced[], need: number): Minutes => ({
  prices: Float64Array.from(spans.flatMap(({ start, end, price }) => Array<number>((end - start) / 60).fill(price))),
  need,
});

/**
 * What a need in pieces costs at the least, by the plainest table: each minute runs or not, by how many have run. It knows
 * neither starts nor shortest runs nor pauses, and takes the memory that a table by the minute takes.
 */
export function bareTable({ prices, need }: Minutes): number {
  const width = need + 1;
  const least = new Float64Array((prices.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let minute = 0; minute < prices.length; minute++) {
    const [row, next] = [minute * width, (minute + 1) * width];
    least[next] = 0;
    for (let ran = 1; ran <= need; ran++) {
      const on = (least[row + ran - 1] as number) + (prices[minute] as number);
      least[next + ran] = Math.min(least[row + ran] as number, on);
    }
  }
  return least.at(-1) as number;
}
