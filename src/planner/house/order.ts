import { phasesAfter } from '../load.ts';
import type { Demand, Horizon, Plan, PlanState } from '../types.ts';

/** One device's claim to a site's power. */
export interface Claim {
  readonly demand: Demand;
  readonly horizon: Horizon;
  readonly state: PlanState;
}

/** A claim with the plan that its place in the order leaves it. */
export interface Turn {
  readonly claim: Claim;
  readonly plan: Plan;
}

/** An order by what comes of it. */
interface Tried {
  readonly order: readonly Claim[];
  readonly turns: readonly Turn[];
  /** Minutes that are missing or late. */
  readonly missed: number;
  /** Money paid less money earned, where it is known. */
  readonly cost: number;
}

/** Up to so many claims every order is tried. */
const ALL_ORDERS = 3;
/** Float noise of money. */
const NOISE = 1e-9;

/** The order that misses the least, and then costs the least; the first of equals. */
export function bestOrder(claims: readonly Claim[], plannedIn: (order: readonly Claim[]) => readonly Turn[]): Tried {
  const attempt = (order: readonly Claim[]) => tried(order, plannedIn(order));
  if (claims.length <= ALL_ORDERS) return best(ordersOf(claims).map(attempt));
  return exchanged(best([claims, byDeadline(claims)].map(attempt)), attempt);
}

/** Exchanges two places wherever that is better, until it is nowhere. */
function exchanged(from: Tried, attempt: (order: readonly Claim[]) => Tried): Tried {
  for (let i = 0; i < from.order.length; i++)
    for (let j = i + 1; j < from.order.length; j++) {
      const order = from.order.with(i, from.order[j] as Claim).with(j, from.order[i] as Claim);
      const other = attempt(order);
      if (isBetter(other, from)) return exchanged(other, attempt);
    }
  return from;
}

const best = (all: readonly Tried[]): Tried => all.reduce((least, each) => (isBetter(each, least) ? each : least));

const isBetter = (one: Tried, other: Tried) =>
  one.missed < other.missed || (one.missed === other.missed && one.cost < other.cost - NOISE);

function tried(order: readonly Claim[], turns: readonly Turn[]): Tried {
  const missed = turns.reduce((sum, turn) => sum + missedBy(turn), 0);
  const cost = turns.reduce((sum, { claim, plan }) => {
    const paid = plan.runs.reduce((all, run) => all + (run.cost ?? 0), 0);
    return sum + (claim.horizon.sense === 'cost' ? paid : -paid);
  }, 0);
  return { order, turns, missed, cost };
}

function missedBy({ claim, plan: { runs, outcome } }: Turn): number {
  const planned = runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
  const late = outcome.kind === 'overrun' ? outcome.lateMinutes : 0;
  return Math.max(0, minutesOf(claim) - planned) + late;
}

/** Every order, the given one first. */
function ordersOf(claims: readonly Claim[]): Claim[][] {
  if (claims.length < 2) return [[...claims]];
  return claims.flatMap((claim, i) => ordersOf(claims.toSpliced(i, 1)).map((rest) => [claim, ...rest]));
}

/** The earliest deadline first; of equal ones the most energy. */
const byDeadline = (claims: readonly Claim[]) =>
  claims.toSorted((a, b) => deadlineOf(a) - deadlineOf(b) || energyOfClaim(b) - energyOfClaim(a) || 0);

const deadlineOf = ({ demand }: Claim) => demand.readyBy ?? Number.MAX_SAFE_INTEGER;

const restOfClaim = ({ demand, state }: Claim) =>
  phasesAfter(demand.shape === 'split' ? [demand.need] : demand.phases, state.delivered.minutes);
const minutesOf = (claim: Claim) => restOfClaim(claim).reduce((sum, { minutes }) => sum + minutes, 0);
const energyOfClaim = (claim: Claim) => restOfClaim(claim).reduce((sum, { minutes, kw }) => sum + minutes * kw, 0);
