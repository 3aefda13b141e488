import { horizonIn } from '../../house/house-horizon.ts';
import { restOfClaim } from '../../house/order.ts';
import type { HouseSlot } from '../../house/terms.ts';
import type { Demand, Horizon, Phase, PlanState } from '../../types.ts';
import { planAround } from '../../window/plan-window.ts';
import { mayMove } from '../candidates.ts';
import type { HouseSearch, HouseTurn } from '../search.ts';
import { type Cut, costBy } from './neighbourhood.ts';
import type { Found } from './probe.ts';
import { energyOfRuns } from './shifts.ts';

/**
 * Money that a house comes to at least, whenever its devices run for as long as planned: a Lagrangian bound. What a relaxation comes to
 * is convex in the load, so at its prices no load comes to less than the cheapest one.
 */
export function boundBy(house: HouseSearch, { turns, money, perKwh }: Found & Cut): number {
  const horizon = horizonIn(
    house.slots.map((slot, i): HouseSlot => ({ ...slot, importPrice: perKwh[i] as number, estimated: false })),
    ({ importPrice }) => importPrice,
  );
  return turns.reduce((sum, turn) => {
    const cost = costBy({ perKwh }, energyOfRuns(turn.claim, turn.plan, house.slots));
    return sum - cost + Math.min(cost, leastCost(house, turn, horizon));
  }, money);
}

const FRESH: PlanState = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };

/** The least that a device pays for as many minutes, freely switched if its need may be met in pieces. */
function leastCost({ now }: HouseSearch, { claim, plan }: HouseTurn, horizon: Horizon): number {
  const { demand } = claim;
  if (plan.runs.length === 0 || !mayMove(claim, plan, now)) return Number.POSITIVE_INFINITY;
  const rest = restOfClaim(claim) as [Phase, ...Phase[]];
  // A shortest run may be longer than the need.
  const minutes = plan.runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
  const terms = { prefer: 'earliest', whenUnknown: 'plan-known', ...windowOf(demand) } as const;
  const free: Demand =
    demand.shape === 'split'
      ? { ...terms, shape: 'split', need: { ...rest[0], minutes } }
      : { ...terms, shape: 'contiguous', phases: rest };
  return planAround(free, horizon, now, FRESH, () => []).cost ?? Number.NEGATIVE_INFINITY;
}

const windowOf = ({ earliest, readyBy }: Demand) => ({
  ...(earliest !== undefined && { earliest }),
  ...(readyBy !== undefined && { readyBy }),
});
