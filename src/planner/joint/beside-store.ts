import { indexAt } from '../horizon.ts';
import { fittingOf } from '../house/limit/remaining.ts';
import { type Claim, loadsOf, missedBy, type Taken } from '../house/order.ts';
import type { HousePeak } from '../house/peak.ts';
import { inTheSun, type SitePlan } from '../house/site.ts';
import { slotsWith } from '../house/sun.ts';
import { leftOf, type Surplus, takenOf } from '../house/surplus.ts';
import { type HouseTerms, houseTermsOf } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import { restOf } from '../standing.ts';
import { checkSlots, checkStore } from '../store/checks.ts';
import type { Slot, Store } from '../store/types.ts';
import type { Horizon, Plan, UnixSeconds } from '../types.ts';
import { costAtOnce } from '../window/money.ts';
import { finish, type Work } from '../work.ts';
import { mayMove } from './candidates.ts';
import { dearer, type HouseTry, isBetter } from './house-try.ts';
import { planAt } from './plan-at.ts';
import { repriced } from './repriced.ts';
import { type HouseSearch, searchIn, timesOf } from './search.ts';
import { belowBestCap, CALLS_PER_REPLAN, improve } from './stages/improve.ts';

/** A battery of a site, and the slots that it is planned on: their load is without the devices of the site. */
export interface StoreBeside {
  readonly store: Store;
  readonly slots: readonly Slot[];
  /** Money that other times of a device have to save. */
  readonly worthAChange: number;
}

/** What devices of a site were planned with, beside their claims. */
interface Together {
  readonly limitKw: number;
  readonly taken: readonly Taken[];
  /** What the grid connection lacks for a time, though no device takes it: see `planSite`. */
  readonly withheld?: readonly Taken[];
  readonly surplus: readonly Surplus[];
  readonly peak?: HousePeak | undefined;
}

/**
 * The plans of `planSite` with a battery planned anew for each: a device moves where the house as a whole pays less for it, what
 * the battery then does and the charge for peaks included. Runs that stand are kept where no others save enough. No device moves
 * to where only the sun or the battery make room for it, nor one that goes by a limit on prices, that has begun in one piece, or
 * whose prices are others than the battery's.
 *
 * @throws RangeError naming the field of the store or of a slot that cannot be planned with
 */
export function besideStore(
  claims: readonly Claim[],
  plans: readonly SitePlan[],
  beside: StoreBeside,
  now: UnixSeconds,
  together: Together,
): readonly SitePlan[] {
  return finish(besideSearch(claims, plans, beside, now, together));
}

/** `besideStore` as a calculation that can be paused after each device. */
export function* besideSearch(
  claims: readonly Claim[],
  plans: readonly SitePlan[],
  { store, slots, worthAChange }: StoreBeside,
  now: UnixSeconds,
  { limitKw, taken, withheld = [], surplus, peak }: Together,
): Work<readonly SitePlan[]> {
  checkSlots(slots, now);
  checkStore(store);
  const devices = claims.map(({ demand, state }): HouseClaim => ({ demand, state }));
  const house = { slots: slotsWith(pricedBy(claims, slots), taken), stores: [store], devices, ...(peak && { peak }) };
  const terms = searchIn({ ...houseTermsOf(house, now), rooms: ['fuse'] });
  const places = claims.map(
    (claim, i): Place => ({ claim, device: devices[i] as HouseClaim, plan: plans[i] as SitePlan }),
  );
  const movable = places.filter((place) => isMovable(place, terms));
  if (movable.length === 0) return plans;
  // Not even for the fuse: the load of the house is none of theirs.
  const isWorthIt = (one: HouseTry, other: HouseTry) =>
    one.missed <= other.missed && isBetter(dearer(one, worthAChange), other);
  const fits = limitOf(places, limitKw, [...taken, ...withheld]);
  const own = below(terms, devices, plans);
  yield CALLS_PER_REPLAN;
  const standing = asTheyStand(places, movable, fits, now);
  yield CALLS_PER_REPLAN;
  const stays = below(terms, devices, standing);
  yield CALLS_PER_REPLAN;
  const best = yield* improve(
    terms,
    isWorthIt(own, stays) ? own : stays,
    movable.map(({ device }) => device),
    worthAChange,
    (next, standing) => next.missed <= standing.missed && fits(plansIn(next, devices)),
  );
  return toldOf(places, plansIn(best, devices), leftOf(surplus, taken), now);
}

/** A claim, the same as one of a house, and its plan without a thought of the battery. */
interface Place {
  readonly claim: Claim;
  readonly device: HouseClaim;
  readonly plan: SitePlan;
}

const plansIn = ({ turns }: HouseTry, devices: readonly HouseClaim[]): Plan[] =>
  devices.map((device) => turns.find(({ claim }) => claim === device)?.plan as Plan);

