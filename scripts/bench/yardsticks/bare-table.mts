import type { Priced } from './bare-window.mts';

/** Prices by the minute, what is asked of them, and room for the table: to be given fresh memory takes longer than all the rest, or nothing. */
export interface Minutes {
  readonly prices: Float64Array;
  readonly need: number;
  readonly table: Float64Array;
}

export function minutesOf(spans: readonly Priced[], need: number): Minutes {
  const prices = Float64Array.from(
    spans.flatMap(({ start, end, price }) => Array<number>((end - start) / 60).fill(price)),
  );
  return { prices, need, table: new Float64Array((prices.length + 1) * (need + 1)) };
}

/**
 * What a need in pieces costs at the least, by the plainest table: each minute runs or not, by how many have run. It knows
 * neither starts nor shortest runs nor pauses, and takes the memory that a table by the minute takes.
 */
export function bareTable({ prices, need, table }: Minutes): number {
  const width = need + 1;
  const least = table.fill(Number.POSITIVE_INFINITY);
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
