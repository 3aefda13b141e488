import type { Work } from '../work.ts';
import { bestTry, type HouseTry, tryOf } from './house-try.ts';
import type { HouseSearch } from './search.ts';

/** Rounds in which the caps beside the best one come nearer to it. */
const ROUNDS = 5;

/** Searches the cap on peaks with which the same plans of the devices cost least. The search can be paused after each cap. */
export function* recapped(house: HouseSearch, from: HouseTry, caps: readonly number[]): Work<HouseTry> {
  const [least = 0, ...others] = caps.toSorted((a, b) => a - b);
  if (caps.length === 0) return from;
  let best = yield* bestOf(from, caps);
  let step = Math.max(from.reckoning.peakKw, others.at(-1) ?? least) - least;
  for (let round = 0; round < ROUNDS; round++) {
    step /= 3;
    const around = [-step, step].map((by) => Math.min(best.capKw, best.reckoning.peakKw) + by);
    best = yield* bestOf(
      best,
      around.filter((capKw) => capKw > 0),
    );
  }
  return best;

  function* bestOf(first: HouseTry, tried: readonly number[]): Work<HouseTry> {
    let lowest = first;
    for (const capKw of tried) {
      lowest = bestTry([lowest, tryOf(house, from.turns, capKw)]);
      yield 0;
    }
    return lowest;
  }
}
