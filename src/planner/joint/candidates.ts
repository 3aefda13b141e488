import type { Blocked } from '../bounds.ts';
import { type DeviceNeed, meanKwOf, restOfClaim } from '../house/order.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Horizon, Plan, Run, TimeSpan } from '../types.ts';
import { planAround } from '../window/plan-window.ts';
import { cheapStarts } from './cheap-starts.ts';
import type { Ground, Prices } from './ground.ts';
import { timesOf } from './search.ts';

/** Plans for a device that are worth a try on what the others leave, each only once. */
export function candidatesFor(
  house: HouseTerms,
  claim: HouseClaim,
  guides: readonly [Ground, ...Ground[]],
  starts: number,
): Plan[] {
  const found = new Map<string, Plan>();
  const add = (plan: Plan) => found.set(timesOf(plan), plan);
  const [{ slots, rooms, plain }] = guides;
  const { horizon } = claim;
  const guided = isGuided(claim) ? guides.map(({ prices }) => prices) : [horizon ? () => horizon : plain];
  for (const prices of guided)
    for (const blocked of rooms)
      for (const plan of plansOn(house, claim, prices, blocked, slots, horizon ? 1 : starts)) add(plan);
  return [...found.values()];
}

/** The plans for a device that are best at some prices, one for what each makes room for. */
export const bestAt = (
  house: HouseTerms,
  { demand, state }: HouseClaim,
  rooms: readonly Blocked[],
  prices: Horizon,
): Plan[] => rooms.map((blocked) => planAround(demand, prices, house.now, state, blocked));

/** What a limit on prices is asked of are prices that somebody pays. */
export const isGuided = ({ demand, horizon }: HouseClaim): boolean =>
  !horizon &&
  !demand.limit &&
  demand.minSpread === undefined &&
  (demand.shape === 'contiguous' || demand.alsoBelowPrice === undefined);

function plansOn(
  { now }: HouseTerms,
  { demand, state }: DeviceNeed,
  prices: Prices,
  blocked: Blocked,
  slots: readonly TimeSpan[],
  starts: number,
): Plan[] {
  const rest = restOfClaim({ demand, state });
  const horizon = prices(meanKwOf({ demand, state }));
  const best = planAround(demand, horizon, now, state, blocked);
  const [run] = best.runs;
  if (demand.shape === 'split' || !run || starts < 2) return [best];
  const others = cheapStarts(demand, rest, prices, blocked, slots, starts).map((start) =>
    planAround(demand, horizon, now, state, (kw) => [...blocked(kw), ...butFrom(start, run)]),
  );
  return [best, ...others.filter(({ outcome }) => outcome.kind === best.outcome.kind)];
}

/** All times but one run's. */
const butFrom = (start: number, { start: from, end }: Run) => [
  { from: Number.NEGATIVE_INFINITY, until: start },
  { from: start + (end - from) / 60, until: Number.POSITIVE_INFINITY },
];
