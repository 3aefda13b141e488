import type { Stage } from '../cut.ts';
import { modeOf } from '../modes.ts';
import { powersOf } from '../moves.ts';
import type { Sequel } from '../sequel.ts';
import type { StoreTerms } from '../terms.ts';
import type { StoreMode } from '../types.ts';
import { flowWith, mostChargeKw, mostDischargeKw, netKwOf } from '../ways.ts';

/** What a store does in a stage in a mode. */
export interface ModeMove {
  readonly mode: StoreMode;
  /** The energy stored then. */
  readonly ends: number;
  /** Money beyond the best that there is to do. */
  readonly loss: number;
}

/** A stage by its number, and what is stored before it. */
interface Place {
  readonly stage: Stage;
  readonly number: number;
  readonly begins: number;
}

const MODES = ['normal', 'hold', 'holdcharge', 'charge', 'discharge'] as const satisfies readonly StoreMode[];

/** Float noise of power, energy and money. */
const NOISE = 1e-9;

/** What is kept or given for the sake of calm is worth less the more it is: so much of its price is lost, at the least. */
const LEAST_SHARE = 0.05;

/** The best move, and what each other mode that may be said there would do in its place. */
export function modeMoves(place: Place, store: StoreTerms, sequel: Sequel): ModeMove[] {
  const { stage, number, begins } = place;
  const ends = sequel.after(number, begins);
  const powers = powersOf(stage, store, begins, ends);
  const mode = modeOf({ stage, ...powers, begins, ends }, store, sequel.worth(number, ends));
  const best = { mode, ends, loss: 0 };
  if (!stage.isThere) return [best];
  const [least, bestKw] = [paidFor(place, store, sequel, ends), powers.chargeKw - powers.dischargeKw];
  const others = MODES.flatMap((other): ModeMove[] => {
    const kw = other === mode || mayEmpty(other, store, begins) ? undefined : powerIn(other, place, store);
    if (kw === undefined) return [];
    const then = begins + stage.hours * (kw > 0 ? kw * store.chargeEfficiency : kw / store.dischargeEfficiency);
    const paid = paidFor(place, store, sequel, then);
    if (paid.broken > least.broken + NOISE || isTooFar(sequel, store, number, then, ends)) return [];
    const share = LEAST_SHARE * Math.abs(stage.slot.importPrice * (kw - bestKw)) * stage.hours;
    // Of modes that cost the same the best one.
    return [{ mode: other, ends: then, loss: NOISE + Math.max(paid.money - least.money, share) }];
  });
  return others.length > 0 && mayEmpty(mode, store, begins) ? others : [best, ...others];
}

/** At its reserve nothing is said that might take from it, were it for a cloud. */
const mayEmpty = (mode: StoreMode, { minKwh }: StoreTerms, stored: number) =>
  minKwh > 0 && stored <= minKwh + NOISE && mode !== 'hold' && mode !== 'charge';

/** What a stage costs that ends with so much stored, with what is to be paid after it; and what of that is for a limit that is passed. */
function paidFor({ stage, number, begins }: Place, store: StoreTerms, sequel: Sequel, ends: number) {
  const { chargeKw, dischargeKw } = powersOf(stage, store, begins, ends);
  const { cost, weighed } = flowWith(stage, store, chargeKw, dischargeKw);
  const money = stage.hours * (weighed + store.wearPerKwh * dischargeKw) + sequel.paid(number, ends);
  return { money, broken: weighed - cost };
}

/** With that little, or that much, a goal is missed later or a limit passed: a kWh more or less would weigh more than any price. */
function isTooFar(sequel: Sequel, { goalWeight }: StoreTerms, number: number, then: number, best: number): boolean {
  const { last, next } = sequel.worth(number, then);
  return then < best ? next > goalWeight / 2 : last < -goalWeight / 2;
}

/** The power of a store in a mode, above 0 charging; nothing where that mode is not one to be said there. */
function powerIn(mode: StoreMode, { stage, begins }: Place, store: StoreTerms): number | undefined {
  const netKw = netKwOf(stage, store);
  const room = Math.max(0, store.maxKwh - begins) / stage.hours / store.chargeEfficiency;
  const spare = (Math.max(0, begins - store.minKwh) / stage.hours) * store.dischargeEfficiency;
  if (mode === 'charge') {
    const kw = Math.min(mostChargeKw(stage, store), room);
    return kw > Math.max(0, -netKw) + NOISE && kw >= store.minChargeKw ? kw : undefined;
  }
  if (mode === 'discharge') {
    const kw = Math.min(mostDischargeKw(stage, store), spare);
    return kw > Math.max(0, netKw) + NOISE ? -kw : undefined;
  }
  const takes = Math.min(-netKw, store.maxChargeKw, room);
  if (netKw < 0) return mode === 'holdcharge' || takes < store.minChargeKw ? 0 : takes;
  return mode === 'hold' ? 0 : -Math.min(netKw, store.maxDischargeKw, spare);
}
