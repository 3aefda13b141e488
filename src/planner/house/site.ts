import type { Blocked } from '../bounds.ts';
import { expectedCostOf } from '../estimate.ts';
import { isUnderWay } from '../standing.ts';
import type { Horizon, Plan, UnixSeconds } from '../types.ts';
import { costAtOnce } from '../window/money.ts';
import { planAround, planWindow } from '../window/plan-window.ts';
import { finish, type Work } from '../work.ts';
import { blockedBelow, hasRoom, remainingAfter, remainingOf } from './limit/remaining.ts';
import {
  type Claim,
  isBetterTrial,
  loadsOf,
  lossIn,
  meanKwOf,
  orderSearch,
  type Taken,
  type Trial,
  type Turn,
  trialOf,
} from './order.ts';
import { blockedAbove, capSearch, type NetPeak } from './peak-caps.ts';
import { peakOf } from './peak-terms.ts';
import { leftOf, type Surplus, sunnyHorizon, takenOf, withLoads } from './surplus.ts';

/** A device's plan on the power that was left for it. */
export interface SitePlan extends Plan {
  /** The place among all claims: 0 is planned first, and nothing but the limit itself held it back. */
  readonly turn: number;
  /**
   * Money that the claim loses to the limit, and to those before it, against a plan for it alone. Below 0 where that
   * makes it late; `null` where a price is unknown and where it runs for longer or shorter than alone.
   */
  readonly limitCost: number | null;
  /** Of the sun that those before it leave; left out where there is none at all. */
  readonly solarKwh?: number;
  /** It runs at other times than it would if nobody charged for peaks. */
  readonly avoidsPeak?: true;
}

/**
 * Plans several devices under one limit, each in turn on the power that those before it leave, in the order that misses
 * the least and then costs the least in the sum; of equals the given one. An unbroken run that has begun comes before
 * all. Nothing else is planned where it would pass the limit, not even for a deadline.
 *
 * Of up to four devices every order is tried. Of more, the given one and the one by deadlines, and from the better of
 * these on whatever exchange of two makes it better; then devices that lose more come before the others, within a fixed number of
 * plans: that is no promise of the best.
 *
 * @param taken runs that nobody asks the planner about, and that leave the less to the claims.
 * @param surplus the sun that is left over: what buys is priced with what those before it leave of it, by the mean of its power.
 * @param withheld what the connection lacks for a time, though none of the devices takes it: the house's own load, an operator's order.
 * @param peak what is charged for peaks, and what the house takes besides: no need is missed for it, and what can gives way.
 * @returns a plan for each claim, in the order of the claims
 * @throws RangeError naming the field of a demand that cannot be planned with
 */
export const planSite = (...search: Parameters<typeof siteSearch>): SitePlan[] => finish(siteSearch(...search));

/** `planSite` as a calculation that can be paused after each plan of a device. */
export function* siteSearch(
  claims: readonly Claim[],
  limitKw: number,
  now: UnixSeconds,
  taken: readonly Taken[] = [],
  surplus: readonly Surplus[] = [],
  withheld: readonly Taken[] = [],
  peak?: NetPeak,
): Work<SitePlan[]> {
  const isLocked = ({ demand, state }: Claim) =>
    demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);
  const locked = claims.filter(isLocked);
  const free = claims.filter((claim) => !isLocked(claim));
  const before = { taken: [...taken, ...withheld], surplus: leftOf(surplus, taken) };
  const net = withLoads(peak?.net ?? [], taken);
  const { turnsOf, firstOf } = inTurns(claims, limitKw, now, before);
  function* attempt(order: readonly Claim[], capped?: Capped): Work<Trial<SunnyTurn>> {
    return trialOf(yield* turnsOf(order, capped));
  }
  const uncapped = yield* orderSearch(
    free,
    (order) => attempt([...locked, ...order]),
    isBetterTrial,
    undefined,
    (claim, { turns }) => lossIn(turns.find(({ asked }) => asked === claim) as SunnyTurn, firstOf(claim)),
  );
  const { turns } = peak ? yield* belowPeak({ ...peak, net }, uncapped, attempt) : uncapped;
  const runsOf = (claim: Claim, all: readonly SunnyTurn[]) =>
    JSON.stringify(all.find(({ asked }) => asked === claim)?.plan.runs.map(({ start, end }) => [start, end]));
  const planOf = (claim: Claim): SitePlan => {
    const turn = turns.findIndex((each) => each.asked === claim);
    const { solarKwh, isAlone, isPriced, sun: left, ...found } = turns[turn] as SunnyTurn;
    const priced = isPriced ? found.claim : inTheSun(claim, left);
    const alone = isAlone ? found.plan : planWindow(priced.demand, priced.horizon, now, priced.state);
    const baselineCost = costAtOnce(found.plan.runs, priced.demand, priced.horizon, now, priced.state);
    const plan = { ...found.plan, baselineCost };
    const sun = surplus.length > 0 && { solarKwh };
    // What it gives way to is the peak.
    if (turns !== uncapped.turns && runsOf(claim, turns) !== runsOf(claim, uncapped.turns))
      return { ...plan, turn, limitCost: null, ...sun, avoidsPeak: true };
    return { ...plan, turn, limitCost: lossOf(plan, alone, priced.horizon), ...sun };
  };
  const plans: SitePlan[] = [];
  for (const claim of claims) {
    plans.push(planOf(claim));
    yield 1;
  }
  return plans;
}

