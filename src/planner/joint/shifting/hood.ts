import { horizonIn } from '../../house/house-horizon.ts';
import { planAround } from '../../window/plan-window.ts';
import { mayMove } from '../candidates.ts';
import { type HouseSearch, type HouseTurn, timesOf } from '../search.ts';
import { devicesLimitOf } from './devices-limit.ts';
import { type Cut, type Neighbourhood, neighbourhoodOf } from './neighbourhood.ts';
import { shiftsOf, shiftTo } from './shifts.ts';

/** The shifts of all devices that may have other times. */
export function hoodOf(
  house: HouseSearch,
  turns: readonly HouseTurn[],
  cuts: readonly Cut[],
  dividesRuns: boolean,
): Neighbourhood {
  const shifts = turns.map((turn) =>
    isMovable(turn, house) ? shiftsOf(turn.claim, turn.plan, house.slots, dividesRuns) : [],
  );
  const hood = neighbourhoodOf(shifts, cuts, devicesLimitOf(house.slots, turns));
  addResponses(house, turns, hood, cuts);
  return hood;
}

/** A split need at the times that are best at the prices of the last cut, and at those half-way to the cut before it. */
export function addResponses(
  house: HouseSearch,
  turns: readonly HouseTurn[],
  hood: Neighbourhood,
  cuts: readonly Cut[],
): void {
  const [last, before = last] = cuts.slice(-2).reverse();
  for (const mix of cuts.length > 1 ? [0, 0.5] : [0]) {
    const priced = house.slots.map((slot, i) => ({
      ...slot,
      importPrice: (1 - mix) * (last?.perKwh[i] as number) + mix * (before?.perKwh[i] as number),
    }));
    const horizon = horizonIn(priced, ({ importPrice }) => importPrice);
    for (const [device, turn] of turns.entries()) {
      const { claim, plan } = turn;
      if (claim.demand.shape !== 'split' || !isMovable(turn, house)) continue;
      const other = planAround(claim.demand, horizon, house.now, claim.state, () => []);
      if (timesOf(other) !== timesOf(plan)) hood.widen({ device, shift: shiftTo(claim, plan, other, house.slots) });
    }
  }
}

/** What is not planned at any time has none that could be others. */
const isMovable = ({ claim, plan }: HouseTurn, { now }: HouseSearch) =>
  plan.runs.length > 0 && mayMove(claim, plan, now);
