import type { HouseClaim } from '../../house/types.ts';
import { meanImportPrice } from '../../store/grid.ts';
import type { Work } from '../../work.ts';
import { dearer, type HouseTry, isBetter } from '../house-try.ts';
import { boundOf, nextOf } from '../next-device.ts';
import type { HouseSearch } from '../search.ts';

/** Starts of a run in one piece that are tried in each turn. */
const STARTS = 2;
/** As much as so many kWh cost, less may come of devices than what bounds it: a battery gives way more easily over hours than in a slot. */
const SLACK_KWH = 4;

/**
 * Devices in turn, each on what those before it leave, with the stores planned anew for each of its plans. Orders that begin
 * alike share their beginnings; nothing comes of one that cannot be better than the best before it.
 */
export function inOrderOf(
  house: HouseSearch,
  first: HouseTry,
): (order: readonly HouseClaim[]) => Work<HouseTry | undefined> {
  const known = new Map<string, HouseTry>();
  const slack = SLACK_KWH * meanImportPrice(house.slots);
  let best: HouseTry | undefined;
  const isHopeless = (from: HouseTry, claims: readonly HouseClaim[]) =>
    best !== undefined && isBetter(best, dearer(boundOf(house, from, claims), -slack));
  return function* (order) {
    let [key, from] = ['', first];
    for (const [i, claim] of order.entries()) {
      if (isHopeless(from, order.slice(i))) return undefined;
      key += `${house.claims.indexOf(claim)},`;
      const next: HouseTry = known.get(key) ?? (yield* nextOf(house, from, claim, [from.ground()], STARTS));
      known.set(key, next);
      from = next;
    }
    if (!best || isBetter(from, best)) best = from;
    return from;
  };
}
