import { loadsOf, missedBy } from '../house/order.ts';
import { type Reckoning, reckoningOf } from '../house/reckoning.ts';
import type { HouseTerms } from '../house/terms.ts';
import type { HouseClaim } from '../house/types.ts';
import type { Plan } from '../types.ts';

/** A claim of a house with a plan for it. */
export interface HouseTurn {
  readonly claim: HouseClaim;
  readonly plan: Plan;
}

/** Plans for some devices, one after the other, and what comes of them. */
export interface HouseTry {
  readonly turns: readonly HouseTurn[];
  readonly capKw: number;
  readonly reckoning: Reckoning;
  /** Minutes that are missing or late. */
  readonly missed: number;
}

export function tryOf(house: HouseTerms, turns: readonly HouseTurn[], capKw: number): HouseTry {
  const loads = turns.flatMap(({ claim, plan }) => loadsOf(plan, claim));
  const missed = turns.reduce((sum, turn) => sum + missedBy(turn), 0);
  return { turns, capKw, reckoning: reckoningOf(house, loads, capKw), missed };
}

/** Float noise of energy, and of money. */
const NOISE = { kwh: 1e-6, money: 1e-9 };

/** Limits come before needs, and needs before money. */
export function isBetterTry(one: HouseTry, other: HouseTry): boolean {
  const above = one.reckoning.aboveKwh - other.reckoning.aboveKwh;
  if (Math.abs(above) > NOISE.kwh) return above < 0;
  if (one.missed !== other.missed) return one.missed < other.missed;
  const short = one.reckoning.shortKwh - other.reckoning.shortKwh;
  if (Math.abs(short) > NOISE.kwh) return short < 0;
  return one.reckoning.money < other.reckoning.money - NOISE.money;
}

export const bestTry = (tries: readonly [HouseTry, ...HouseTry[]]): HouseTry =>
  tries.reduce((best, each) => (isBetterTry(each, best) ? each : best));

export const dearer = (one: HouseTry, by: number): HouseTry => ({
  ...one,
  reckoning: { ...one.reckoning, money: one.reckoning.money + by },
});
