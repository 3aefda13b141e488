import { pointAt } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { type DemandPatch, type DemandSettings, withDefaults } from '../../messages/demand/demand.ts';
import { type PlanSummary, planSummary } from '../../messages/plan.ts';
import type { SwitchState } from '../../messages/switch.ts';
import { expectedCostOf } from '../../planner/estimate.ts';
import type { Horizon } from '../../planner/types.ts';
import type { AccountView } from '../account/account-view.ts';
import { measuredWords } from '../account/measured.ts';
import type { Dimming } from '../power/dimming.ts';
import { type Device, isPlanned, type StandingPlan } from './device.ts';
import { overrideWords } from './override.ts';

/** Everything that can be said of a device at a moment. */
export interface DeviceReport {
  readonly switch: SwitchState;
  readonly plan: PlanSummary;
  /** The demand in force: of its node, of messages over that, and the defaults where neither says anything. */
  readonly demand: DemandPatch;
  /** The run under way began before the settings of the node were changed. */
  readonly finishes?: true;
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
  { dimming, account }: Beside = {},
): DeviceReport {
  const { output, override, standing, timeZone } = device;
  const { plan, reason, limitCost, solarKwh }: Omit<StandingPlan, 'from' | 'review'> = standing ?? NOTHING;
  const until = override?.until ?? nextChange(device, now);
  const cut = (override?.on ?? isPlanned(device, now)) && !output?.on ? dimming : undefined;
  const next = cut?.until ?? until;
  return {
    switch: {
      on: output?.on ?? false,
      reason: cut ? 'dimmed' : override ? 'override' : reason,
      until: next ?? null,
      price: pointAt(horizon?.spans ?? [], now)?.price ?? null,
    },
    plan: {
      ...planSummary(plan, {
        device: name,
        timeZone,
        sense: horizon?.sense ?? 'cost',
        reason: cut ? 'dimmed' : reason,
        next,
        expectedCost: horizon ? expectedCostOf(plan, horizon) : undefined,
        limitCost,
        solarKwh,
      }),
      ...(account && { realised: account.realised }),
    },
    demand: inForce(device, own),
    ...(finishes(device, now) && { finishes: true }),
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

/** The instants at which the plan switches. */
export const edgesOf = ({ standing }: Device): Instant[] =>
  standing?.plan.runs.flatMap(({ start, end }) => [start, end]) ?? [];

/**
 * What is left of a plan where a hand has switched its device off: the runs after that. `isLate` where they no longer fit before the
 * deadline.
 */
export function planBesideOff(
  { plan, demand, switch: { reason, until } }: DeviceReport,
  now: Instant,
  deadline: Instant | undefined,
): { readonly plan: PlanSummary; readonly isLate: boolean } {
  const isOff = reason === 'override' && demand.override === 'off';
  if (!isOff || until === null) return { plan, isLate: false };
  const needed = plan.runs.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, now)), 0);
  const isLate = deadline !== undefined && needed > Math.max(0, deadline - until);
  return { plan: plan.runs.every(({ start }) => start >= until) ? plan : planAfter(plan, until), isLate };
}

/** Of a run that is cut nobody knows the cost. */
function planAfter(plan: PlanSummary, from: Instant): PlanSummary {
  const runs = plan.runs
    .filter(({ end }) => end > from)
    .map((run) => {
      if (run.start >= from) return run;
      const energyKwh = (run.energyKwh * (run.end - from)) / (run.end - run.start);
      return { ...run, start: from, energyKwh, cost: null, averagePrice: null };
    });
  const { expectedCost: _, ...rest } = plan;
  return {
    ...rest,
    ...{ runs, start: runs[0]?.start ?? null, end: runs.at(-1)?.end ?? null },
    energyKwh: runs.reduce((sum, { energyKwh }) => sum + energyKwh, 0),
    cost: runs.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
    ...{ averagePrice: null, baselineCost: null, saving: null },
  };
}
