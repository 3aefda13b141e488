import { metered } from '../house/meter.ts';
import { type DeviceNeed, loadsOf, meanKwOf, type Taken } from '../house/order.ts';
import { lossOf, type SitePlan } from '../house/site.ts';
import { slotsWith } from '../house/sun.ts';
import type { HouseSlot, HouseTerms } from '../house/terms.ts';
import type { HousePlan } from '../house/types.ts';
import { baselineOf } from '../store/baseline.ts';
import { stagesOf } from '../store/cut.ts';
import { flowAt, netLoadOf } from '../store/grid.ts';
import type { StoreMoves } from '../store/moves.ts';
import { storePlanOf } from '../store/plan-store.ts';
import type { UnixSeconds } from '../types.ts';
import { costAtOnce } from '../window/money.ts';
import { planWindow } from '../window/plan-window.ts';
import { pricesIn } from './ground.ts';
import type { HouseTry } from './house-try.ts';
import { repriced } from './repriced.ts';
import type { HouseTurn } from './search.ts';

/**
 * A try as the plan of a house.
 *
 * @param bound what any plan comes to at least, with what passes limits and is short of goals at its weight
 */
export function housePlanOf(terms: HouseTerms, { turns, reckoning }: HouseTry, bound: number): HousePlan {
  const { slots, powers, peakKw, peakCost, cost, moves, money, weighed } = reckoning;
  const gap = Math.max(0, weighed - bound);
  return {
    devices: terms.claims.map((claim) => {
      const turn = turns.findIndex((each) => each.claim === claim);
      return sitePlanOf(terms, turns, turn);
    }),
    stores: terms.stores.map((store, i) => storePlanOf(moves[i] as StoreMoves, store.terms, store.end)),
    grid: metered(terms, slots, powers).grid,
    peakKw,
    peakCost,
    cost,
    baselineCost: baselineOfHouse(terms, turns),
    bound: money - gap,
    gap,
  };
}

/** The plan of a device at the prices of the meter, with the sun that those before it leave. */
function sitePlanOf(terms: HouseTerms, turns: readonly HouseTurn[], turn: number): SitePlan {
  const { claim, plan } = turns[turn] as HouseTurn;
  const { demand, state } = claim;
  const before = turns.slice(0, turn).flatMap((each) => loadsOf(each.plan, each.claim));
  const kw = meanKwOf(claim);
  const pricesOn = (slots: readonly HouseSlot[]) =>
    claim.horizon ?? pricesIn({ ...terms, stores: [] }, slots, () => [])(kw);
  const uncapped = terms.slots.map((slot) => ({ ...slot, importKw: slot.fuseKw }));
  const alone = planWindow(demand, pricesOn(uncapped), terms.now, state);
  const priced = repriced(plan, claim, pricesOn(slotsWith(uncapped, before)));
  return {
    ...priced,
    baselineCost: costAtOnce(plan.runs, demand, pricesOn(uncapped), terms.now, state),
    turn,
    limitCost: lossOf(priced, alone, pricesOn(uncapped)),
  };
}

/** Each device at once, and the stores as they are without a plan. */
function baselineOfHouse({ slots, stores, now, limitWeight }: HouseTerms, turns: readonly HouseTurn[]): number {
  const loads = turns.flatMap(({ plan, claim }) => atOnce(loadsOf(plan, claim), claim, now));
  const house = slotsWith(
    slots.map((slot) => ({ ...slot, importKw: slot.fuseKw })),
    loads,
  );
  const without = house.reduce(
    (sum, slot) =>
      sum + ((slot.end - slot.start) / 3600) * (flowAt(slot, netLoadOf(slot), 'both', limitWeight)?.cost ?? 0),
    0,
  );
  return stores.reduce(
    (sum, { store, terms }) => sum + baselineOf(stagesOf(house, store, now), terms).cost - without,
    without,
  );
}

/** What a plan takes, from `now` or the earliest that is allowed, without a break. */
function atOnce(taken: readonly Taken[], { demand }: DeviceNeed, now: UnixSeconds): Taken[] {
  let till = Math.max(now, demand.earliest ?? now);
  return taken.map(({ start, end, kw }) => {
    const from = till;
    till += end - start;
    return { start: from, end: till, kw };
  });
}
