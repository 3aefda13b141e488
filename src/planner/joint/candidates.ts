import type { Blocked } from '../bounds.ts';
import { meanKwOf, restOfClaim } from '../house/order.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import { isUnderWay } from '../standing.ts';
import type { Plan, Run, UnixSeconds } from '../types.ts';
import { planAround } from '../window/plan-window.ts';
import { cheapStarts } from './cheap-starts.ts';
import type { Ground, Prices } from './ground.ts';
import { timesOf } from './search.ts';

/** Plans for a device that are worth a try on what the others leave, each only once. */
export function candidatesFor(
  { now }: HouseTerms,
  claim: HouseClaim,
  guides: readonly [Ground, ...Ground[]],
  starts: number,
): Plan[] {
  const found = new Map<string, Plan>();
  const add = (plan: Plan) => found.set(timesOf(plan), plan);
  const [{ slots, rooms, plain }] = guides;
  const { demand, state, horizon } = claim;
  const unguided = (prices: Prices) => {
    const at = prices(meanKwOf(claim));
    return { prices, best: () => rooms.map((blocked) => planAround(demand, at, now, state, blocked)) };
  };
  for (const { prices, best } of isGuided(claim) ? guides : [unguided(horizon ? () => horizon : plain)])
    for (const [i, plan] of best(claim).entries()) {
      add(plan);
      if (!horizon && starts > 1) startingElse(plan, claim, prices, rooms[i] as Blocked).forEach(add);
    }
  return [...found.values()];

  /** Plans in one piece that begin at other times than the best. */
  function startingElse(best: Plan, { demand, state }: HouseClaim, prices: Prices, blocked: Blocked): Plan[] {
    const [run] = best.runs;
    if (demand.shape === 'split' || !run) return [];
    const at = prices(meanKwOf({ demand, state }));
    return cheapStarts(demand, restOfClaim({ demand, state }), prices, blocked, slots, starts)
      .map((start) => planAround(demand, at, now, state, (kw) => [...blocked(kw), ...butFrom(start, run)]))
      .filter(({ outcome }) => outcome.kind === best.outcome.kind);
  }
}

/** What a limit on prices is asked of are prices that somebody pays. */
export const isGuided = ({ demand, horizon }: HouseClaim): boolean =>
  !horizon &&
  !demand.limit &&
  demand.minSpread === undefined &&
  (demand.shape === 'contiguous' || demand.alsoBelowPrice === undefined);

/** A run in one piece that has begun is not moved any more. */
export const isLocked = ({ demand, state }: HouseClaim, now: UnixSeconds) =>
  demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);

/** True where a plan may give way to one at other times. */
export const mayMove = (claim: HouseClaim, { outcome }: Plan, now: UnixSeconds) =>
  (outcome.kind === 'complete' || outcome.kind === 'provisional') && !isLocked(claim, now) && isGuided(claim);

/** All times but one run's. */
const butFrom = (start: number, { start: from, end }: Run) => [
  { from: Number.NEGATIVE_INFINITY, until: start },
  { from: start + (end - from) / 60, until: Number.POSITIVE_INFINITY },
];
