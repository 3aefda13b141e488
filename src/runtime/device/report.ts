import { pointAt } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { type DemandPatch, type DemandSettings, withDefaults } from '../../messages/demand/demand.ts';
import { type PlanSummary, planSummary } from '../../messages/plan.ts';
import type { SwitchState } from '../../messages/switch.ts';
import { expectedCostOf } from '../../planner/estimate.ts';
import type { Horizon } from '../../planner/types.ts';
import type { AccountView } from '../account/account-view.ts';
import { measuredWords } from '../account/measured.ts';
import type { WithheldReason } from '../power/connection/guard.ts';
import type { Dimming } from '../power/dimming.ts';
import type { Output } from './credit.ts';
import { type Device, isPlanned, onceIn, type StandingPlan } from './device.ts';
import { overrideWords } from './override.ts';
import { edgesOf, isPartPlanned } from './review.ts';

/** Everything that can be said of a device at a moment. */
export interface DeviceReport {
  readonly switch: SwitchState;
  readonly plan: PlanSummary;
  /** The demand in force: of its node, of messages over that, and the defaults where neither says anything. */
  readonly demand: DemandPatch;
  /** The run under way began before the settings of the node were changed. */
  readonly finishes?: true;
  /** Its first day, which has no more than a part of the need. */
  readonly isPart?: true;
  /** A hand has switched it, and it has been so under this plan since then; left out where none has. */
  readonly byHand?: Output;
  /** What it has cost; left out where nobody knows what it takes. */
  readonly account?: AccountView;
}

export interface News extends DeviceReport {
  /** The outputs to tell: those that have changed, and all that an input asked for. */
  readonly tell: { readonly switch: boolean; readonly plan: boolean };
}

/** An input is always answered with the plan. */
export const answer = (news: News): News => ({ ...news, tell: { ...news.tell, plan: true } });

/** Before the first plan. */
const NOTHING: Pick<StandingPlan, 'plan' | 'reason'> = {
  plan: { runs: [], outcome: { kind: 'idle', because: 'waiting' }, cost: null, baselineCost: null },
  reason: 'no-prices',
};

/** What others know of the device. */
interface Beside {
  readonly dimming?: Dimming | undefined;
  /** Why it is off though its plan or an override has it on. */
  readonly withheld?: (() => WithheldReason | undefined) | undefined;
  readonly account?: AccountView | undefined;
}

/**
 * @param name what the plan calls the device.
 * @param own the settings of its node.
 */
export function reportOf(
  name: string,
  device: Device,
  own: DemandSettings,
  horizon: Horizon | null,
  now: Instant,
  { dimming, withheld, account }: Beside = {},
): DeviceReport {
  const { output, override, standing, timeZone } = device;
  const { plan, reason, limitCost, solarKwh }: Omit<StandingPlan, 'from' | 'review'> = standing ?? NOTHING;
  const until = override?.until ?? nextChange(device, now);
  const why = (override?.on ?? isPlanned(device, now)) && !output?.on ? withheld?.() : undefined;
  const next = why === 'dimmed' ? (dimming?.until ?? until) : until;
  return {
    switch: {
      on: output?.on ?? false,
      reason: why ?? (override ? 'override' : reason),
      until: next ?? null,
      price: pointAt(horizon?.spans ?? [], now)?.price ?? null,
    },
    plan: {
      ...planSummary(plan, {
        device: name,
        timeZone,
        sense: horizon?.sense ?? 'cost',
        reason: why ?? reason,
        next,
        expectedCost: horizon ? expectedCostOf(plan, horizon) : undefined,
        limitCost,
        solarKwh,
      }),
      ...(account && { realised: account.realised }),
    },
    demand: inForce(device, own),
    ...(finishes(device, now) && { finishes: true }),
    ...(isPartPlanned(device, own) && { isPart: true }),
    ...(output &&
      output.on === override?.on && {
        byHand: { on: output.on, since: Math.max(output.since, standing?.from ?? 0) },
      }),
    ...(account && { account }),
  };
}

function finishes({ output, override, standing, changed }: Device, now: Instant): boolean {
  const run = output?.on && !override ? pointAt(standing?.plan.runs ?? [], now) : undefined;
  return run !== undefined && changed !== undefined && run.start <= changed.at;
}

const inForce = (device: Device, own: DemandSettings): DemandPatch => ({
  enabled: true,
  ...withDefaults(own, device.told),
  ...onceIn(device),
  ...overrideWords(device),
  connected: device.connected ?? null,
  ...measuredWords(device.measured ?? {}),
});

/** A run that begins where the one before it, of an older plan, ends changes nothing. */
function nextChange(device: Device, now: Instant): Instant | undefined {
  const { standing, output } = device;
  const edges = [standing?.from ?? now, ...edgesOf(device)];
  return edges.find((edge) => edge > now && isPlanned(device, edge) !== (output?.on ?? false));
}

/**
 * What is left of a plan where a hand has switched its device: the runs after that, and of these only as much as what then runs by hand
 * leaves to be run, since it is planned anew. `isLate` where they no longer fit before `deadline`, or the end of the day.
 */
export function planBesideHand(
  { plan, byHand, switch: { until } }: DeviceReport,
  deadline: Instant | undefined,
): { readonly plan: PlanSummary; readonly isLate: boolean } {
  if (!byHand || until === null) return { plan, isLate: false };
  const { on, since } = byHand;
  const needed = (end = Number.POSITIVE_INFINITY) =>
    plan.runs
      .filter(({ start }) => start < end)
      .reduce((sum, run) => sum + Math.max(0, run.end - Math.max(run.start, since)), 0);
  const left = on ? needed() - (until - since) : Number.POSITIVE_INFINITY;
  const isLate = !on && deadline !== undefined && needed(deadline) > Math.max(0, deadline - until);
  return { plan: plan.runs.every(({ start }) => start >= until) && !on ? plan : planAfter(plan, until, left), isLate };
}

/**
 * The part of a plan from an instant on, at most `left` seconds of it. A run that is cut has no cost and no solar energy, because prices
 * and sun differ within a run.
 */
function planAfter(plan: PlanSummary, from: Instant, left: number): PlanSummary {
  let most = left;
  const runs = plan.runs.flatMap((run) => {
    const start = Math.max(run.start, from);
    const end = Math.min(run.end, start + most);
    if (end <= start) return [];
    most -= end - start;
    if (end - start === run.end - run.start) return [run];
    const energyKwh = (run.energyKwh * (end - start)) / (run.end - run.start);
    return [{ ...run, start, end, energyKwh, cost: null, averagePrice: null }];
  });
  const { expectedCost: _, solarKwh: __, ...rest } = plan;
  return {
    ...rest,
    ...{ runs, start: runs[0]?.start ?? null, end: runs.at(-1)?.end ?? null },
    energyKwh: runs.reduce((sum, { energyKwh }) => sum + energyKwh, 0),
    cost: runs.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
    ...{ averagePrice: null, baselineCost: null, saving: null },
  };
}
