import { energyOf, phasesAfter } from '../load.ts';
import type { Demand, Horizon, Phase, Plan, PlanState, PricedSpan, Run } from '../types.ts';
import type { Work } from '../work.ts';

/** Power that is taken for a time. */
export type Taken = Pick<Run, 'start' | 'end' | 'kw'>;

/** What a device needs, and what it has had. */
export interface DeviceNeed {
  readonly demand: Demand;
  readonly state: PlanState;
}

/** One device's claim to a site's power. */
export interface Claim extends DeviceNeed {
  readonly horizon: Horizon;
  /** What a kWh of sun would bring; nothing where no price is. */
  readonly feedin?: readonly PricedSpan[];
}

/** A claim with the plan that its place in the order leaves it. */
export interface Turn {
  readonly claim: Claim;
  readonly plan: Plan;
}

/** What an order of claims comes to. */
export interface Trial<Of extends Turn = Turn> {
  readonly turns: readonly Of[];
  /** Minutes that are missing or late. */
  readonly missed: number;
  /** Money paid less money earned, where it is known. */
  readonly cost: number;
}

/** Up to so many claims every order is tried. */
const ALL_ORDERS = 4;
/** Above that number, all orders that are tried together contain at most so many devices; the first two orders are always tried. */
const ORDER_BUDGET = 600;
/** The orders by losses contain at most so many devices together, and end after so many orders that are no better. */
const LOSS_ORDERS = { budget: 3000, patience: 10 };
/** Above this number of devices, the budget allows too few exchanges to find a better order: only the orders by losses are tried. */
const MAX_EXCHANGED = 40;
/** Float noise of money. */
const NOISE = 1e-9;

/**
 * The trial of the best order, the first of equals: of up to four claims by trying every order. Of more it is a local search from
 * the better of the given order and the order of the deadlines: by exchanges of two places, and then by losses.
 *
 * @param budget devices in all orders of more than four claims that are tried together, without the orders by losses
 * @param lossOf what a claim loses to the claims before it
 */
export function* orderSearch<Of extends DeviceNeed, T>(
  claims: readonly Of[],
  attempt: (order: readonly Of[]) => Work<T>,
  isBetter: (one: T, other: T) => boolean,
  budget = ORDER_BUDGET,
  lossOf?: (claim: Of, trial: T) => number,
): Work<T> {
  const isSmall = claims.length <= ALL_ORDERS;
  const [first, ...others] = isSmall ? ordersOf(claims) : [claims, byDeadline(claims)];
  let order: readonly Of[] = first ?? claims;
  let best = yield* attempt(order);
  for (const other of others) {
    const trial = yield* attempt(other);
    if (isBetter(trial, best)) [order, best] = [other, trial];
  }
  const isExchanged = !isSmall && (!lossOf || claims.length <= MAX_EXCHANGED);
  let left = isExchanged ? budget - claims.length * (1 + others.length) : 0;
  search: while (left >= claims.length) {
    for (const other of exchanges(order)) {
      if (left < claims.length) break search;
      left -= claims.length;
      const trial = yield* attempt(other);
      if (!isBetter(trial, best)) continue;
      [order, best] = [other, trial];
      continue search;
    }
    break;
  }
  return lossOf && !isSmall ? yield* bestByLoss(order, best, attempt, isBetter, lossOf) : best;
}

/**
 * The best trial of orders in which the claims that have lost more come first: squeaky wheel optimization (Joslin and Clements, 1999).
 *
 * @param best the trial of `first`, from which the orders begin
 */
function* bestByLoss<Of, T>(
  first: readonly Of[],
  best: T,
  attempt: (order: readonly Of[]) => Work<T>,
  isBetter: (one: T, other: T) => boolean,
  lossOf: (claim: Of, trial: T) => number,
): Work<T> {
  const losses = new Map<Of, number>();
  const lost = (claim: Of) => losses.get(claim) ?? 0;
  let [order, trial, found] = [first, best, best];
  let { budget, patience } = LOSS_ORDERS;
  while (budget >= order.length && patience-- > 0) {
    for (const claim of order) losses.set(claim, lost(claim) + lossOf(claim, trial));
    const next = order.toSorted((a, b) => lost(b) - lost(a));
    if (next.every((claim, i) => claim === order[i])) break;
    order = next;
    budget -= order.length;
    trial = yield* attempt(order);
    if (isBetter(trial, found)) [found, patience] = [trial, LOSS_ORDERS.patience];
  }
  return found;
}

