import { passesOf } from './backward.ts';
import { convexSequel, curveBefore, valuesOf } from './convex-moves.ts';
import { convexWays, emptyPieces, type Pieces } from './convex-ways.ts';
import type { Curve } from './curves/curve.ts';
import { hull } from './curves/hull.ts';
import type { Stage } from './cut.ts';
import { sequelOn } from './forward.ts';
import type { Sequel } from './sequel.ts';
import type { StoreTerms } from './terms.ts';

/** The best way through all stages. */
export interface StoreMoves {
  readonly stages: readonly Stage[];
  /** The energy stored after each stage. */
  readonly ends: readonly number[];
  /** What a kWh stored is worth then. */
  readonly worths: StoredWorths;
}

export function movesOf(stages: readonly Stage[], terms: StoreTerms, end: Curve): StoreMoves {
  const sequel = sequelOf(stages, terms, end, desk);
  let stored = terms.storedKwh;
  const ends = stages.map((_, i) => {
    stored = sequel.after(i, stored);
    return stored;
  });
  return { stages, ends, worths: worthsAlong(ends, sequel) };
}

/** Room for one store at a time: nothing of it is kept, and to make it takes as long as a plan. */
const desk: Desk = { ways: emptyPieces(), values: emptyPieces() };

/** Room for the pieces of the ways through stages, and of what follows them. */
interface Desk {
  readonly ways: Pieces;
  readonly values: Pieces;
}

/** Of each stage by its number. */
export interface StoredWorths {
  readonly last: Float64Array;
  readonly next: Float64Array;
}

/** What is stored after each stage is worth. */
export function worthsAlong(ends: readonly number[], sequel: Sequel): StoredWorths {
  const worths = { last: new Float64Array(ends.length), next: new Float64Array(ends.length) };
  for (let i = 0; i < ends.length; i++) {
    const { last, next } = sequel.worth(i, ends[i] as number);
    worths.last[i] = last;
    worths.next[i] = next;
  }
  return worths;
}

/** What follows each stage. With a `desk` it holds until that is used again. */
export function sequelOf(stages: readonly Stage[], terms: StoreTerms, end: Curve, desk?: Desk): Sequel {
  const ways = convexWays(stages, terms, desk?.ways);
  if (ways) return convexSequel(valuesOf(stages, ways, terms, end, desk?.values), ways, terms);
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
  const [stage, ended, worth] = [moves?.stages[i], moves?.ends[i], moves?.worths.last[i]];
  if (!moves || !stage?.isThere || ended === undefined || worth === undefined) return [];
  const { minKwh, maxKwh, maxChargeKw, maxDischargeKw, chargeEfficiency, dischargeEfficiency, wearPerKwh } = terms;
  const { chargeKw, dischargeKw } = powersOf(stage, terms, moves.ends[i - 1] ?? terms.storedKwh, ended);
  const room = Math.max(0, maxKwh - ended) / stage.hours / chargeEfficiency;
  const spare = (Math.max(0, ended - minKwh) / stage.hours) * dischargeEfficiency;
  return [
    { perKwh: worth * chargeEfficiency, kw: -Math.min(maxChargeKw, chargeKw + room) },
    { perKwh: worth / dischargeEfficiency + wearPerKwh, kw: Math.min(maxDischargeKw, dischargeKw + spare) },
  ];
}
