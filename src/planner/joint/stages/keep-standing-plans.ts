import type { Work } from '../../work.ts';
import { dearer, type HouseTry, isBetter } from '../house-try.ts';
import { type HouseSearch, type HouseTurn, timesOf } from '../search.ts';
import { belowBestCap, CALLS_PER_REPLAN } from './improve.ts';

/**
 * Keeps standing plans unless others save money: all of them if the whole house saves less than `worth` without them, and else those
 * of the devices whose new times save less than that.
 */
export function* keepStandingPlans(
  house: HouseSearch,
  found: HouseTry,
  standing: readonly HouseTurn[],
  worth: number,
): Work<HouseTry> {
  const withTurns = ({ turns }: HouseTry, others: readonly HouseTurn[]) =>
    belowBestCap(
      house,
      turns.map((turn) => others.find(({ claim }) => claim === turn.claim) ?? turn),
    );
  const isEnough = (saving: HouseTry, other: HouseTry) => isBetter(dearer(saving, worth), other);
  const stands = yield* withTurns(found, standing);
  yield CALLS_PER_REPLAN;
  if (!isEnough(found, stands)) return stands;
  let best = found;
  for (const turn of standing) {
    const present = best.turns.find(({ claim }) => claim === turn.claim) as HouseTurn;
    if (timesOf(present.plan) === timesOf(turn.plan)) continue;
    const next = yield* withTurns(best, [turn]);
    if (!isEnough(best, next)) best = next;
    yield CALLS_PER_REPLAN;
  }
  return best;
}
