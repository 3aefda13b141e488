import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The same draws for a seed every time. */
export interface Chance {
  /** In [0, 1). */
  share(): number;
  /** A whole number from 0 on. */
  below(limit: number): number;
  of<T>(all: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const below = (limit: number) => uniformInt(generator, 0, limit - 1);
  return {
    share: () => uniformFloat64(generator),
    below,
    of(all) {
      const [one] = all.slice(below(all.length));
      if (one === undefined) throw new Error('there is nothing to choose from');
      return one;
    },
  };
}
