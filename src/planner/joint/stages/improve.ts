import { capsOf } from '../../house/peak-terms.ts';
import type { HouseClaim } from '../../house/types.ts';
import type { Work } from '../../work.ts';
import { type HouseTry, isBetter, tryOf } from '../house-try.ts';
import { plannedAgain } from '../planned-again.ts';
import { recapped } from '../recapped.ts';
import type { HouseSearch, HouseTurn } from '../search.ts';

/** Rounds in which each device is planned again; most end with the second. */
const ROUNDS = 8;
/** Times that a device is planned again, in all rounds together. */
export const MAX_REPLANS = 160;
/** Planner calls that planning a device again with its stores is worth. */
export const CALLS_PER_REPLAN = 10;

/**
 * Devices are planned again one after the other, with the stores planned anew for each try, until none of them saves money.
 */
export function* improve(house: HouseSearch, from: HouseTry, movable: readonly HouseClaim[]): Work<HouseTry> {
  let best = from;
  let left = MAX_REPLANS;
  for (let round = 0; round < ROUNDS; round++) {
    let better = best;
    for (const claim of movable) {
      if (left-- <= 0) break;
      const next = yield* plannedAgain(house, better, claim, 0);
      if (isBetter(next, better)) better = next;
      yield CALLS_PER_REPLAN;
    }
    if (better === best) break;
    best = yield* belowBestCap(house, better.turns);
    yield CALLS_PER_REPLAN;
  }
  return best;
}

/** Each device gets the times that it prefers, among those that cost the house the same. */
export function* preferring(house: HouseSearch, from: HouseTry, movable: readonly HouseClaim[]): Work<HouseTry> {
  let best = from;
  for (const claim of movable.slice(0, MAX_REPLANS)) {
    const { turns: others } = yield* plannedAgain(house, best, claim);
    const found = others.find((turn) => turn.claim === claim) as HouseTurn;
    const turns = best.turns.map((turn) => (turn.claim === claim ? found : turn));
    const next = tryOf(house, turns, best.capKw);
    const [now, then] = [best, next].map(({ turns }) => startOf(turns, claim)) as [number, number];
    const isPreferred = claim.demand.prefer === 'latest' ? then > now : then < now;
    if (isPreferred && !isBetter(best, next)) best = next;
    yield CALLS_PER_REPLAN;
  }
  return best;
}

const startOf = (turns: readonly HouseTurn[], claim: HouseClaim): number =>
  turns.find((turn) => turn.claim === claim)?.plan.runs[0]?.start ?? 0;

/** Plans of all devices, below the cap on the peak that is best for them. */
export function* belowBestCap(house: HouseSearch, turns: readonly HouseTurn[]): Work<HouseTry> {
  const uncapped = tryOf(house, turns, Number.POSITIVE_INFINITY);
  return yield* recapped(house, uncapped, house.peak ? capsOf(house.peak, uncapped.reckoning.peakKw) : []);
}
