import { fittingOf } from '../house/limit/remaining.ts';
import { type Claim, loadsOf, missedBy } from '../house/order.ts';
import type { NetPeak } from '../house/peak-caps.ts';
import { inTheSun, type SitePlan, siteSearch } from '../house/site.ts';
import { leftOf, takenOf } from '../house/surplus.ts';
import { houseTermsOf } from '../house/terms.ts';
import { restOf } from '../standing.ts';
import { checkSlots, checkStore } from '../store/checks.ts';
import type { Plan, UnixSeconds } from '../types.ts';
import { costAtOnce } from '../window/money.ts';
import type { Work } from '../work.ts';
import { type ConnectionProblem, connectionHouse } from './connection-house.ts';
import { bestTry, type HouseTry } from './house-try.ts';
import { planAt } from './plan-at.ts';
import { bestFrom } from './plan-house.ts';
import { repriced } from './repriced.ts';
import { type HouseTurn, searchIn, timesOf } from './search.ts';
import { belowBestCap } from './stages/improve.ts';
import { keepStandingPlans } from './stages/keep-standing-plans.ts';

/**
 * Plans all claims of a grid connection together; the plans are in the order of the claims. Devices are planned one after the other
 * without the batteries first. These plans are then improved as those of one house, and standing runs are kept where no others save
 * enough. Neither sun nor batteries make room for a device below the limit.
 *
 * @param onImprovement called with complete plans that keep the limit, each time they are better than the last ones
 * @throws RangeError naming the field of a store or of a slot that cannot be planned with
 */
export function* connectionSearch(
  problem: ConnectionProblem,
  onImprovement: (plans: readonly SitePlan[]) => void = () => {},
): Work<readonly SitePlan[]> {
  const { claims, limitKw, now, taken, surplus, withheld, peak, batteries } = problem;
  const inTurn = (peak?: NetPeak) => siteSearch(claims, limitKw, now, taken, surplus, withheld, peak);
  const alone = yield* inTurn(peak);
  onImprovement(alone);
  for (const { store, slots } of batteries) {
    checkSlots(slots, now);
    checkStore(store);
  }
  const connection = connectionHouse(problem, alone);
  if (!connection) return alone;
  const { house, places } = connection;
  const unpriced = peak ? yield* inTurn() : alone;
  const terms = searchIn(houseTermsOf(house, now));
  const tryWith = (plans: readonly Plan[]) =>
    belowBestCap(
      terms,
      house.devices.map((claim, k) => ({ claim, plan: plans[places[k] as number] as Plan })),
    );
  const standing = house.devices.flatMap((claim, k): HouseTurn[] => {
    const i = places[k] as number;
    const plan = asItStands(claims[i] as Claim, alone[i] as SitePlan, now);
    return plan ? [{ claim, plan }] : [];
  });
  const stands = alone.map(
    (plan, i) => standing.find(({ claim }) => claim === house.devices[places.indexOf(i)])?.plan ?? plan,
  );
  const firsts = [yield* tryWith(alone), yield* tryWith(unpriced), yield* tryWith(stands)] as const;
  const worth = Math.max(0, ...batteries.map(({ worthAChange }) => worthAChange));
  function* answerOf(found: HouseTry): Work<readonly SitePlan[]> {
    const { turns } = yield* keepStandingPlans(terms, found, standing, worth);
    const plans: Plan[] = [...alone];
    for (const { claim, plan } of turns) plans[places[house.devices.indexOf(claim)] as number] = plan;
    return isAsGood(problem, plans, alone) ? explained(problem, plans, alone, unpriced) : alone;
  }
  onImprovement(yield* answerOf(bestTry(firsts)));
  return yield* answerOf((yield* bestFrom(terms, distinct(firsts))).best);
}

type Tries = readonly [HouseTry, ...HouseTry[]];

function distinct(tries: Tries): Tries {
  const timesIn = ({ turns }: HouseTry) => JSON.stringify(turns.map(({ plan }) => timesOf(plan)));
  const [first, ...others] = tries;
  return [first, ...others.filter((one, i) => !tries.slice(0, i + 1).some((other) => timesIn(other) === timesIn(one)))];
}

/** The plan of the runs that stand, if there are any and they meet as much of the need. */
function asItStands({ demand, state, horizon }: Claim, plan: SitePlan, now: UnixSeconds): Plan | undefined {
  const rest = restOf(state.standing, Math.ceil(now / 60));
  if (rest.length === 0) return undefined;
  const stands = planAt({ demand, state }, horizon, now, rest);
  const [one, other] = [stands, plan].map((each) => missedBy({ claim: { demand, state }, plan: each }));
  return stands.outcome.kind === plan.outcome.kind && one === other ? stands : undefined;
}

/** The indexes of plans, in the order in which their devices were planned. */
const byTurn = (plans: readonly SitePlan[]): number[] =>
  [...plans.keys()].sort((a, b) => (plans[a]?.turn ?? 0) - (plans[b]?.turn ?? 0));

/** True if plans miss no more than others, and keep the limit as far as these do. */
function isAsGood(
  { claims, limitKw, taken, withheld }: ConnectionProblem,
  found: readonly Plan[],
  alone: readonly SitePlan[],
): boolean {
  const inTurn = byTurn(alone);
  const [fits, fitted] = [found, alone].map((plans) =>
    fittingOf(
      inTurn.map((i) => ({ claim: claims[i] as Claim, plan: plans[i] as Plan })),
      limitKw,
      [...taken, ...withheld],
    ),
  ) as [boolean[], boolean[]];
  const [missed, missedBefore] = [found, alone].map((plans) =>
    plans.reduce((sum, plan, i) => sum + missedBy({ claim: claims[i] as Claim, plan }), 0),
  ) as [number, number];
  return missed <= missedBefore && fits.every((fit, i) => fit || !fitted[i]);
}

/** Plans at the prices of the meter, with the sun that the devices before each leave. */
function explained(
  { claims, surplus, taken, now, peak, batteries }: ConnectionProblem,
  found: readonly Plan[],
  alone: readonly SitePlan[],
  unpriced: readonly Plan[],
): readonly SitePlan[] {
  const isMoved = (i: number) => timesOf(found[i] as Plan) !== timesOf(alone[i] as Plan);
  const plans = [...alone];
  if (!plans.some((_, i) => isMoved(i))) return plans;
  let left = leftOf(surplus, taken);
  for (const i of byTurn(alone)) {
    const [claim, plan, next] = [claims[i] as Claim, alone[i] as SitePlan, found[i] as Plan];
    const sunny = inTheSun(claim, left);
    const loads = loadsOf(next, claim);
    const priced = repriced(next, claim, sunny.horizon);
    const { avoidsPeak, ...rest } = plan;
    const free = unpriced[i] as Plan;
    // Without a battery, nothing but a peak makes a device take dearer times than it has without a charge for peaks.
    const isDearer = peak !== undefined && batteries.length === 0 && (priced.cost ?? 0) > (free.cost ?? 0);
    plans[i] = {
      ...{ ...rest, ...priced, baselineCost: costAtOnce(priced.runs, claim.demand, sunny.horizon, now, claim.state) },
      ...(plan.solarKwh !== undefined && { solarKwh: takenOf(left, loads) }),
      ...(isMoved(i) && { limitCost: null }),
      ...((avoidsPeak || isDearer) && timesOf(next) !== timesOf(free) && { avoidsPeak: true as const }),
    };
    left = leftOf(left, loads);
  }
  return plans;
}
