import type { Blocked } from '../bounds.ts';
import { horizonIn } from '../house/house-horizon.ts';
import { marginalPrice, type Offers } from '../house/marginal.ts';
import { type DeviceNeed, meanKwOf, restOfClaim } from '../house/order.ts';
import { blockedIn } from '../house/room.ts';
import type { HouseSlot, HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Horizon, Plan, Run } from '../types.ts';
import { planAround } from '../window/plan-window.ts';
import { cheapStarts } from './cheap-starts.ts';

/** Plans for a device that are worth a try on what the others leave, each only once. */
export function candidatesFor(
  house: HouseTerms,
  claim: HouseClaim,
  slots: readonly HouseSlot[],
  offers: readonly Offers[],
  starts: number,
): Plan[] {
  const found = new Map<string, Plan>();
  const add = (plan: Plan) => found.set(plan.runs.map(({ start, end }) => `${start}-${end}`).join(), plan);
  const rooms = house.rooms.map((room) => blockedIn(house, slots, room));
  for (const guide of isGuided(claim) ? offers : [plain]) {
    const known = new Map<number, Horizon>();
    const prices = (kw: number) => {
      const horizon = known.get(kw) ?? claim.horizon ?? pricesIn(house, slots, guide, kw);
      known.set(kw, horizon);
      return horizon;
    };
    for (const blocked of rooms)
      for (const plan of plansOn(house, claim, prices, blocked, slots, claim.horizon ? 1 : starts)) add(plan);
  }
  return [...found.values()];
}

/** The plans for a device that are best at some prices, one for what each makes room for. */
export const bestAt = (
  house: HouseTerms,
  { demand, state }: HouseClaim,
  slots: readonly HouseSlot[],
  prices: Horizon,
): Plan[] => house.rooms.map((room) => planAround(demand, prices, house.now, state, blockedIn(house, slots, room)));

/** Where no store offers anything, prices are those of the meter. */
const plain: Offers = () => [];

/** What a limit on prices is asked of are prices that somebody pays. */
export const isGuided = ({ demand, horizon }: HouseClaim): boolean =>
  !horizon &&
  !demand.limit &&
  demand.minSpread === undefined &&
  (demand.shape === 'contiguous' || demand.alsoBelowPrice === undefined);

/** What a kWh costs a load of so many kW, with what the stores offer. */
export const pricesIn = (
  { stores, limitWeight }: HouseTerms,
  slots: readonly HouseSlot[],
  offers: Offers,
  kw: number,
): Horizon => horizonIn(slots, (slot) => marginalPrice(slot, stores, offers(slot.start), kw, limitWeight));

function plansOn(
  { now }: HouseTerms,
  { demand, state }: DeviceNeed,
  prices: (kw: number) => Horizon,
  blocked: Blocked,
  slots: readonly HouseSlot[],
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
