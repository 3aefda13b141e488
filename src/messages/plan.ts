import { round6 } from '../core/components.ts';
import { type Instant, isoTime, offsetsOver } from '../core/time.ts';
import type { Horizon, Plan, Run } from '../planner/types.ts';

/** One run of a plan message. Times are ISO 8601 with the market's offset, costs in the market's major unit. */
interface PlannedRun {
  readonly start: string;
  readonly end: string;
  readonly kw: number;
  readonly energyKwh: number;
  /** `null` where a price inside the run is unknown. */
  readonly cost: number | null;
  /** Per kWh. */
  readonly averagePrice: number | null;
}

/** Output 2 of `cheapest-window`. */
export interface PlanPayload {
  readonly device: string;
  readonly runs: readonly PlannedRun[];
  readonly start: string | null;
  readonly end: string | null;
  readonly cost: number | null;
  readonly energyKwh: number;
  readonly averagePrice: number | null;
  /** The same need started at once. */
  readonly baselineCost: number | null;
  readonly saving: number | null;
  readonly complete: boolean;
  readonly provisional: boolean;
  readonly overrun: boolean;
  readonly shortMinutes: number;
  /**
   * Stable code; sentences live in the locales. What the planner came to: `planned`, `provisional`, `overrun`,
   * `short-price-limit`, `short-prices-end`, `short-starts`, `satisfied`, `spread`, `price-limit`, `waiting-for-prices`.
   * Why it was not asked: `no-demand`, `disabled`, `deadline-passed`, `no-prices`, `planner-refused`; `fallback` for the
   * run that is made up for it.
   */
  readonly reason: string;
  /** When the output changes next; `null` when nothing is planned. */
  readonly next: string | null;
}

/** The stable code for what a plan came to. */
export function reasonOf({ outcome }: Plan): string {
  switch (outcome.kind) {
    case 'complete':
      return 'planned';
    case 'short':
      return `short-${outcome.because}`;
    case 'idle':
      return outcome.because === 'waiting' ? 'waiting-for-prices' : outcome.because;
    default:
      return outcome.kind;
  }
}

export interface PlanContext {
  readonly device: string;
  readonly timeZone: string;
  readonly now: Instant;
  readonly sense: Horizon['sense'];
  readonly reason: string;
  /** When the output changes; left out where it stays as it is. */
  readonly next: Instant | undefined;
}

/** A plan as output 2 carries it. */
export function planPayload(plan: Plan, { device, timeZone, now, sense, reason, next }: PlanContext): PlanPayload {
  const { outcome, cost, baselineCost } = plan;
  const first = plan.runs[0]?.start ?? now;
  const last = plan.runs.at(-1)?.end ?? now;
  const offset = offsetsOver({ start: Math.min(first, now), end: Math.max(last, next ?? now, now) }, timeZone);
  const iso = (instant: Instant) => isoTime(instant, offset(instant));
  const energyKwh = round6(plan.runs.reduce((sum, run) => sum + run.energyKwh, 0));
  return {
    device,
    runs: plan.runs.map((run) => plannedRun(run, iso)),
    start: plan.runs.length > 0 ? iso(first) : null,
    end: plan.runs.length > 0 ? iso(last) : null,
    cost: rounded(cost),
    energyKwh,
    averagePrice: average(cost, energyKwh),
    baselineCost: rounded(baselineCost),
    saving:
      cost === null || baselineCost === null
        ? null
        : round6(sense === 'cost' ? baselineCost - cost : cost - baselineCost),
    complete: outcome.kind === 'complete' || (outcome.kind === 'idle' && outcome.because === 'satisfied'),
    provisional: outcome.kind === 'provisional',
    overrun: outcome.kind === 'overrun',
    shortMinutes: outcome.kind === 'short' ? outcome.shortMinutes : 0,
    reason,
    next: next === undefined ? null : iso(next),
  };
}

const plannedRun = ({ start, end, kw, energyKwh, cost }: Run, iso: (instant: Instant) => string): PlannedRun => ({
  start: iso(start),
  end: iso(end),
  kw: round6(kw),
  energyKwh: round6(energyKwh),
  cost: rounded(cost),
  averagePrice: average(cost, energyKwh),
});

const average = (cost: number | null, energyKwh: number) =>
  cost === null || energyKwh === 0 ? null : round6(cost / energyKwh);
const rounded = (value: number | null) => (value === null ? null : round6(value));
