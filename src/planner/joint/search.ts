import { offersAlong } from '../house/marginal.ts';
import { loadsOf } from '../house/order.ts';
import { cappedSlots, type Reckoning, reckoningOf } from '../house/reckoning.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Plan } from '../types.ts';
import { type Ground, groundIn } from './ground.ts';
import { remembered } from './remembered.ts';

/** A claim of a house with a plan for it. */
export interface HouseTurn {
  readonly claim: HouseClaim;
  readonly plan: Plan;
}

/** What comes of plans, and what they leave, which is worked out when it is first asked for. */
export interface Upshot {
  readonly reckoning: Reckoning;
  ground(): Ground;
}

/** A house for which plans are looked for, with what has been worked out already. */
export interface HouseSearch extends HouseTerms {
  /** It is the same in whatever order the plans were made. */
  upshotOf(turns: readonly HouseTurn[], capKw: number): Upshot;
}

export function searchIn(terms: HouseTerms): HouseSearch {
  const cappedTo = remembered((capKw: number) => cappedSlots(terms, capKw));
  const known = new Map<string, Upshot>();
  const placeOf = ({ claim }: HouseTurn) => terms.claims.indexOf(claim);
  const upshotOf = (turns: readonly HouseTurn[], capKw: number): Upshot => {
    const sorted = turns.toSorted((a, b) => placeOf(a) - placeOf(b));
    const key = [capKw, ...sorted.flatMap((turn) => [placeOf(turn), timesOf(turn.plan)])].join();
    const before = known.get(key);
    if (before) return before;
    const loads = sorted.flatMap(({ claim, plan }) => loadsOf(plan, claim));
    const reckoning = reckoningOf(terms, cappedTo(capKw), loads);
    const upshot = { reckoning, ground: once(() => groundAfter(terms, reckoning)) };
    known.set(key, upshot);
    return upshot;
  };
  return { ...terms, upshotOf };
}

const groundAfter = (terms: HouseTerms, { slots, moves }: Reckoning): Ground =>
  groundIn(terms, slots, offersAlong(terms.stores, moves));

/** When a plan runs. */
export const timesOf = ({ runs }: Plan): string => runs.map(({ start, end }) => `${start}-${end}`).join();

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
