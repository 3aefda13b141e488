import { type Instant, isKnownTime, MINUTE_SECONDS } from '../../core/time.ts';
import { withDefaults } from '../../messages/demand/demand.ts';
import { minutesNeeded, needOf, resolveDemand } from '../../messages/demand/resolve-demand.ts';
import { reasonOf, reasonToWait } from '../../messages/plan.ts';
import type { MarketPrices } from '../../messages/prices.ts';
import { horizonOf, isSameHorizon } from '../../planner/horizon.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { SitePlan } from '../../planner/house/site.ts';
import type { Demand, Horizon, Plan, PlanState, PricedSpan } from '../../planner/types.ts';
import { planWindow } from '../../planner/window/plan-window.ts';
import { lowestTenth } from '../account/account-prices.ts';
import { expectedPrices } from '../expected-prices.ts';
import { boughtBy } from './credit.ts';
import type { Device, StandingPlan } from './device.ts';
import { meanPower, planWithout } from './fallback.ts';
import {
  deliveredMinutes,
  minutesAfter,
  nextMinute,
  nothingToRun,
  type Orders,
  plannedPeriod,
  plannedSettings,
  reviewOf,
} from './review.ts';

/** 36 hours: a publication that comes no later than the next one does. */
const MOST_ESTIMATED = 36 * 60 * MINUTE_SECONDS;

/** The same prices to buy by and to sell by. */
export interface Markets {
  readonly cheapest: Horizon;
  readonly dearest: Horizon;
  /** ISO 4217, where the prices say so. */
  readonly currency?: string | undefined;
  /** What a kWh that is fed in brings, known and expected; left out where nobody says. */
  readonly feedin?: readonly PricedSpan[];
}

/** The markets of prices by their time zone: the devices of a site share them. */
const marketsBefore = new WeakMap<MarketPrices, Map<string, Markets>>();

/** The same prices have the same markets. Throws what the planner throws on prices that overlap or are out of order. */
export function marketsOf(prices: MarketPrices, timeZone: string): Markets {
  const before = marketsBefore.get(prices) ?? new Map<string, Markets>();
  const markets = before.get(timeZone) ?? newMarkets(prices, timeZone);
  marketsBefore.set(prices, before.set(timeZone, markets));
  return markets;
}

function newMarkets({ spans, feedin, forecast = [], gains, currency }: MarketPrices, timeZone: string): Markets {
  const expected = expectedPrices(spans, forecast, timeZone);
  const cheapest = horizonOf(spans, 'cost', expected, gains);
  if (!feedin) return { cheapest, dearest: horizonOf(spans, 'revenue', expected), currency };
  const paid = expectedPrices(feedin, [], timeZone);
  return {
    cheapest,
    dearest: horizonOf(feedin, 'revenue', paid),
    feedin: [...feedin, ...paid].sort((a, b) => a.start - b.start),
    currency,
  };
}

/** True where both know the same prices, and expect the same. */
export function isSameMarkets(markets: Markets | null, others: Markets | null): boolean {
  if (!markets || !others) return markets === others;
  return isSameHorizon(markets.cheapest, others.cheapest) && isSameHorizon(markets.dearest, others.dearest);
}

/** True of a plan that has the same times ahead as another. */
export function runsOn(fresh: StandingPlan, standing: StandingPlan): boolean {
  const ahead = ({ plan }: StandingPlan) =>
    plan.runs.filter(({ end }) => end > fresh.from).map(({ start, end }) => [Math.max(start, fresh.from), end]);
  return JSON.stringify(ahead(fresh)) === JSON.stringify(ahead(standing));
}

/** The prices that the device goes by. */
export const marketOf = ({ told }: Device, { settings }: Orders, markets: Markets): Horizon =>
  markets[withDefaults(settings, told).direction ?? 'cheapest'];

/** The device with what ran since the last look bought at the prices that were known then. */
export function withBought(device: Device, orders: Orders, markets: Markets | null, now: Instant): Device {
  if (!markets) return device;
  const { spans } = marketOf(device, orders, markets);
  return { ...device, credit: { ...device.credit, bought: boughtBy(device, spans, now) } };
}

/** What is asked of the planner, and the plan to follow that is made of its answer. */
interface Question {
  readonly claim: Claim;
  answered(plan: Planned): StandingPlan;
}
type Planned = Plan &
  Pick<Partial<SitePlan>, 'limitCost' | 'solarKwh' | 'avoidsPeak'> & { readonly isAboveLimit?: boolean };

/** Asks the planner: for one device alone, or for all that share a connection. */
type AskPlanner = (claim: Claim, from: Instant) => Planned;

const alone: AskPlanner = ({ demand, horizon, state }, from) => planWindow(demand, horizon, from, state);

/** The plan to follow from the next whole minute on. Throws a `MessageError`, or what the planner throws. */
export function planFor(
  device: Device,
  orders: Orders,
  markets: Markets | null,
  now: Instant,
  ask = alone,
): StandingPlan {
  const question = questionOf(device, orders, markets, now);
  return 'claim' in question ? question.answered(ask(question.claim, nextMinute(now))) : question;
}