/** The best of all caps on the peak, in the order that is best without one. */
function* belowPeak(
  { terms, net }: NetPeak,
  uncapped: Trial<SunnyTurn>,
  attempt: (order: readonly Claim[], capped: Capped) => Work<Trial<SunnyTurn>>,
): Work<Trial<SunnyTurn>> {
  const order = uncapped.turns.map(({ asked }) => asked);
  const weighed = (trial: Trial<SunnyTurn>) => {
    const loads = trial.turns.flatMap(({ plan, claim }) => loadsOf(plan, claim));
    const { kw, cost } = peakOf(terms, withLoads(net, loads));
    const money = trial.turns.reduce((sum, { plan, claim: { horizon } }) => {
      const paid = plan.cost ?? expectedCostOf(plan, horizon) ?? 0;
      return sum + (horizon.sense === 'cost' ? paid : -paid);
    }, cost);
    return { trial, missed: trial.missed, kw, money };
  };
  const standing = order.flatMap(({ state, demand }) =>
    state.standing.map((run) => (demand.shape === 'split' ? { ...run, kw: demand.need.kw } : run)),
  );
  const best = yield* capSearch(
    terms,
    function* (capKw) {
      if (capKw === Number.POSITIVE_INFINITY) return weighed(uncapped);
      return weighed(yield* attempt(order, { terms, net, capKw, uncapped: uncapped.turns }));
    },
    peakOf(terms, net).kw,
    [peakOf(terms, withLoads(net, standing)).kw],
  );
  return best.trial;
}

/** A turn of a claim at the prices that the sun leaves it, or had left it where that makes no difference to its plan. */
interface SunnyTurn extends Turn {
  readonly asked: Claim;
  /** The sun that those before it leave. */
  readonly sun: readonly Surplus[];
  readonly solarKwh: number;
  /** `claim` has the prices of this sun. */
  readonly isPriced: boolean;
  /** It was planned on these prices, and found room at all times. */
  readonly isAlone: boolean;
}

