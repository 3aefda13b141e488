import type { DeviceNeed } from '../house/order.ts';
import { type Stretch, without } from '../stretches.ts';
import type { Horizon, Plan, UnixSeconds } from '../types.ts';
import { planAround } from '../window/plan-window.ts';

/** The plan of a device that finds room at no other times. */
export function planAt(
  { demand, state }: DeviceNeed,
  horizon: Horizon,
  now: UnixSeconds,
  times: readonly Stretch[],
): Plan {
  const others = without([ALWAYS], times);
  return planAround(demand, horizon, now, state, () => others);
}

const ALWAYS: Stretch = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
