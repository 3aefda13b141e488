import { pointAt } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import { type DemandSettings, withDefaults } from '../../messages/demand/demand.ts';
import { minutesNeeded } from '../../messages/demand/resolve-demand.ts';
import { costsPerKw } from '../../messages/plan.ts';
import type { PowerSpan } from '../../messages/power/quarters.ts';
import type { Claim } from '../../planner/house/order.ts';
import type { Run } from '../../planner/types.ts';
import type { DeviceLoad } from '../power/connection/guard.ts';
import { meanPowers, type SitePower } from '../power/powers.ts';
import { type Device, isPlanned, settled } from './device.ts';
import { type Markets, questionOf } from './planning.ts';
import type { Orders } from './review.ts';

/** True of a device that takes power from the grid, and so much that somebody has said. */
export function takesPart({ told }: Device, { settings: own }: Orders): boolean {
  const settings = withDefaults(own, told);
  return settings.direction !== 'dearest' && !costsPerKw(settings);
}

/** What a device asks of the connection; `undefined` where it asks nothing, and where somebody switches it by hand. */
export function claimOf(device: Device, orders: Orders, markets: Markets | null, now: Instant): Claim | undefined {
  if (!takesPart(device, orders) || device.override) return undefined;
  try {
    const question = questionOf(settled(device, orders.settings, now), orders, markets, now);
    return 'claim' in question ? question.claim : undefined;
  } catch {
    // It says so itself when its own turn comes, and holds up none of the others.
    return undefined;
  }
}

/** Power that a device takes for a time: `kw` in the mean, and what it takes at most. */
export interface TakenPower extends PowerSpan {
  readonly mostKw: number;
}

/** What a device takes by its plan, and by the hand that switches it. */
export function takenBy(device: Device, orders: Orders): TakenPower[] {
  if (!takesPart(device, orders)) return [];
  const { standing, override, told } = device;
  const mostKw = maxKwOf(withDefaults(orders.settings, told));
  const begin = override?.until ?? 0;
  const runs = standing?.plan.runs.filter(({ end }) => end > begin) ?? [];
  const planned = runs.map(({ start, end, kw }) => ({ start: Math.max(start, begin), end, kw, mostKw }));
  return override?.on ? [{ start: 0, end: begin, kw: mostKw, mostKw }, ...planned] : planned;
}

const maxKwOf = ({ powerKw, profile }: DemandSettings) =>
  Math.max(powerKw ?? 0, ...(profile ?? []).map((phase) => phase.kw));

/** Reasons of runs that are made up, or finished, without prices. */
const WITHOUT_PRICES = ['fallback', 'no-prices', 'unknown-time', 'planner-refused'];

/** What a device takes at `now` by its plan, or by its override; `undefined` where it is off, and where its power is unknown. */
export function loadAt(device: Device, orders: Orders, now: Instant): DeviceLoad | undefined {
  const settings = withDefaults(orders.settings, device.told);
  const { override, standing } = device;
  if (costsPerKw(settings) || !(override?.on ?? isPlanned(device, now))) return undefined;
  const run = override ? undefined : pointAt(standing?.plan.runs ?? [], now);
  const { kw, until } = phaseAt(settings, run, now);
  return {
    kw: settings.direction === 'dearest' ? -kw : kw,
    by: override ? 'override' : WITHOUT_PRICES.includes(standing?.reason ?? '') ? 'fallback' : 'plan',
    ...(until !== undefined && { until }),
  };
}

/** The power of a run now. Of phases, the last one ends with the run; without a run, the highest power counts. */
function phaseAt(
  settings: DemandSettings,
  run: Run | undefined,
  now: Instant,
): { readonly kw: number; readonly until?: Instant } {
  const { profile } = settings;
  if (!run || !profile) return { kw: maxKwOf(settings) };
  let until = run.end - 60 * minutesNeeded(profile);
  for (const { minutes, kw } of profile) {
    until += 60 * minutes;
    if (now < until) return { kw, until };
  }
  return { kw: maxKwOf(settings) };
}

/** What is taken as a source of power, for those of the site that plan around it. */
export const devicePower = (taken: readonly PowerSpan[]): SitePower => ({
  kind: 'devices',
  expected: (now, count) => meanPowers(taken, now, count),
});
