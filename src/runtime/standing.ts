import type { Instant } from '../core/time.ts';
import { type DemandSettings, withDefaults } from '../messages/demand.ts';
import { reasonOf } from '../messages/plan.ts';
import type { Prices } from '../messages/prices.ts';
import { minutesOf, needOf, type Period, resolveDemand } from '../messages/resolve.ts';
import { horizonOf } from '../planner/horizon.ts';
import { planWindow } from '../planner/plan-window.ts';
import type { Horizon, Outcome, PlanState, Run } from '../planner/types.ts';
import { type Device, deliveredBy, type Standing } from './device.ts';

const MINUTE = 60;
/** A new device gives the first prices, and with them the market's time zone, this long to come. */
const FIRST_PRICES = 5 * MINUTE;

/** What a node is set to, beside its name. */
export interface Orders {
  readonly settings: DemandSettings;
  /** Without prices: one bounded run at the latest start that a deadline allows, or none. */
  readonly onFailure: 'run' | 'off';
}

/** The same prices to buy by and to sell by. */
export interface Markets {
  readonly cheapest: Horizon;
  readonly dearest: Horizon;
}

/** Throws what the planner throws on prices that overlap or are out of order. */
export const marketsOf = ({ spans, feedin }: Prices): Markets => ({
  cheapest: horizonOf(spans, 'cost'),
  dearest: horizonOf(feedin ?? spans, 'revenue'),
});

/** The prices that the device goes by. */
export const marketOf = ({ told }: Device, { settings }: Orders, markets: Markets): Horizon =>
  markets[withDefaults(settings, told).direction ?? 'cheapest'];

/** The plan to follow from the next whole minute on. Throws a `MessageError`, or what the planner throws. */
export function planFor(device: Device, orders: Orders, markets: Markets | null, now: Instant): Standing {
  const settings = withDefaults(orders.settings, device.told);
  const { period, timeZone } = device;
  if (settings.enabled === false) return idle('disabled', device, now);
  if (needOf(settings).length === 0 && settings.alsoBelowPrice === undefined) return idle('no-demand', device, now);
  if (!period) return idle('deadline-passed', device, now);
  const from = nextMinute(now);
  const horizon = markets && marketOf(device, orders, markets);
  const knownUntil = horizon?.spans.at(-1)?.end ?? from;
  const demand = resolveDemand(settings, { now: from, timeZone, period, knownUntil });
  if (!demand) return idle('satisfied', device, now);
  if (!horizon || knownUntil <= from) return planWithout('no-prices', device, orders, now);
  const plan = planWindow(demand, horizon, from, stateOf(device, from));
  const uncovered = minutesOf(needOf(settings)) - deliveredMinutes(device, from) - minutesAfter(from, plan.runs);
  const review = reviewOf(plan.runs, uncovered, knownUntil, period, settings, now);
  return { plan, reason: reasonOf(plan), from, review };
}

/**
 * What is done when the planner cannot be asked: what was planned is carried out, as far as the need goes. What it
 * does not cover gets one run at the latest start before a deadline, or none. Nothing runs longer than the need.
 */
export function planWithout(
  reason: 'no-prices' | 'planner-refused',
  device: Device,
  orders: Orders,
  now: Instant,
): Standing {
  const { period, standing } = device;
  const settings = withDefaults(orders.settings, device.told);
  const need = needOf(settings);
  const from = nextMinute(now);
  const rest = minutesOf(need) - deliveredMinutes(device, from);
  if (!period || rest <= 0) return idle('satisfied', device, now);
  const kept = atMost(
    rest,
    from,
    (standing?.plan.runs ?? []).filter(({ start, cost }) => cost !== null || start < from),
  );
  const uncovered = rest - minutesAfter(from, kept);
  const review = (runs: readonly Run[]) => reviewOf(runs, 0, period.end, period, settings, now);
  if (standing && uncovered <= 0) {
    return { plan: { ...standing.plan, runs: kept }, reason: standing.reason, from, review: review(kept) };
  }
  if (!period.deadline || orders.onFailure === 'off') {
    const outcome: Outcome =
      period.deadline || kept.length > 0
        ? { kind: 'short', shortMinutes: uncovered, because: 'prices-end' }
        : { kind: 'idle', because: 'waiting' };
    return { plan: { runs: kept, outcome, cost: null, baselineCost: null }, reason, from, review: review(kept) };
  }
  const soonest = Math.max(kept.at(-1)?.end ?? from, nextMinute(device.born + FIRST_PRICES));
  const start = Math.max(period.end - uncovered * MINUTE, soonest);
  const last = unpriced(
    start,
    uncovered,
    need.reduce((sum, { minutes, kw }) => sum + minutes * kw, 0) / minutesOf(need),
  );
  const late = (last.end - period.end) / MINUTE;
  const outcome: Outcome =
    late > 0 ? { kind: 'overrun', lateMinutes: late } : { kind: 'provisional', knownUntil: from };
  const runs = [...kept, last];
  return { plan: { runs, outcome, cost: null, baselineCost: null }, reason: 'fallback', from, review: review(runs) };
}

/** Nothing is to run, at once. */
function idle(reason: string, { period }: Device, now: Instant): Standing {
  const because = reason === 'satisfied' ? reason : 'waiting';
  const plan = { runs: [], outcome: { kind: 'idle', because }, cost: null, baselineCost: null } as const;
  return { plan, reason, from: now, review: period && Math.max(period.end, now + MINUTE) };
}

function stateOf(device: Device, from: Instant): PlanState {
  const { output, credit, standing } = device;
  return {
    output: output && { on: output.on, since: Math.floor(output.since / MINUTE) * MINUTE },
    delivered: { minutes: deliveredMinutes(device, from), starts: credit.starts },
    standing: standing?.plan.runs.filter((run) => run.end > from) ?? [],
  };
}

/**
 * A plan is looked at again when its need is armed anew, when the prices end that it knows, and when what it leaves
 * open has to begin.
 */
function reviewOf(
  runs: readonly Run[],
  uncovered: number,
  knownUntil: Instant,
  period: Period,
  { shape }: DemandSettings,
  now: Instant,
): Instant {
  const finished = period.deadline || shape !== 'split' ? (runs.at(-1)?.end ?? 0) : 0;
  const armedAgain = Math.max(period.end, finished, now + MINUTE);
  const latestStart = period.deadline && uncovered > 0 ? period.end - uncovered * MINUTE : armedAgain;
  return Math.min(...[armedAgain, knownUntil, latestStart].filter((instant) => instant > now));
}

/** `runs` from `from` on, cut where they have delivered `minutes`. */
function atMost(minutes: number, from: Instant, runs: readonly Run[]): Run[] {
  let left = minutes * MINUTE;
  return runs.flatMap((run) => {
    const start = Math.max(run.start, from);
    if (run.end <= start || left <= 0) return [];
    const end = Math.min(run.end, start + left);
    left -= end - start;
    return [end === run.end ? run : unpriced(run.start, (end - run.start) / MINUTE, run.kw)];
  });
}

const unpriced = (start: Instant, minutes: number, kw: number): Run => ({
  start,
  end: start + minutes * MINUTE,
  kw,
  energyKwh: (kw * minutes) / 60,
  cost: null,
});

const minutesAfter = (from: Instant, runs: readonly Run[]) =>
  runs.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, from)), 0) / MINUTE;

const deliveredMinutes = (device: Device, from: Instant) => Math.floor(deliveredBy(device, from) / MINUTE);
const nextMinute = (now: Instant) => Math.ceil(now / MINUTE) * MINUTE;
