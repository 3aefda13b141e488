import { missedBy } from '../house/order.ts';
import type { HouseSearch, HouseTurn, Upshot } from './search.ts';

/** What tries are compared by. */
export interface Rating {
  /** Above the fuse and what may be sold. */
  readonly aboveKwh: number;
  /** Minutes that are missing or late. */
  readonly missed: number;
  /** Short of the goals of stores. */
  readonly shortKwh: number;
  readonly money: number;
}

/** Plans for some devices, one after the other, and what comes of them. */
export interface HouseTry extends Rating, Upshot {
  readonly turns: readonly HouseTurn[];
  readonly capKw: number;
}

export function tryOf(house: HouseSearch, turns: readonly HouseTurn[], capKw: number): HouseTry {
  const upshot = house.upshotOf(turns, capKw);
  const { aboveKwh, shortKwh, money } = upshot.reckoning;
  const missed = turns.reduce((sum, turn) => sum + missedBy(turn), 0);
  return { ...upshot, turns, capKw, aboveKwh, missed, shortKwh, money };
}

/** Float noise of energy, and of money. */
const NOISE = { kwh: 1e-6, money: 1e-9 };

/** Limits come before needs, and needs before money. */
export function isBetter(one: Rating, other: Rating): boolean {
  const above = one.aboveKwh - other.aboveKwh;
  if (Math.abs(above) > NOISE.kwh) return above < 0;
  if (one.missed !== other.missed) return one.missed < other.missed;
  const short = one.shortKwh - other.shortKwh;
  if (Math.abs(short) > NOISE.kwh) return short < 0;
  return one.money < other.money - NOISE.money;
}

export const bestTry = (tries: readonly [HouseTry, ...HouseTry[]]): HouseTry =>
  tries.reduce((best, each) => (isBetter(each, best) ? each : best));

export const dearer = ({ aboveKwh, missed, shortKwh, money }: Rating, by: number): Rating => ({
  ...{ aboveKwh, missed, shortKwh },
  money: money + by,
});
