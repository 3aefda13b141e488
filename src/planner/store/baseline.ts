import type { Stage } from './cut.ts';
import { flowAt, netLoadOf } from './grid.ts';
import type { StoreTerms } from './terms.ts';
import { flowWith, mostChargeKw } from './ways.ts';

/** A house without its plan: money, and what is stored at the end. */
export interface Baseline {
  readonly cost: number;
  readonly storedKwh: number;
}

/** The house without the store, which keeps what it has. One with goals is charged at once, until the highest of them is met. */
export function baselineOf(stages: readonly Stage[], store: StoreTerms): Baseline {
  const goal = Math.min(store.maxKwh, Math.max(0, ...stages.flatMap(({ goals }) => goals)));
  if (goal === 0)
    return { cost: stages.reduce((sum, stage) => sum + costWithout(stage, store), 0), storedKwh: store.storedKwh };
  return stages.reduce<Baseline>(
    ({ cost, storedKwh }, stage) => {
      const chargeKw = stage.isThere ? chargeAtOnce(stage, store, goal - storedKwh) : 0;
      return {
        cost: cost + stage.hours * flowWith(stage, store, chargeKw, 0).cost,
        storedKwh: storedKwh + chargeKw * stage.hours * store.chargeEfficiency,
      };
    },
    { cost: 0, storedKwh: store.storedKwh },
  );
}

function costWithout({ slot, hours }: Stage, { limitWeight }: StoreTerms): number {
  return hours * (flowAt(slot, netLoadOf(slot), 'both', limitWeight)?.cost ?? 0);
}

/** As much power as there is for what is missing; no less than the least. */
function chargeAtOnce(stage: Stage, store: StoreTerms, missingKwh: number): number {
  const { minChargeKw, chargeEfficiency } = store;
  const most = mostChargeKw(stage, store);
  if (missingKwh <= 0 || most < minChargeKw) return 0;
  return Math.min(most, Math.max(minChargeKw, missingKwh / stage.hours / chargeEfficiency));
}
