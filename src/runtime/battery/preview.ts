import { round6 } from '../../core/components.ts';
import { pointAt } from '../../core/series.ts';
import { pricesWithSun } from '../../planner/house/sun.ts';
import type { Slot } from '../../planner/store/types.ts';
import type { TimeSpan } from '../../planner/types.ts';
import type { Planned } from './battery.ts';

/** The plan of a need that is not in force, at known and expected prices. */
export interface NeedPreview {
  readonly timeZone: string;
  /** Stable code. */
  readonly reason: string;
  readonly runs: readonly TimeSpan[];
  readonly energyKwh: number;
  /** `null` for a device without a power. */
  readonly cost: number | null;
}

/** The charging in a plan, at the prices of its slots; surplus sun costs what its export would bring. */
export function chargingIn(planned: Planned, slots: readonly Slot[]): Pick<NeedPreview, 'runs' | 'energyKwh' | 'cost'> {
  const steps = 'problem' in planned ? [] : planned.slots.filter(({ chargeKw }) => chargeKw > 0);
  const runs: TimeSpan[] = [];
  let [energyKwh, cost] = [0, 0];
  for (const { start, end, chargeKw } of steps) {
    const kwh = (chargeKw * (end - start)) / 3600;
    energyKwh += kwh;
    const slot = pointAt(slots, start);
    cost += kwh * (slot ? (pricesWithSun([slot], chargeKw)[0]?.price ?? 0) : 0);
    const last = runs.at(-1);
    if (last?.end === start) runs[runs.length - 1] = { start: last.start, end };
    else runs.push({ start, end });
  }
  return { runs, energyKwh: round6(energyKwh), cost: round6(cost) };
}