const below = (terms: HouseSearch, devices: readonly HouseClaim[], plans: readonly Plan[]): HouseTry =>
  belowBestCap(
    terms,
    devices.map((claim, i) => ({ claim, plan: plans[i] as Plan })),
  );

function isMovable({ claim: { demand, horizon }, device, plan }: Place, { slots, now }: HouseTerms): boolean {
  const { readyBy = Number.POSITIVE_INFINITY } = demand;
  const isWithin = readyBy <= (slots.at(-1)?.end ?? now);
  return isWithin && mayMove(device, plan, now) && buysAt(horizon, slots);
}

const knownAt = (horizon: Horizon, { start }: Slot): number | undefined => {
  const i = indexAt(horizon, start / 60);
  return (horizon.starts[i] ?? Number.POSITIVE_INFINITY) <= start / 60 ? horizon.spans[i]?.price : undefined;
};

/** True where a device pays what the battery does, wherever both know the price. */
const buysAt = (horizon: Horizon, slots: readonly Slot[]): boolean =>
  horizon.sense === 'cost' &&
  slots.every((slot) => slot.estimated || (knownAt(horizon, slot) ?? slot.importPrice) === slot.importPrice);

/** The slots with what devices know of their prices: of new ones the battery may hear after them. */
function pricedBy(claims: readonly Claim[], slots: readonly Slot[]): readonly Slot[] {
  const telling = claims.filter(({ horizon }) => buysAt(horizon, slots));
  return slots.map((slot) => {
    const [price] = slot.estimated ? telling.flatMap(({ horizon }) => knownAt(horizon, slot) ?? []) : [];
    return price === undefined ? slot : { ...slot, importPrice: price, estimated: false };
  });
}

/** Whether plans of the places keep the limit, as far as their plans without the battery do. Neither battery nor sun makes room. */
function limitOf(
  places: readonly Place[],
  limitKw: number,
  taken: readonly Taken[],
): (plans: readonly Plan[]) => boolean {
  const byTurn = [...places].sort((a, b) => a.plan.turn - b.plan.turn);
  const fitting = (plans: readonly Plan[]) => {
    const turns = byTurn.map((place) => ({ claim: place.device, plan: plans[places.indexOf(place)] as Plan }));
    return fittingOf(turns, limitKw, taken);
  };
  const own = fitting(places.map(({ plan }) => plan));
  return (plans) => fitting(plans).every((fits, i) => fits || !own[i]);
}

/** The runs that stand, of all movable devices or else of as many as keep the limit, and the other devices' plans. */
function asTheyStand(
  places: readonly Place[],
  movable: readonly Place[],
  fits: (plans: readonly Plan[]) => boolean,
  now: UnixSeconds,
): readonly Plan[] {
  const own: readonly Plan[] = places.map(({ plan }) => plan);
  const stands = places.map((place) => (movable.includes(place) ? asItStands(place, now) : place.plan));
  if (fits(stands)) return stands;
  return stands.reduce<readonly Plan[]>((plans, plan, i) => {
    const others = plans.with(i, plan);
    return fits(others) ? others : plans;
  }, own);
}

/** The plan of the runs that stand, where they still meet the need. */
function asItStands({ claim: { demand, horizon, state }, plan }: Place, now: UnixSeconds): Plan {
  const rest = restOf(state.standing, Math.ceil(now / 60));
  const stands = planAt({ demand, state }, horizon, now, rest);
  const [one, other] = [stands, plan].map((each) => missedBy({ claim: { demand, state }, plan: each }));
  return stands.outcome.kind === plan.outcome.kind && one === other ? stands : plan;
}

/** The plans that were found at the prices of the meter, with the sun that those before each leave. */
function toldOf(
  places: readonly Place[],
  found: readonly Plan[],
  surplus: readonly Surplus[],
  now: UnixSeconds,
): SitePlan[] {
  const isMoved = (i: number) => timesOf(found[i] as Plan) !== timesOf((places[i] as Place).plan);
  const told = places.map(({ plan }) => plan);
  if (!places.some((_, i) => isMoved(i))) return told;
  let left = surplus;
  for (const i of [...places.keys()].sort((a, b) => (told[a]?.turn ?? 0) - (told[b]?.turn ?? 0))) {
    const { claim, plan } = places[i] as Place;
    const sunny = inTheSun(claim, left);
    const loads = loadsOf(found[i] as Plan, claim);
    const priced = repriced(found[i] as Plan, claim, sunny.horizon);
    told[i] = {
      ...{ ...plan, ...priced, baselineCost: costAtOnce(priced.runs, claim.demand, sunny.horizon, now, claim.state) },
      ...(plan.solarKwh !== undefined && { solarKwh: takenOf(left, loads) }),
      ...(isMoved(i) && { limitCost: null }),
    };
    left = leftOf(left, loads);
  }
  return told;
}
