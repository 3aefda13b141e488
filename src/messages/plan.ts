import { round6 } from '../core/components.ts';
import { addDays, type Instant, localDate } from '../core/time.ts';
import type { Demand, Horizon, Plan, Run } from '../planner/types.ts';
import type { DemandPatch } from './demand/demand.ts';

/**
 * One run of a plan; costs in the market's major unit. `Time` is what times are said in: instants inside the house,
 * ISO 8601 with the market's offset in a message.
 */
interface RunOf<Time> {
  readonly start: Time;
  readonly end: Time;
  readonly kw: number;
  readonly energyKwh: number;
  /** `null` where a price inside the run is unknown. */
  readonly cost: number | null;
  /** Per kWh. */
  readonly averagePrice: number | null;
}

/** What a period has come to so far, at the prices that held. */
export interface Realised {
  readonly energyKwh: number;
  readonly cost: number;
  /** The cost of the same energy from the moment on at which it was asked for. */
  readonly baselineCost: number;
  /** The part of the energy that the costs are of; left out where they are of all. */
  readonly pricedKwh?: number;
}

interface SummaryOf<Time> {
  readonly device: string;
  readonly runs: readonly RunOf<Time>[];
  readonly start: Time | null;
  readonly end: Time | null;
  readonly cost: number | null;
  readonly energyKwh: number;
  readonly averagePrice: number | null;
  /** As much energy as the runs take, started at once. */
  readonly baselineCost: number | null;
  readonly saving: number | null;
  /** What the plan loses to the devices that it shares a connection with; left out where it loses nothing. */
  readonly limitCost?: number;
  /** kWh that the plan takes of the sun; left out where nobody knows of one. */
  readonly solarKwh?: number;
  readonly complete: boolean;
  readonly provisional: boolean;
  /** The end of the expected prices that the plan goes by; left out where it goes by none. */
  readonly estimatedUntil?: Time;
  /** What the plan will probably cost where `cost` is unknown, as it goes by expected prices; left out of any other. */
  readonly expectedCost?: number;
  readonly overrun: boolean;
  readonly shortMinutes: number;
  /**
   * Stable code; sentences live in the locales. What the planner came to: `planned`, `provisional`, `overrun`,
   * `short-price-limit`, `short-prices-end`, `short-starts`, `satisfied`, `spread`, `price-limit`, `waiting-for-prices`;
   * of a plan that leaves the known prices alone, as better ones are expected, `tomorrow-cheaper`, `later-cheaper`,
   * `tomorrow-dearer`, `later-dearer`; of one that takes a tenth of its energy or more from the sun, `sun-expected`;
   * of one that runs at other times than it would if nobody charged for peaks, `peak-avoided`.
   * Why it was not asked: `no-demand`, `disabled`, `not-connected`, `deadline-passed`, `unknown-time`, `no-prices`, `planner-refused`;
   * `above-connection` of a device that needs more power than its site has, or has left now; `dimmed` of one that the grid operator leaves none;
   * `fallback` for the run that is made up for it.
   */
  readonly reason: string;
  /** The next change of the output; `null` when nothing is planned. */
  readonly next: Time | null;
  /** Left out of a device of which nobody knows what it takes. */
  readonly realised?: Realised;
}

/** A plan as it is told. */
export interface PlanSummary extends SummaryOf<Instant> {
  readonly timeZone: string;
}
/** Output 2 of `cheapest-window`. */
export type PlanPayload = SummaryOf<string>;

/** True of a demand that says no power: what its plan costs is then the cost of each kW. */
export const costsPerKw = ({ powerKw = null, profile = null }: DemandPatch): boolean =>
  powerKw === null && profile === null;

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

/**
 * The code for a plan of `now` that could begin on known prices, and begins where they are only expected; `undefined` for
 * any other.
 */
export function reasonToWait(
  { outcome, runs: [first] }: Plan,
  { earliest = 0 }: Demand,
  { now, sense, timeZone }: { readonly now: Instant } & Pick<PlanContext, 'sense' | 'timeZone'>,
): string | undefined {
  if (outcome.kind !== 'provisional' || outcome.estimatedUntil === undefined || !first) return undefined;
  if (Math.max(now, earliest) >= outcome.knownUntil || first.start < outcome.knownUntil) return undefined;
  const isTomorrow = localDate(first.start, timeZone) === addDays(localDate(now, timeZone), 1);
  return `${isTomorrow ? 'tomorrow' : 'later'}-${sense === 'cost' ? 'cheaper' : 'dearer'}`;
}

export interface PlanContext {
  readonly device: string;
  readonly timeZone: string;
  readonly sense: Horizon['sense'];
  readonly reason: string;
  /** The next change of the output; left out where it stays as it is. */
  readonly next: Instant | undefined;
  readonly expectedCost?: number | undefined;
  readonly limitCost?: number | undefined;
  readonly solarKwh?: number | undefined;
}

/** A plan with what there is to tell of it. */
export function planSummary(plan: Plan, context: PlanContext): PlanSummary {
  const { device, timeZone, sense, reason, next, expectedCost, limitCost, solarKwh } = context;
  const { outcome, cost, baselineCost, runs } = plan;
  const estimatedUntil = outcome.kind === 'provisional' ? outcome.estimatedUntil : undefined;
  const energyKwh = round6(runs.reduce((sum, run) => sum + run.energyKwh, 0));
  return {
    device,
    runs: runs.map(toldRun),
    start: runs[0]?.start ?? null,
    end: runs.at(-1)?.end ?? null,
    cost: rounded(cost),
    energyKwh,
    averagePrice: average(cost, energyKwh),
    baselineCost: rounded(baselineCost),
    saving:
      cost === null || baselineCost === null
        ? null
        : round6(sense === 'cost' ? baselineCost - cost : cost - baselineCost),
    ...(limitCost !== undefined && { limitCost: round6(limitCost) }),
    ...(solarKwh !== undefined && { solarKwh: round6(solarKwh) }),
    complete: outcome.kind === 'complete' || (outcome.kind === 'idle' && outcome.because === 'satisfied'),
    provisional: outcome.kind === 'provisional',
    ...(estimatedUntil !== undefined && { estimatedUntil }),
    ...(expectedCost !== undefined && { expectedCost: round6(expectedCost) }),
    overrun: outcome.kind === 'overrun',
    shortMinutes: outcome.kind === 'short' ? outcome.shortMinutes : 0,
    reason,
    next: next ?? null,
    timeZone,
  };
}

const toldRun = ({ start, end, kw, energyKwh, cost }: Run): RunOf<Instant> => ({
  start,
  end,
  kw: round6(kw),
  energyKwh: round6(energyKwh),
  cost: rounded(cost),
  averagePrice: average(cost, energyKwh),
});

const average = (cost: number | null, energyKwh: number) =>
  cost === null || energyKwh === 0 ? null : round6(cost / energyKwh);
const rounded = (value: number | null) => (value === null ? null : round6(value));
