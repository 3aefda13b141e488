import { capsOf, chargeOf, peakOf } from '../../house/peak-terms.ts';
import type { Work } from '../../work.ts';
import { bestTry, type HouseTry, tryOf } from '../house-try.ts';
import { recapped } from '../recapped.ts';
import type { HouseSearch } from '../search.ts';
import { boundBy } from './bound.ts';
import { CALLS_PER_PROGRAM, type Found, type PeakMode, type Probe, probeOf } from './probe.ts';
import { shiftedBelow } from './shifted-below.ts';

/** Slots of all relaxations that are solved: a house of many slots takes no longer than one of few. */
const MOST_SLOTS = 1200;
/** As many relaxations is what the orders have taken. */
const ORDERS = 3;

/** Devices at their last times, and what any times come to at least. */
export interface Shifted {
  readonly best: HouseTry;
  /** Money, with what passes limits and is short of goals at its weight. */
  readonly bound: number;
}

/**
 * Shifts devices for as long as that helps, below each cap on the peak that may be best, the one that promises most first. The
 * calculation can be paused after each linear program.
 */
export function* shiftSearch(house: HouseSearch, from: HouseTry): Work<Shifted> {
  const most = MOST_SLOTS / house.slots.length - ORDERS;
  const effort = { left: most };
  const begun: { readonly probe: Probe; readonly first: ReturnType<Probe>; readonly bound: () => number }[] = [];
  for (const mode of modesOf(house)) {
    const solve = probeOf(house, mode, effort);
    let bound = Number.NEGATIVE_INFINITY;
    const probe: Probe = (turns) => {
      const solved = solve(turns);
      bound = Math.max(bound, boundBy(house, solved));
      return solved;
    };
    begun.push({ probe, first: probe(from.turns), bound: () => bound });
    yield CALLS_PER_PROGRAM;
  }
  begun.sort((a, b) => a.first.money - b.first.money);
  let found: Found = { turns: from.turns, money: Number.POSITIVE_INFINITY, capKw: from.capKw };
  let best = from;
  // Within a slot, the programs average what the stores have to follow: divided runs are compared with the best undivided ones.
  for (const dividesRuns of house.peak ? [false, true] : [false]) {
    if (dividesRuns) effort.left = most;
    for (const { probe, first } of begun) {
      const begin = found.turns === from.turns ? first : probe(found.turns);
      found = yield* shiftedBelow(house, found, begin, probe, effort, dividesRuns);
    }
    const tries = [Number.POSITIVE_INFINITY, found.capKw].map((capKw) => tryOf(house, found.turns, capKw));
    best = bestTry([best, ...tries]);
  }
  return {
    best: house.peak ? yield* recapped(house, best, capsOf(house.peak, best.reckoning.peakKw)) : best,
    bound: Math.min(...begun.map(({ bound }) => bound())),
  };
}

/** Below what stays on each step; or with a price for each kW, or without a charge. */
function modesOf({ peak }: HouseSearch): PeakMode[] {
  const uncapped = { capKw: Number.POSITIVE_INFINITY, charge: 0 };
  if (!peak?.rule.steps) return [{ ...uncapped, ...(peak && { priced: peak }) }];
  const begunKw = peakOf(peak, []).kw;
  const chargeBelow = (capKw: number) => chargeOf(peak, Math.max(capKw, begunKw));
  const caps = capsOf(peak, Number.POSITIVE_INFINITY).map((capKw) => ({ capKw, charge: chargeBelow(capKw) }));
  return [...caps, { ...uncapped, charge: chargeBelow(Number.POSITIVE_INFINITY) }];
}
