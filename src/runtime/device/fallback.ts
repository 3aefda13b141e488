import { type Instant, MINUTE_SECONDS } from '../../core/time.ts';
import type { DemandSettings } from '../../messages/demand/demand.ts';
import { earliestOf, minutesNeeded, needOf, type Period } from '../../messages/demand/resolve-demand.ts';
import type { Outcome, Phase, Run } from '../../planner/types.ts';
import type { Device, StandingPlan } from './device.ts';
import {
  deliveredMinutes,
  isInForce,
  minutesAfter,
  nextMinute,
  nothingToRun,
  type Orders,
  plannedPeriod,
  plannedSettings,
  reviewOf,
} from './review.ts';

/** A device that starts gives the first prices, and with them the market's time zone, this long to come. */
const FIRST_PRICES = 5 * MINUTE_SECONDS;

/** The plan from before a restart, as long as the first prices may take; none where it would then be too late for what it leaves open. */
export function resumed(device: Device, orders: Orders, now: Instant): StandingPlan | undefined {
  const { standing, period } = device;
  if (!isInForce(standing, now) || !period) return undefined;
  const open = minutesNeeded(needOf(plannedSettings(device, orders, now))) - deliveredMinutes(device, now);
  const uncovered = open - minutesAfter(now, standing.plan.runs);
  const until = now + FIRST_PRICES;
  if (open <= 0) return undefined;
  if (period.deadline && uncovered > 0 && period.end - uncovered * MINUTE_SECONDS <= until) return undefined;
  return { ...standing, review: Math.min(standing.review ?? until, until) };
}

/**
 * The plan to follow when the planner cannot be asked: what was planned is carried out, as far as the need goes. What
 * it does not cover gets one run at the latest start before a deadline, or none. Nothing runs longer than the need.
 */
export function planWithout(
  reason: 'no-prices' | 'planner-refused' | 'unknown-time',
  device: Device,
  orders: Orders,
  now: Instant,
): StandingPlan {
  const { standing, timeZone } = device;
  const from = nextMinute(now);
  const settings = plannedSettings(device, orders, from);
  const need = needOf(settings);
  const period = plannedPeriod(device, settings, from);
  const rest = minutesNeeded(need) - deliveredMinutes(device, from);
  if (!period || rest <= 0) return nothingToRun('satisfied', device, now);
  const kept = atMost(rest, from, stillGood(standing, period, from));
  const uncovered = rest - minutesAfter(from, kept);
  const follow = (runs: readonly Run[], outcome: Outcome, reason: string): StandingPlan => {
    const review = reviewOf({ runs, uncovered: 0, knownUntil: period.end }, device, period, settings, now);
    return { plan: { runs, outcome, cost: costOf(runs), baselineCost: null }, reason, from, review };
  };
  if (standing && uncovered <= 0) {
    const followed = follow(kept, standing.plan.outcome, standing.reason);
    return isSameRuns(kept, standing.plan.runs) ? { ...followed, plan: standing.plan } : followed;
  }
  if (!period.deadline || orders.onFailure === 'off') return follow(kept, unmet(kept, uncovered, period), reason);
  const soonest = Math.max(
    kept.at(-1)?.end ?? from,
    nextMinute(device.born + FIRST_PRICES),
    earliestOf(settings, { period, timeZone }) ?? from,
  );
  const last = unpriced(
    Math.max(period.end - uncovered * MINUTE_SECONDS, soonest),
    uncovered,
    meanPower(need, settings),
  );
  return follow([...kept, last], outcomeOf(last, period, from), 'fallback');
}

const isSameRuns = (runs: readonly Run[], others: readonly Run[]) =>
  runs.length === others.length && runs.every((run, i) => run === others[i]);

/** The runs that have begun, or were planned on prices and still end in time, or were to be late. */
const stillGood = (standing: StandingPlan | null, period: Period, from: Instant) =>
  standing?.plan.runs.filter(
    ({ start, end, cost }) =>
      start < from || (end <= period.end ? cost !== null : standing.plan.outcome.kind === 'overrun'),
  ) ?? [];

/** `runs` from `from` on, cut where they have delivered `minutes`. */
function atMost(minutes: number, from: Instant, runs: readonly Run[]): Run[] {
  let left = minutes * MINUTE_SECONDS;
  return runs.flatMap((run) => {
    const start = Math.max(run.start, from);
    if (run.end <= start || left <= 0) return [];
    const end = Math.min(run.end, start + left);
    left -= end - start;
    return [end === run.end ? run : unpriced(run.start, (end - run.start) / MINUTE_SECONDS, run.kw)];
  });
}

const unpriced = (start: Instant, minutes: number, kw: number): Run => ({
  start,
  end: start + minutes * MINUTE_SECONDS,
  kw,
  energyKwh: (kw * minutes) / 60,
  cost: null,
});

export const meanPower = (need: readonly Phase[], { powerKw = 1 }: DemandSettings) =>
  minutesNeeded(need) > 0
    ? need.reduce((sum, { minutes, kw }) => sum + minutes * kw, 0) / minutesNeeded(need)
    : powerKw;

/** Of a need that nothing is planned for nobody knows the cost. */
const costOf = (runs: readonly Run[]) =>
  runs.reduce<number | null>(
    (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
    runs.length > 0 ? 0 : null,
  );

function unmet(kept: readonly Run[], shortMinutes: number, { deadline }: Period): Outcome {
  const missing = deadline || kept.length > 0;
  return missing ? { kind: 'short', shortMinutes, because: 'prices-end' } : { kind: 'idle', because: 'waiting' };
}

function outcomeOf({ end }: Run, period: Period, from: Instant): Outcome {
  const lateMinutes = (end - period.end) / MINUTE_SECONDS;
  return lateMinutes > 0 ? { kind: 'overrun', lateMinutes } : { kind: 'provisional', knownUntil: from };
}
