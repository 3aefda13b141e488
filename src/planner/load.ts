import type { Phase } from './types.ts';

/** A run through phases, seen from its start. */
export interface Load {
  readonly phases: readonly Phase[];
  readonly minutes: number;
  /** The beginning of each phase, and at last the end of the run, in minutes after the start. */
  readonly offsets: readonly number[];
  /** The weight of a price in each phase: whole numbers in the proportion of the watts. */
  readonly weights: readonly number[];
  /** Minutes x weight of the whole run. */
  readonly weight: number;
  /** Money per micro-unit x minute x weight. */
  readonly money: number;
}

/** Money per micro-unit x minute at one kilowatt. */
const MONEY_PER_KW = 1 / 60e6;

export function loadOf(phases: readonly Phase[]): Load {
  const offsets = [0];
  let minutes = 0;
  for (const phase of phases) {
    minutes += phase.minutes;
    offsets.push(minutes);
  }
  const watts = phases.map(({ kw }) => Math.round(kw * 1000));
  const unit = watts.reduce(gcd, 0) || 1;
  const weights = watts.map((each) => each / unit);
  const weight = phases.reduce((sum, phase, i) => sum + phase.minutes * (weights[i] as number), 0);
  return { phases, minutes, offsets, weights, weight, money: (unit / 1000) * MONEY_PER_KW };
}

/** The rest of phases after the first `minutes` of them. */
export function phasesAfter(phases: readonly Phase[], minutes: number): readonly Phase[] {
  let passed = Math.max(0, Math.floor(minutes));
  if (passed === 0) return phases;
  return phases.flatMap((phase) => {
    const left = Math.max(0, phase.minutes - passed);
    passed = Math.max(0, passed - phase.minutes);
    return left > 0 ? [{ ...phase, minutes: left }] : [];
  });
}

/** Energy of the first `minutes` of phases. */
export function energyOf(phases: readonly Phase[], minutes: number): number {
  let left = minutes;
  return phases.reduce((sum, phase) => {
    const ran = Math.max(0, Math.min(left, phase.minutes));
    left -= ran;
    return sum + (ran * phase.kw) / 60;
  }, 0);
}

/** The greatest whole number that divides both; `gcd(a, 0)` is `a`. */
export function gcd(a: number, b: number): number {
  let [greater, less] = [Math.abs(a), Math.abs(b)];
  while (less > 0) [greater, less] = [less, greater % less];
  return greater;
}
