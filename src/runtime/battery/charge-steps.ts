import type { CarSettings } from '../../messages/battery/car.ts';
import { toWatt } from '../../messages/power/quarters.ts';

/** A power that a charger can be set to. */
export interface ChargeStep {
  readonly kw: number;
  readonly amps: number;
  readonly phases: number;
}

/** kV of a phase. */
const PHASE = 0.23;
const NOISE = 1e-6;

/** Every power that there is, the least first; on one phase those below what three begin with. */
export function chargeSteps({ phases, minAmps, maxAmps }: CarSettings): readonly [ChargeStep, ...ChargeStep[]] {
  const on = (count: number) =>
    Array.from({ length: maxAmps - minAmps + 1 }, (_, i) => {
      const amps = minAmps + i;
      return { kw: toWatt(amps * count * PHASE), amps, phases: count };
    });
  const [one, three] = [on(1), on(3)];
  const least = minAmps * 3 * PHASE;
  const steps = phases === '1+3' ? [...one.filter(({ kw }) => kw < least - NOISE), ...three] : on(Number(phases));
  const [first, ...rest] = steps;
  if (!first) throw new RangeError('a charger has at least one power');
  return [first, ...rest];
}

/** The least power that is enough, else the most that there is room for; nothing where that is none. */
export function chargeStepFor(steps: readonly ChargeStep[], kw: number, roomKw: number): ChargeStep | undefined {
  const possible = steps.filter((step) => step.kw <= roomKw + NOISE);
  return possible.find((step) => step.kw >= kw - NOISE) ?? possible.at(-1);
}