/** The question that a plan from the next whole minute on is the answer to; the plan itself where there is nothing to ask. */
export function questionOf(
  device: Device,
  orders: Orders,
  markets: Markets | null,
  now: Instant,
): Question | StandingPlan {
  const from = nextMinute(now);
  const settings = plannedSettings(device, orders, from);
  const { timeZone } = device;
  const need = needOf(settings);
  if (settings.enabled === false) return nothingToRun('disabled', device, now);
  if (device.connected === false) return nothingToRun('not-connected', device, now);
  if (need.length === 0 && settings.alsoBelowPrice === undefined) return nothingToRun('no-demand', device, now);
  const period = plannedPeriod(device, settings, from);
  if (!period) return nothingToRun('deadline-passed', device, now);
  if (!isKnownTime(now)) return finishing(device, orders, now);
  const horizon = markets && marketOf(device, orders, markets);
  const knownUntil = horizon?.spans.at(-1)?.end ?? from;
  const demand = resolveDemand(settings, {
    now: from,
    timeZone,
    period,
    knownUntil,
    horizon,
    lowPrice: horizon ? lowestTenth(horizon, orders.account?.state) : undefined,
    delivered: deliveredMinutes(device, from),
  });
  if (!demand) return nothingToRun('satisfied', device, now);
  const borneUntil = borneBy(demand, knownUntil);
  if (!markets || !horizon?.spans.length || borneUntil <= from) return planWithout('no-prices', device, orders, now);
  const state = stateOf(device, from, horizon, meanPower(need, settings));
  const answered = ({ limitCost, solarKwh, avoidsPeak, isAboveLimit = false, ...answer }: Planned): StandingPlan => {
    const plan = goingOn(answer, state, from);
    const uncovered = minutesNeeded(need) - deliveredMinutes(device, from) - minutesAfter(from, plan.runs);
    const pricedUntil = knownUntil > from ? knownUntil : borneUntil;
    const review = reviewOf({ runs: plan.runs, uncovered, knownUntil: pricedUntil }, device, period, settings, now);
    const reason =
      (isAboveLimit ? 'above-connection' : undefined) ??
      (avoidsPeak && isMet(plan) ? 'peak-avoided' : undefined) ??
      (isInTheSun(plan, solarKwh) ? 'sun-expected' : undefined) ??
      reasonToWait(plan, demand, { now, sense: horizon.sense, timeZone }) ??
      reasonOf(plan);
    const more = { ...(limitCost && { limitCost }), ...(solarKwh !== undefined && { solarKwh }) };
    return { plan, reason, from, review, ...more };
  };
  const { feedin } = markets;
  return { claim: { demand, horizon, state, ...(feedin && { feedin }) }, answered };
}

/** The share of its energy that a plan has to take from the sun to be for it. */
const SUNNY = 0.1;

const isMet = ({ outcome: { kind } }: Pick<Plan, 'outcome'>) => kind === 'complete' || kind === 'provisional';

const isInTheSun = ({ runs, outcome }: Plan, solarKwh = 0) =>
  solarKwh > SUNNY * runs.reduce((sum, { energyKwh }) => sum + energyKwh, 0) && isMet({ outcome });

/** Until then a plan is carried out on prices that are only expected. Nothing begins because they are below a limit. */
const borneBy = ({ whenUnknown, limit }: Demand, knownUntil: Instant): Instant =>
  whenUnknown === 'estimate' && !limit ? knownUntil + MOST_ESTIMATED : knownUntil;

/** Nothing but what is left of the run under way; the clock is looked at every minute until it has been set. */
function finishing(device: Device, orders: Orders, now: Instant): StandingPlan {
  const { standing, output } = device;
  const runs = standing?.plan.runs.filter(({ start }) => output?.on && start <= now) ?? [];
  const begun = { ...device, standing: standing && { ...standing, plan: { ...standing.plan, runs } } };
  const plan = planWithout('unknown-time', begun, { ...orders, onFailure: 'off' }, now);
  return { ...plan, reason: 'unknown-time', review: now + MINUTE_SECONDS };
}

/** The run under way began when the output was switched on; its energy and its cost are those still to come. */
function goingOn(plan: Plan, { output }: PlanState, from: Instant): Plan {
  const [first, ...later] = plan.runs;
  if (!first || first.start > from || !output?.on) return plan;
  return { ...plan, runs: [{ ...first, start: Math.min(first.start, output.since) }, ...later] };
}

function stateOf(device: Device, from: Instant, horizon: Horizon, kw: number): PlanState {
  const { output, credit, standing } = device;
  const bought = boughtBy(device, horizon.spans, from);
  return {
    output: output && { on: output.on, since: Math.floor(output.since / MINUTE_SECONDS) * MINUTE_SECONDS },
    delivered: {
      minutes: deliveredMinutes(device, from),
      starts: credit.starts,
      energyKwh: (bought.seconds * kw) / 3600,
      cost: (bought.amount * kw) / 3600,
    },
    standing: standing?.plan.runs.filter((run) => run.end > from) ?? [],
  };
}
