import { type Offers, offersAlong } from '../house/marginal.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import { bestTry, type HouseTry, isBetterTry, tryOf } from './house-try.ts';
import { nextOf } from './in-order.ts';

/** Starts of a run in one piece that are tried for each device that is planned again. */
const STARTS = 4;

/** Takes one device out and plans it again, then two of them, for as long as that helps. */
export function improved(house: HouseTerms, from: HouseTry, free: readonly HouseClaim[]): HouseTry {
  const pairs = free.flatMap((one) => free.flatMap((other) => (one === other ? [] : [[one, other]])));
  for (const again of [...free.map((claim) => [claim]), ...pairs]) {
    const better = plannedAgain(house, from, again);
    if (isBetterTry(better, from)) return improved(house, better, free);
  }
  return from;
}

/** The same with some devices planned again, in the order of `again`, where that saves more than `worth`. */
export function plannedAgain(house: HouseTerms, from: HouseTry, again: readonly HouseClaim[], worth = 0): HouseTry {
  const others = from.turns.filter(({ claim }) => !again.includes(claim));
  const now = offersAlong(house.stores, from.reckoning.moves);
  const last = again.at(-1);
  return again.reduce(
    (next, claim) => {
      const without = offersAlong(house.stores, next.reckoning.moves);
      const guides = again.length > 1 ? ([without] as const) : guidesFor(now, without);
      const starts = again.length > 1 ? 2 : STARTS;
      return nextOf(house, next, claim, guides, starts, claim === last ? from : undefined, worth);
    },
    tryOf(house, others, from.capKw),
  );
}

/** Stored energy is worth less without a load than with it: both are tried, and what is between. */
const guidesFor = (withIt: Offers, without: Offers): readonly [Offers, ...Offers[]] => [
  without,
  withIt,
  (at) => {
    const others = without(at);
    return withIt(at).map((offer, i) => {
      const other = others[i] ?? offer;
      return { perKwh: (offer.perKwh + other.perKwh) / 2, kw: (offer.kw + other.kw) / 2 };
    });
  },
];

/** Rounds in which the caps beside the best one come nearer to it. */
const ROUNDS = 5;

/** The same devices with the cap on peaks that is best for them. */
export function recapped(house: HouseTerms, from: HouseTry, caps: readonly number[]): HouseTry {
  const [least = 0, ...others] = caps.toSorted((a, b) => a - b);
  if (caps.length === 0) return from;
  let best = bestTry([from, ...caps.map((capKw) => tryOf(house, from.turns, capKw))]);
  let step = Math.max(from.reckoning.peakKw, others.at(-1) ?? least) - least;
  for (let round = 0; round < ROUNDS; round++) {
    step /= 3;
    const around = [-step, step].map((by) => Math.min(best.capKw, best.reckoning.peakKw) + by);
    best = bestTry([best, ...around.filter((capKw) => capKw > 0).map((capKw) => tryOf(house, best.turns, capKw))]);
  }
  return best;
}
