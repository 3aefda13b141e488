import type { Blocked } from '../bounds.ts';
import type { Stretch } from '../stretches.ts';
import type { UnixSeconds } from '../types.ts';
import { finish, unpaused, type Work } from '../work.ts';
import type { Taken } from './order.ts';
import type { MeteredSpan } from './peak.ts';
import { capsOf, capWithin, type PeakTerms } from './peak-terms.ts';

/** A plan as it is weighed where peaks are charged for. */
export interface WeighedTry {
  /** Of a need; nothing is missed for a peak. */
  readonly missed: number;
  /** The highest window. */
  readonly kw: number;
  /** All money, that for the peak included. */
  readonly money: number;
}

/** Float noise of money, and of power. */
const NOISE = { money: 1e-9, kw: 1e-6 };
/** Rounds in which the caps beside the best one come nearer to it, each by so much. */
const COARSE = { rounds: 2, by: 3 };
/** To a hundredth of the way between two caps that the charge suggests. */
const FINE = { rounds: 7, by: 2 };

/**
 * The best of what is planned below caps on a window: without one, with those that the charge suggests, and nearer to the
 * best of them. Of equals the first.
 *
 * @param ownKw the highest window whatever is planned: no cap below it is of any use.
 * @param more caps to try, as the one that the last plan keeps.
 * @param isQuick a try takes next to nothing: many are made.
 */
export function* capSearch<Of extends WeighedTry>(
  peak: PeakTerms,
  attempt: (capKw: number) => Work<Of>,
  ownKw: number,
  more: readonly number[],
  isQuick = false,
): Work<Of> {
  const uncapped = yield* attempt(Number.POSITIVE_INFINITY);
  let [best, bestCap] = [uncapped, uncapped.kw];
  const tried = new Set<number>();
  function* consider(cap: number): Work<void> {
    const capKw = Math.max(cap, ownKw);
    if (capKw >= uncapped.kw - NOISE.kw || tried.has(capKw)) return;
    tried.add(capKw);
    const next = yield* attempt(capKw);
    if (isBetterWeighed(next, best)) [best, bestCap] = [next, capKw];
  }
  for (const cap of [...more, ...capsOf(peak, uncapped.kw)]) yield* consider(cap);
  let step = (uncapped.kw - ownKw) / 4;
  const { rounds, by: share } = isQuick ? FINE : COARSE;
  for (let round = 0; round < rounds && tried.size > 0 && !peak.rule.steps; round++) {
    step /= share;
    // Below a cap that cannot be kept others are hidden: they lie about what it comes to.
    const centres = isQuick ? [bestCap, best.kw] : [Math.min(bestCap, best.kw)];
    for (const from of centres) for (const by of [-step, step]) yield* consider(from + by);
  }
  return best;
}

/** `capSearch` without a pause. */
export const bestBelowCaps = <Of extends WeighedTry>(
  peak: PeakTerms,
  attempt: (capKw: number) => Of,
  ownKw: number,
  more: readonly number[],
  isQuick: boolean,
): Of => finish(capSearch(peak, unpaused(attempt), ownKw, more, isQuick));

const isBetterWeighed = (one: WeighedTry, other: WeighedTry) =>
  one.missed < other.missed || (one.missed === other.missed && one.money < other.money - NOISE.money);

/** The times at which a load finds no room below a cap, beside what the house takes. */
export function blockedAbove(peak: PeakTerms, net: readonly Taken[], now: UnixSeconds, capKw: number): Blocked {
  const rooms = net.map(({ start, end, kw }) => ({
    from: Math.floor(start / 60),
    until: Math.ceil(end / 60),
    kw: capWithin(peak, start, now, capKw) - kw + NOISE.kw,
  }));
  return (kw) => {
    const stretches: Stretch[] = [];
    for (const room of rooms) {
      if (kw <= room.kw) continue;
      const last = stretches.at(-1);
      if (last && last.until >= room.from) stretches[stretches.length - 1] = { from: last.from, until: room.until };
      else stretches.push({ from: room.from, until: room.until });
    }
    return stretches;
  };
}

/** What a house buys and sells without what is planned, by the peaks that it is charged for. */
export interface NetPeak {
  readonly terms: PeakTerms;
  readonly net: readonly MeteredSpan[];
}
