import { heightAt } from '../store/curves/curve.ts';
import { type Stage, stagesOf } from '../store/cut.ts';
import { movesOf, powersOf, type StoreMoves, shortOf } from '../store/moves.ts';
import { type MeterFlow, metered } from './meter.ts';
import { relaxationOf } from './relaxation/relaxation.ts';
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

/** Float noise of money. */
const NOISE = 1e-9;

/**
 * The moves of one store are the best. Of more, those are sought that the relaxation of the house has: each store is planned
 * beside what the others do there, and again beside what they do then, for as long as that helps. Where nothing keeps the
 * house from what its relaxation may do, they are the best as well.
 */
export function sharedMoves(house: HouseTerms, slots: readonly HouseSlot[]): SharedMoves {
  const { stores, now } = house;
  const planned = ({ store, terms, end }: HouseStore, others: readonly Float64Array[]) =>
    movesOf(stagesOf(beside(slots, others), store, now), terms, end);
  if (stores.length < 2)
    return told(
      house,
      slots,
      stores.map((store) => planned(store, [])),
    );
  const { powers } = relaxationOf(house, slots, 0)(new Float64Array(slots.length));
  const moves: StoreMoves[] = [];
  for (const [i, store] of stores.entries()) {
    const before = moves.map((each, k) => powersIn(stores[k] as HouseStore, each));
    moves.push(planned(store, [...before, ...powers.slice(i + 1)]));
  }
  return polished(told(house, slots, moves));

  /** Each store beside what the others do, for as long as that helps. */
  function polished(from: SharedMoves): SharedMoves {
    let best = from;
    for (const [i, store] of stores.entries()) {
      const others = best.powers.filter((_, k) => k !== i);
      const next = told(house, slots, best.moves.with(i, planned(store, others)));
      if (next.total < best.total - NOISE) best = next;
    }
    return best === from ? best : polished(best);
  }
}

/** The slots with what some stores do among their load. */
const beside = (slots: readonly HouseSlot[], powers: readonly Float64Array[]): readonly HouseSlot[] =>
  powers.length === 0
    ? slots
    : slots.map((slot, i) => ({
        ...slot,
        loadKw: powers.reduce((sum, each) => sum + (each[i] as number), slot.loadKw),
      }));

/** Moves with what they come to. */
function told(house: HouseTerms, slots: readonly HouseSlot[], moves: readonly StoreMoves[]): SharedMoves {
  const powers = house.stores.map((store, i) => powersIn(store, moves[i] as StoreMoves));
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

function powersIn({ terms }: HouseStore, { stages, ends }: StoreMoves): Float64Array {
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
