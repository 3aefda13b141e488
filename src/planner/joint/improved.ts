import type { Offers } from '../house/marginal.ts';
import type { HouseClaim } from '../house/types.ts';
import { type Ground, withOffers } from './ground.ts';
import { bestTry, type HouseTry, isBetter, tryOf } from './house-try.ts';
import { nextOf } from './next-device.ts';
import type { HouseSearch } from './search.ts';

/** Starts of a run in one piece that are tried for each device that is planned again. */
const STARTS = 4;

/** Takes one device out and plans it again, then two of them, for as long as that helps. */
export function improved(house: HouseSearch, from: HouseTry, free: readonly HouseClaim[]): HouseTry {
  const pairs = free.flatMap((one) => free.flatMap((other) => (one === other ? [] : [[one, other]])));
  for (const again of [...free.map((claim) => [claim]), ...pairs]) {
    const better = plannedAgain(house, from, again);
    if (isBetter(better, from)) return improved(house, better, free);
  }
  return from;
}

/** The same with some devices planned again, in the order of `again`, where that saves more than `worth`. */
export function plannedAgain(house: HouseSearch, from: HouseTry, again: readonly HouseClaim[], worth = 0): HouseTry {
  const others = from.turns.filter(({ claim }) => !again.includes(claim));
  const last = again.at(-1);
  return again.reduce(
    (next, claim) => {
      const guides = again.length > 1 ? ([next.ground()] as const) : guidesFor(house, from, next);
      const starts = again.length > 1 ? 2 : STARTS;
      return nextOf(house, next, claim, guides, starts, claim === last ? from : undefined, worth);
    },
    tryOf(house, others, from.capKw),
  );
}

/** Stored energy is worth less without a load than with it: both are tried, and what is between. */
function guidesFor(house: HouseSearch, withIt: HouseTry, without: HouseTry): readonly [Ground, ...Ground[]] {
  const ground = without.ground();
  const { offers } = withIt.ground();
  const between: Offers = (at) => {
    const others = ground.offers(at);
    return offers(at).map((offer, i) => {
      const other = others[i] ?? offer;
      return { perKwh: (offer.perKwh + other.perKwh) / 2, kw: (offer.kw + other.kw) / 2 };
    });
  };
  return [ground, withOffers(house, ground, offers), withOffers(house, ground, between)];
}

/** Rounds in which the caps beside the best one come nearer to it. */
const ROUNDS = 5;

/** The same devices with the cap on peaks that is best for them. */
export function recapped(house: HouseSearch, from: HouseTry, caps: readonly number[]): HouseTry {
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
