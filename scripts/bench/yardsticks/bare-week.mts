/** The mean price of each quarter hour of a week: the least that a forecast can be. */
export function bareWeek(prices: readonly { readonly start: number; readonly price: number }[]): Float64Array {
  const sums = new Float64Array(96 * 7);
  const counts = new Float64Array(96 * 7);
  for (const { start, price } of prices) {
    const slot = (start / 900) % sums.length;
    sums[slot] = (sums[slot] as number) + price;
    counts[slot] = (counts[slot] as number) + 1;
  }
  return sums.map((sum, slot) => sum / (counts[slot] || 1));
}
