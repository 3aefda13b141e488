import { passesOf } from './backward.ts';
import { convexSequel, curveBefore, valuesOf } from './convex-moves.ts';
import { convexWays } from './convex-ways.ts';
import type { Curve } from './curves/curve.ts';
import { hull } from './curves/hull.ts';
import type { Stage } from './cut.ts';
import { sequelOn } from './forward.ts';
import type { Sequel, StoredWorth } from './sequel.ts';
import type { StoreTerms } from './terms.ts';

/** The best way through all stages. */
export interface StoreMoves {
  readonly stages: readonly Stage[];
  /** The energy stored after each stage. */
  readonly ends: readonly number[];
  /** What a kWh stored is worth then. */
  readonly worths: readonly StoredWorth[];
}

export function movesOf(stages: readonly Stage[], terms: StoreTerms, end: Curve): StoreMoves {
  const sequel = sequelOf(stages, terms, end);
  let stored = terms.storedKwh;
  const ends = stages.map((_, i) => {
    stored = sequel.after(i, stored);
    return stored;
  });
  return { stages, ends, worths: ends.map((kwh, i) => sequel.worth(i, kwh)) };
}

/** What follows each stage. */
export function sequelOf(stages: readonly Stage[], terms: StoreTerms, end: Curve): Sequel {
  const ways = convexWays(stages, terms);
  if (ways) return convexSequel(valuesOf(stages, ways, terms, end), ways, terms);
  return sequelOn(passesOf(stages, terms, [end]).passes, terms);
}

/** What is to be paid over all stages by what is stored before them, as a convex curve: its slopes, not its height. */
export function paidOver(stages: readonly Stage[], terms: StoreTerms, end: Curve): Curve {
  const ways = convexWays(stages, terms);
  if (ways) return curveBefore(valuesOf(stages, ways, terms, end), stages.length, terms);
  return hull(passesOf(stages, terms, [end]).before);
}

/** The powers that take a store in a stage from one energy to another. */
export const powersOf = ({ hours }: Stage, terms: StoreTerms, begins: number, ends: number) => ({
  chargeKw: Math.max(0, ends - begins) / hours / terms.chargeEfficiency,
  dischargeKw: (Math.max(0, begins - ends) / hours) * terms.dischargeEfficiency,
});

/** What is short of the goals of a stage. */
export const shortOf = ({ goals }: Stage, storedKwh: number) =>
  goals.reduce((sum, goal) => sum + Math.max(0, goal - storedKwh), 0);

/** Power that may be had (above 0) or got rid of at a price per kWh. */
export interface Offer {
  readonly perKwh: number;
  readonly kw: number;
}

/** What a store would take and give in a stage at what stored energy is worth then: no more than it has room for, and has. */
export function offersOf(terms: StoreTerms, moves: StoreMoves | undefined, i: number): readonly Offer[] {
  const { stages, ends, worths } = moves ?? { stages: [], ends: [], worths: [] };
  const [stage, ended, worth] = [stages[i], ends[i], worths[i]];
  if (!stage?.isThere || ended === undefined || !worth) return [];
  const { minKwh, maxKwh, maxChargeKw, maxDischargeKw, chargeEfficiency, dischargeEfficiency, wearPerKwh } = terms;
  const { chargeKw, dischargeKw } = powersOf(stage, terms, ends[i - 1] ?? terms.storedKwh, ended);
  const room = Math.max(0, maxKwh - ended) / stage.hours / chargeEfficiency;
  const spare = (Math.max(0, ended - minKwh) / stage.hours) * dischargeEfficiency;
  return [
    { perKwh: worth.last * chargeEfficiency, kw: -Math.min(maxChargeKw, chargeKw + room) },
    { perKwh: worth.last / dischargeEfficiency + wearPerKwh, kw: Math.min(maxDischargeKw, dischargeKw + spare) },
  ];
}
