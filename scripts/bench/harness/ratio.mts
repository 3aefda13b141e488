/** Milliseconds that one run took, as it has measured them itself. */
export type Measure = () => number | Promise<number>;

/** How long ours takes beside a yardstick: medians of all rounds. */
export interface Ratio {
  readonly times: number;
  /** Milliseconds of ours, on this machine. */
  readonly ms: number;
}

export interface Patience {
  /** Rounds at most, after one that does not count. */
  readonly rounds?: number;
  /** None but the first three begins after rounds that took so many seconds. */
  readonly seconds?: number;
}

const LEAST_ROUNDS = 3;

/**
 * Runs both in turn, the other one first in every second round, and takes the median of the rounds' ratios: what the machine does
 * besides falls on both sides of a round, or makes an outlier, which no median minds.
 */
export async function ratioOf(
  ours: Measure,
  yardstick: Measure,
  { rounds = 151, seconds = 0.8 }: Patience = {},
): Promise<Ratio> {
  const taken: (readonly [ours: number, yardstick: number])[] = [];
  await inTurn(ours, yardstick);
  for (let spent = 0; taken.length < LEAST_ROUNDS || (taken.length < rounds && spent < 1000 * seconds); ) {
    const [first, second] = taken.length % 2 ? [yardstick, ours] : [ours, yardstick];
    const [one, other] = await inTurn(first, second);
    taken.push(first === ours ? [one, other] : [other, one]);
    spent += one + other;
  }
  return { times: median(taken.map(([own, bare]) => own / bare)), ms: median(taken.map(([own]) => own)) };
}

async function inTurn(first: Measure, second: Measure): Promise<readonly [number, number]> {
  const one = await first();
  return [one, await second()];
}

/** The middle value; of an even number the mean of the two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * How far the median of so many values may be from that of all there could be, as a share of it: the notch of a box plot, which
 * 19 of 20 are within.
 */
export const doubtOf = (values: readonly number[]): number =>
  (1.57 * (quantile(values, 0.75) - quantile(values, 0.25))) / Math.sqrt(values.length) / Math.abs(median(values));

/** The value below which a share of all lies, between two of them by their distance; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (rank - Math.floor(rank)) * (above - below);
}
