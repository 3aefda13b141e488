/** The same numbers for a seed every time. */
export interface Chance {
  below(limit: number): number;
  of<T>(all: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  let state = seed * 2_654_435_761 + 12_345;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
  return {
    below,
    of(all) {
      const [one] = all.slice(below(all.length));
      if (one === undefined) throw new Error('there is nothing to choose from');
      return one;
    },
  };
}
