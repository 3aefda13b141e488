import type { Curve } from '../store/curves/curve.ts';
import { stagesOf } from '../store/cut.ts';
import { endCurve } from '../store/end-value.ts';
import { netLoadOf } from '../store/grid.ts';
import { type StoreTerms, termsOf } from '../store/terms.ts';
import type { Slot, Store } from '../store/types.ts';
import type { TimeSpan, UnixSeconds } from '../types.ts';
import { type PeakTerms, peakTermsOf } from './peak-terms.ts';
import type { DeviceSlot, House, HouseClaim } from './types.ts';

/** A slot of a house, with its fuse beside the most that is to be bought. */
export interface HouseSlot extends DeviceSlot {
  readonly fuseKw: number;
}

/** A store of a house. */
export interface HouseStore {
  readonly store: Store;
  readonly terms: StoreTerms;
  /** What is left after the last slot is worth the same whatever the devices do. */
  readonly end: Curve;
}

/** A house as it is planned: what no order of its devices changes. */
export interface HouseTerms {
  readonly now: UnixSeconds;
  readonly claims: readonly HouseClaim[];
  /** From now on, cut where a store comes, goes or has a goal. */
  readonly slots: readonly HouseSlot[];
  readonly stores: readonly HouseStore[];
  readonly peak: PeakTerms | undefined;
  readonly limitWeight: number;
  /** What makes room for a device: with the stores, with the sun alone, or as if there were neither. */
  readonly rooms: readonly Headroom[];
}

export type Headroom = 'stores' | 'sun' | 'fuse';

export function houseTermsOf(house: House, now: UnixSeconds): HouseTerms {
  const { importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = house;
  const slots = house.slots.map((slot) => ({
    ...slot,
    fuseKw: Math.min(importKw, slot.importKw ?? importKw),
    exportKw: Math.min(exportKw, slot.exportKw ?? exportKw),
  }));
  const stores = house.stores.map((store) => {
    const terms = termsOf(store, slots);
    return { store, terms, end: endCurve(store, terms, slots) };
  });
  return {
    now,
    claims: house.devices,
    slots: house.stores.reduce<readonly HouseSlot[]>((cut, store) => cutFor(cut, store, now), cutAt(slots, [], now)),
    stores,
    peak: house.peak && peakTermsOf(house.peak, now),
    limitWeight: Math.max(1, ...stores.map(({ terms }) => terms.limitWeight)),
    rooms: stores.length > 0 ? ['stores', 'sun'] : ['sun'],
  };
}

function cutFor(slots: readonly HouseSlot[], store: Store, now: UnixSeconds): HouseSlot[] {
  return cutAt(
    slots,
    stagesOf(slots, store, now).map(({ end }) => end),
    now,
  );
}

function cutAt(slots: readonly HouseSlot[], edges: readonly UnixSeconds[], now: UnixSeconds): HouseSlot[] {
  return slots.flatMap((slot) => pieces(slot, edges, now).map((span) => ({ ...slot, ...span })));
}

function pieces({ start, end }: TimeSpan, edges: readonly UnixSeconds[], now: UnixSeconds): TimeSpan[] {
  const from = Math.max(start, now);
  const bounds = [from, ...edges.filter((edge) => from < edge && edge < end), end];
  return from < end ? bounds.slice(1).map((end, i) => ({ start: bounds[i] as number, end })) : [];
}

/** The power of a house beside what its stores charge and discharge: positive where it has less sun than load. */
export function houseNetKw(stores: readonly HouseStore[], slot: Slot): number {
  let netKw = netLoadOf(slot);
  for (const { store, terms } of stores) if (isThereAt(store, slot.start)) netKw += terms.standbyKw;
  return netKw;
}

/** No store comes or goes within a slot of the house. */
export const isThereAt = ({ available }: Store, at: UnixSeconds) =>
  available?.some(({ start, end }) => start <= at && at < end) ?? true;
