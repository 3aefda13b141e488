import type { Blocked } from '../bounds.ts';
import { phasesAfter } from '../load.ts';
import { isUnderWay } from '../standing.ts';
import type { Stretch } from '../stretches.ts';
import type { Horizon, Plan, Run, UnixSeconds } from '../types.ts';
import { planAround, planWindow } from '../window/plan-window.ts';
import { bestOrder, type Claim, isBetterTrial, type Turn, trialOf } from './order.ts';

/** A device's plan on the power that was left for it. */
export interface SitePlan extends Plan {
  /** The place among all claims: 0 is planned first, and nothing but the limit itself held it back. */
  readonly turn: number;
  /**
   * Money that the claim loses to the limit, and to those before it, against a plan for it alone. Below 0 where that
   * makes it late; `null` where a price is unknown and where it runs for longer or shorter than alone.
   */
  readonly limitCost: number | null;
}

/**
 * Plans several devices under one limit, each in turn on the power that those before it leave, in the order that misses
 * the least and then costs the least in the sum; of equals the given one. An unbroken run that has begun comes before
 * all. Nothing else is planned where it would pass the limit, not even for a deadline.
 *
 * Of up to three devices every order is tried. Of more, the given one and the one by deadlines, and from the better of
 * these on whatever exchange of two makes it better: that is no promise of the best.
 *
 * @param taken runs that nobody asks the planner about, and that leave the less to the claims.
 * @returns a plan for each claim, in the order of the claims
 * @throws RangeError naming the field of a demand that cannot be planned with
 */
export function planSite(
  claims: readonly Claim[],
  limitKw: number,
  now: UnixSeconds,
  taken: readonly Pick<Run, 'start' | 'end' | 'kw'>[] = [],
): SitePlan[] {
  const isLocked = ({ demand, state }: Claim) =>
    demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);
  const locked = claims.filter(isLocked);
  const free = claims.filter((claim) => !isLocked(claim));
  const attempt = (order: readonly Claim[]) => trialOf(inTurn([...locked, ...order], limitKw, now, stretchesOf(taken)));
  const { turns } = bestOrder(free, attempt, isBetterTrial);
  return claims.map((claim) => {
    const turn = turns.findIndex((each) => each.claim === claim);
    const { plan } = turns[turn] as Turn;
    const alone = planWindow(claim.demand, claim.horizon, now, claim.state);
    return { ...plan, turn, limitCost: lossOf(plan, alone, claim.horizon) };
  });
}

function inTurn(order: readonly Claim[], limitKw: number, now: UnixSeconds, before: readonly Taken[]): Turn[] {
  const taken = [...before];
  return order.map((claim) => {
    const { demand, horizon, state } = claim;
    const plan = planAround(demand, horizon, now, state, blockedBy(taken, limitKw));
    taken.push(...takenBy(plan, claim));
    return { claim, plan };
  });
}

/** What a plan costs more than another of as many minutes; `null` where that is not to be said. */
export function lossOf(plan: Plan, alone: Plan, { sense }: Pick<Horizon, 'sense'>): number | null {
  if (plan.cost === null || alone.cost === null || secondsOf(plan) !== secondsOf(alone)) return null;
  const more = sense === 'cost' ? plan.cost - alone.cost : alone.cost - plan.cost;
  return Math.round(1e9 * more) / 1e9 || 0;
}

const secondsOf = ({ runs }: Plan) => runs.reduce((sum, { start, end }) => sum + end - start, 0);

/** Power that is taken, in whole watts so that float noise passes no limit. */
interface Taken extends Stretch {
  readonly watts: number;
}

const wattsOf = (kw: number) => Math.round(kw * 1000);

const stretchesOf = (runs: readonly Pick<Run, 'start' | 'end' | 'kw'>[]): Taken[] =>
  runs.map(({ start, end, kw }) => ({ from: Math.floor(start / 60), until: Math.ceil(end / 60), watts: wattsOf(kw) }));

function blockedBy(taken: readonly Taken[], limitKw: number): Blocked {
  const edges = [...new Set(taken.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b);
  const free = edges.slice(1).map((until, i) => {
    const from = edges[i] as number;
    const during = taken.filter((each) => each.from <= from && until <= each.until);
    return { from, until, watts: during.reduce((left, { watts }) => left - watts, wattsOf(limitKw)) };
  });
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, watts: wattsOf(limitKw) };
  return (kw) => [always, ...free].filter(({ watts }) => wattsOf(kw) > watts);
}

function takenBy({ runs }: Plan, { demand, state }: Claim): Taken[] {
  if (demand.shape === 'split') {
    return stretchesOf(runs.map((run) => ({ ...run, kw: demand.need.kw })));
  }
  let from = (runs[0]?.start ?? Number.NaN) / 60;
  return phasesAfter(runs.length > 0 ? demand.phases : [], state.delivered.minutes).map(({ minutes, kw }) => {
    from += minutes;
    return { from: from - minutes, until: from, watts: wattsOf(kw) };
  });
}