/** The order with each two of its places exchanged. */
function* exchanges<Of>(order: readonly Of[]): Generator<readonly Of[]> {
  for (const [i, one] of order.entries())
    for (let k = i + 1; k < order.length; k++) yield order.with(i, order[k] as Of).with(k, one);
}

/** The one that misses less, or as much and costs less. */
export const isBetterTrial = (one: Trial, other: Trial) =>
  one.missed < other.missed || (one.missed === other.missed && one.cost < other.cost - NOISE);

export function trialOf<Of extends Turn>(turns: readonly Of[]): Trial<Of> {
  const missed = turns.reduce((sum, turn) => sum + missedBy(turn), 0);
  const cost = turns.reduce((sum, turn) => sum + paidIn(turn), 0);
  return { turns, missed, cost };
}

/** Money paid less money earned, where it is known. */
function paidIn({ claim, plan }: Turn): number {
  const paid = plan.runs.reduce((all, run) => all + (run.cost ?? 0), 0);
  return claim.horizon.sense === 'cost' ? paid : -paid;
}

/** More than a kWh costs anywhere. */
const MINUTE_MISSED = 1e6;

/** The loss of a turn against a plan before all others: money per kWh, and minutes that it misses. */
export function lossIn(turn: Turn, first: Turn): number {
  const missed = Math.max(0, missedBy(turn) - missedBy(first));
  const kwh = energyOfClaim(turn.claim) / 60 || 1;
  return MINUTE_MISSED * missed + Math.max(0, paidIn(turn) - paidIn(first)) / kwh;
}

/** Minutes of a need that a plan leaves out or is late by. */
export function missedBy({
  claim,
  plan: { runs, outcome },
}: Pick<Turn, 'plan'> & { readonly claim: DeviceNeed }): number {
  const planned = runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
  const late = outcome.kind === 'overrun' ? outcome.lateMinutes : 0;
  return Math.max(0, minutesOf(claim) - planned) + late;
}

/** Every order, the given one first. */
function ordersOf<Of>(claims: readonly Of[]): Of[][] {
  if (claims.length < 2) return [[...claims]];
  return claims.flatMap((claim, i) => ordersOf(claims.toSpliced(i, 1)).map((rest) => [claim, ...rest]));
}

/** The earliest deadline first; of equal ones the most energy. */
const byDeadline = <Of extends DeviceNeed>(claims: readonly Of[]) =>
  claims.toSorted((a, b) => deadlineOf(a) - deadlineOf(b) || energyOfClaim(b) - energyOfClaim(a) || 0);

const deadlineOf = ({ demand }: DeviceNeed) => demand.readyBy ?? Number.MAX_SAFE_INTEGER;

export const restOfClaim = ({ demand, state }: DeviceNeed) =>
  phasesAfter(demand.shape === 'split' ? [demand.need] : demand.phases, state.delivered.minutes);
const minutesOf = (claim: DeviceNeed) => restOfClaim(claim).reduce((sum, { minutes }) => sum + minutes, 0);
const energyOfClaim = (claim: DeviceNeed) => restOfClaim(claim).reduce((sum, { minutes, kw }) => sum + minutes * kw, 0);

const minutesIn = (phases: readonly Phase[]) => phases.reduce((sum, { minutes }) => sum + minutes, 0);

/** The mean power of what is left of a need; of all of it where nothing is left. */
export function meanKwOf(need: DeviceNeed): number {
  const { demand } = need;
  if (demand.shape === 'split') return demand.need.kw;
  const [rest, all] = [restOfClaim(need), demand.phases].map(
    (phases) => (60 * energyOf(phases, minutesIn(phases))) / minutesIn(phases),
  );
  return rest || all || 1;
}

/** The least power above 0 of what is left of a need; the mean of one that takes nothing. */
export function leastKwOf(need: DeviceNeed): number {
  const powers = restOfClaim(need).flatMap(({ minutes, kw }) => (minutes * kw > 0 ? [kw] : []));
  return new Set(powers).size > 1 ? Math.min(...powers) : meanKwOf(need);
}

/** What a plan takes, and when. */
export function loadsOf({ runs }: Pick<Plan, 'runs'>, { demand, state }: DeviceNeed): Taken[] {
  if (demand.shape === 'split') return runs.map(({ start, end }) => ({ start, end, kw: demand.need.kw }));
  let end = runs[0]?.start ?? 0;
  return phasesAfter(runs.length > 0 ? demand.phases : [], state.delivered.minutes).map(({ minutes, kw }) => {
    const start = end;
    end += 60 * minutes;
    return { start, end, kw };
  });
}
