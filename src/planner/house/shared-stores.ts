import { heightAt } from '../store/curves/curve.ts';
import { type Stage, stagesOf } from '../store/cut.ts';
import type { SharedSlot } from '../store/grid.ts';
import { movesOf, type Offer, offersOf, powersOf, type StoreMoves, shortOf } from '../store/moves.ts';
import { type MeterFlow, metered } from './meter.ts';
import type { HouseSlot, HouseStore, HouseTerms } from './terms.ts';

/** What the stores of a house do, one beside the other. */
export interface SharedMoves extends MeterFlow {
  readonly moves: readonly StoreMoves[];
  /** What each takes (positive) or gives in each slot, in kW. */
  readonly powers: readonly Float64Array[];
  readonly wear: number;
  readonly shortKwh: number;
  /** All that is paid, with what passes limits and is short of goals at its weight. */
  readonly total: number;
  /** What is to be paid after the last slot, by what is stored then. */
  readonly left: number;
}

/** Times that each of several stores is planned first. */
const TURNS = 2;
/** Float noise of money. */
const NOISE = 1e-9;

/**
 * The moves of one store are the best. Of more, each in its turn takes the others for as flexible as what they store is
 * worth, and these are planned beside what it does; of some turns the best, with each planned anew beside what the others
 * do, and no promise of the best.
 */
export function sharedMoves(house: HouseTerms, slots: readonly HouseSlot[]): SharedMoves {
  const { stores, now } = house;
  const planned = ({ store, terms, end }: HouseStore, on: readonly SharedSlot[]) =>
    movesOf(stagesOf(on, store, now), terms, end);
  const [only] = stores;
  if (!only || stores.length === 1) return told(house, slots, only ? [planned(only, slots)] : []);
  let best = inTurn(0);
  let last = best;
  for (let turn = 1; turn < TURNS * stores.length; turn++) {
    last = inTurn(turn, last.moves);
    if (isCheaper(last, best)) best = last;
  }
  return polished(best);

  /** One store after the other, from one of them on; those that come later as they moved before. */
  function inTurn(first: number, before: readonly StoreMoves[] = []): SharedMoves {
    const moves: (StoreMoves | undefined)[] = [];
    for (let next = 0; next < stores.length; next++) {
      const i = (first + next) % stores.length;
      const later = stores.map(
        ({ terms }, k) =>
          (slot: number) =>
            k === i || moves[k] ? [] : offersOf(terms, before[k], slot),
      );
      const done = stores.flatMap((store, k) => (moves[k] ? [powersIn(store, moves[k])] : []));
      moves[i] = planned(stores[i] as HouseStore, beside(slots, done, later));
    }
    return told(
      house,
      slots,
      moves.flatMap((each) => each ?? []),
    );
  }

  /** Each store beside what the others do, for as long as that helps. */
  function polished(from: SharedMoves): SharedMoves {
    let best = from;
    for (const [i, store] of stores.entries()) {
      const others = best.powers.filter((_, k) => k !== i);
      const next = told(house, slots, best.moves.with(i, planned(store, beside(slots, others, []))));
      if (isCheaper(next, best)) best = next;
    }
    return best === from ? best : polished(best);
  }
}

const isCheaper = (one: SharedMoves, other: SharedMoves) => one.total < other.total - NOISE;

/** The slots with what some stores do among their load, and beside what others may do. */
function beside(
  slots: readonly HouseSlot[],
  done: readonly Float64Array[],
  others: readonly ((i: number) => readonly Offer[])[],
): SharedSlot[] {
  return slots.map((slot, i) => ({
    ...slot,
    loadKw: done.reduce((sum, powers) => sum + (powers[i] as number), slot.loadKw),
    beside: others.flatMap((each) => each(i)),
  }));
}

/** Moves with what they come to. */
function told(house: HouseTerms, slots: readonly HouseSlot[], moves: readonly StoreMoves[]): SharedMoves {
  const powers = house.stores.map((store, i) => powersIn(store, moves[i]));
  const meter = metered(house, slots, powers);
  let [wear, shortKwh, left, total] = [0, 0, 0, meter.weighed];
  for (const [k, { terms, end }] of house.stores.entries()) {
    const { stages, ends } = moves[k] ?? { stages: [], ends: [] };
    const short = stages.reduce((sum, stage, i) => sum + shortOf(stage, ends[i] as number), 0);
    for (const [i, { hours }] of stages.entries())
      wear += terms.wearPerKwh * hours * Math.max(0, -(powers[k]?.[i] ?? 0));
    left += heightAt(end, ends.at(-1) ?? terms.storedKwh);
    shortKwh += short;
    total += terms.goalWeight * short;
  }
  return { ...meter, moves, powers, wear, shortKwh, left, total: total + wear + left };
}

function powersIn({ terms }: HouseStore, moves: StoreMoves | undefined): Float64Array {
  const { stages = [], ends = [] } = moves ?? {};
  const powers = new Float64Array(stages.length);
  let stored = terms.storedKwh;
  for (let i = 0; i < powers.length; i++) {
    const begins = stored;
    stored = ends[i] as number;
    const { chargeKw, dischargeKw } = powersOf(stages[i] as Stage, terms, begins, stored);
    powers[i] = chargeKw - dischargeKw;
  }
  return powers;
}