/** Devices in turn, each on what those before it leave. What one order has planned serves the others. */
function inTurns(
  claims: readonly Claim[],
  limitKw: number,
  now: UnixSeconds,
  before: { readonly taken: readonly Taken[]; readonly surplus: readonly Surplus[] },
) {
  const own = remainingOf(limitKw, before.taken);
  const known = new Map<string, Turn>();
  const firsts = new Map<Claim, Turn>();

  function planned(asked: Claim, left: readonly Surplus[], sunny: readonly Taken[], blocked: Blocked): Turn {
    const key = JSON.stringify([claims.indexOf(asked), sunny, powersOf(asked).map(blocked)]);
    const before = known.get(key);
    if (before) return before;
    const claim = inTheSun(asked, left);
    const turn = { claim, plan: planAround(claim.demand, claim.horizon, now, claim.state, blocked) };
    known.set(key, turn);
    return turn;
  }

  /** The plan of a claim that comes before all others. */
  function firstOf(asked: Claim): Turn {
    const turn = firsts.get(asked) ?? planned(asked, before.surplus, [], blockedBelow(own));
    firsts.set(asked, turn);
    return turn;
  }

  function* turnsOf(order: readonly Claim[], peak?: Capped): Work<SunnyTurn[]> {
    let remaining = own;
    const sunny: Taken[] = [];
    let { surplus } = before;
    let net = peak?.net ?? [];
    let isAsUncapped = true;
    const turns: SunnyTurn[] = [];
    for (const [i, asked] of order.entries()) {
      const sun = surplus;
      const capped = peak && blockedAbove(peak.terms, net, now, peak.capKw);
      const uncapped: SunnyTurn | undefined = isAsUncapped ? peak?.uncapped[i] : undefined;
      isAsUncapped = capped !== undefined && uncapped !== undefined && hasRoom(loadsOf(uncapped.plan, asked), capped);
      const limited = blockedBelow(remaining);
      const blocked: Blocked = (kw) => (capped ? [...limited(kw), ...capped(kw)] : limited(kw));
      const fitting = [isAsUncapped && uncapped, isLeft(firstOf(asked), sunny, blocked) && firstOf(asked)].find(
        Boolean,
      );
      const { plan, claim } = fitting || planned(asked, sun, sunny, blocked);
      const loads = loadsOf(plan, claim);
      net = peak ? withLoads(net, loads) : net;
      remaining = remainingAfter(remaining, loads);
      const isPriced = sunny.length === 0 || !fitting;
      const solarKwh = claim.horizon.sense === 'cost' ? takenOf(sun, loads) : 0;
      if (solarKwh > 0) {
        surplus = leftOf(surplus, loads);
        sunny.push(...loads);
      }
      const isAlone = isPriced && powersOf(asked).every((kw) => blocked(kw).length === 0);
      turns.push({ claim, plan, asked, sun, solarKwh, isPriced, isAlone });
      yield 1;
    }
    return turns;
  }
  return { turnsOf, firstOf };
}

const powersOf = ({ demand }: Claim) => (demand.shape === 'split' ? [demand.need] : demand.phases).map(({ kw }) => kw);

/** True of a plan that meets its need, and of whose times neither room nor sun is taken: others have only become dearer, or fewer. */
function isLeft({ claim, plan }: Turn, sunny: readonly Taken[], blocked: Blocked): boolean {
  const { demand, horizon } = claim;
  const isMet = plan.outcome.kind === 'complete' || plan.outcome.kind === 'provisional';
  if (!isMet || demand.minSpread !== undefined || !hasRoom(loadsOf(plan, claim), blocked)) return false;
  const meets = (other: Taken) => plan.runs.some(({ start, end }) => start < other.end && other.start < end);
  return horizon.sense === 'revenue' || !sunny.some(meets);
}

/** A cap on what is bought, and the turns of the same order without it: what they leave alone stays the best. */
interface Capped extends NetPeak {
  readonly capKw: number;
  readonly uncapped: readonly SunnyTurn[];
}

/** The claim at the prices that a surplus leaves it. */
export function inTheSun(claim: Claim, surplus: readonly Surplus[]): Claim {
  const { demand, horizon, feedin = [] } = claim;
  const kw = meanKwOf(claim);
  if (horizon.sense === 'revenue' || surplus.length === 0) return claim;
  const sunny = (prices: Horizon) => sunnyHorizon(prices, surplus, feedin, kw);
  const weighed = demand.limit?.weighed && { limit: { ...demand.limit, weighed: sunny(demand.limit.weighed) } };
  return { ...claim, horizon: sunny(horizon), demand: { ...demand, ...weighed } };
}

/** What a plan costs more than another of as many minutes; `null` where that is not to be said. */
export function lossOf(plan: Plan, alone: Plan, { sense }: Pick<Horizon, 'sense'>): number | null {
  if (plan.cost === null || alone.cost === null || secondsOf(plan) !== secondsOf(alone)) return null;
  const more = sense === 'cost' ? plan.cost - alone.cost : alone.cost - plan.cost;
  return Math.round(1e9 * more) / 1e9 || 0;
}

const secondsOf = ({ runs }: Plan) => runs.reduce((sum, { start, end }) => sum + end - start, 0);
