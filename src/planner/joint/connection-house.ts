import { indexAt } from '../horizon.ts';
import { type Remaining, remainingOf } from '../house/limit/remaining.ts';
import { type Claim, loadsOf, missedBy, type Taken } from '../house/order.ts';
import type { HousePeak } from '../house/peak.ts';
import type { NetPeak } from '../house/peak-caps.ts';
import type { SitePlan } from '../house/site.ts';
import { slotsWith } from '../house/sun.ts';
import { cutAtEdges, edgesIn, type Surplus, walker } from '../house/surplus.ts';
import type { DeviceSlot, House, HouseClaim } from '../house/types.ts';
import { netLoadOf } from '../store/grid.ts';
import type { Slot, Store } from '../store/types.ts';
import type { Horizon, PricedSpan, UnixSeconds } from '../types.ts';
import { isLocked, mayMove } from './candidates.ts';

/** A battery of a site, and the slots that it is planned on: their load is without the devices of the site. */
export interface StoreBeside {
  readonly store: Store;
  readonly slots: readonly Slot[];
  /** Money that other times of a device have to save. */
  readonly worthAChange: number;
}

/** Everything that the plans of a grid connection depend on, as plain data that `structuredClone` copies. */
export interface ConnectionProblem {
  readonly claims: readonly Claim[];
  readonly limitKw: number;
  /** The plans begin at this instant. */
  readonly now: UnixSeconds;
  /** Power of devices without a claim. */
  readonly taken: readonly Taken[];
  readonly surplus: readonly Surplus[];
  /** The connection has this much less for a time, though no device takes it: the house's own load, a grid limit. */
  readonly withheld: readonly Taken[];
  /** Present if the site pays for peaks: once beside the load of the house, and once as the battery's house has it. */
  readonly peak?: NetPeak | undefined;
  readonly housePeak?: HousePeak | undefined;
  /** Batteries that follow a plan. */
  readonly batteries: readonly StoreBeside[];
}

/** A connection as one house. Devices that it has no place for are part of the load of the house. */
export interface ConnectionHouse {
  readonly house: House;
  /** The index of each device of the house among the claims. */
  readonly places: readonly number[];
}

/**
 * The house of a connection, with the devices that may have other times than in the given plans. A device keeps its plan if it sells,
 * has a limit on prices or other prices than the house, has begun a run in one piece, or has until after the last slot.
 */
export function connectionHouse(problem: ConnectionProblem, plans: readonly SitePlan[]): ConnectionHouse | undefined {
  const { claims, limitKw, now, taken, surplus, withheld, batteries, housePeak } = problem;
  // Below a limit alone, no plan of another device changes what a device pays.
  if (batteries.length === 0 && surplus.length === 0 && !housePeak) return undefined;
  const slots = batteries[0] ? pricedBy(claims, batteries[0].slots) : meterSlots(problem);
  const places = [...claims.keys()].filter((i) => isMovable(claims[i] as Claim, plans[i] as SitePlan, slots, now));
  // The plan of a single device is the best already, unless a battery gives way or a peak is shared.
  if (places.length < (batteries.length > 0 || housePeak ? 1 : 2)) return undefined;
  const others = [...claims.keys()].filter((i) => !places.includes(i));
  const loadsIn = (some: readonly number[]) => some.flatMap((i) => loadsOf(plans[i] as SitePlan, claims[i] as Claim));
  const buying = others.filter((i) => claims[i]?.horizon.sense === 'cost');
  const devices = places.map((i): HouseClaim => {
    const { demand, state } = claims[i] as Claim;
    return { demand, state };
  });
  const house: House = {
    slots: limited(
      slotsWith(slots, [...taken, ...loadsIn(buying)]),
      remainingOf(limitKw, [...taken, ...withheld, ...loadsIn(others)]),
    ),
    stores: batteries.map(({ store }) => store),
    devices,
    ...(housePeak && { peak: housePeak }),
  };
  return { house, places };
}

function isMovable(claim: Claim, plan: SitePlan, slots: readonly Slot[], now: UnixSeconds): boolean {
  const { demand, horizon, state } = claim;
  const device: HouseClaim = { demand, state };
  const isWithin = (demand.readyBy ?? Number.POSITIVE_INFINITY) <= (slots.at(-1)?.end ?? now);
  return isWithin && buysAt(horizon, slots) && (mayMove(device, plan, now) || isMissed(device, plan, now));
}

const isMissed = (claim: HouseClaim, plan: SitePlan, now: UnixSeconds) =>
  plan.outcome.kind !== 'idle' && missedBy({ claim, plan }) > 0 && !isLocked(claim, now);

const knownAt = (horizon: Horizon, { start }: Slot): number | undefined => {
  const i = indexAt(horizon, start / 60);
  return (horizon.starts[i] ?? Number.POSITIVE_INFINITY) <= start / 60 ? horizon.spans[i]?.price : undefined;
};

/** True if a device pays the price of each slot for which both prices are known. */
const buysAt = (horizon: Horizon, slots: readonly Slot[]): boolean =>
  horizon.sense === 'cost' &&
  slots.every((slot) => slot.estimated || (knownAt(horizon, slot) ?? slot.importPrice) === slot.importPrice);

/** The slots with the prices that devices know: the battery may receive new ones later than they do. */
function pricedBy(claims: readonly Claim[], slots: readonly Slot[]): readonly Slot[] {
  const buying = claims.filter(({ horizon }) => buysAt(horizon, slots));
  return slots.map((slot) => {
    const [price] = slot.estimated ? buying.flatMap(({ horizon }) => knownAt(horizon, slot) ?? []) : [];
    return price === undefined ? slot : { ...slot, importPrice: price, estimated: false };
  });
}

/** The slots of a house without a battery: the prices of the device that knows the most, with sun and load. */
function meterSlots({ claims, now, surplus, peak }: ConnectionProblem): Slot[] {
  const endOf = ({ horizon }: Claim) => (horizon.sense === 'cost' ? (horizon.spans.at(-1)?.end ?? 0) : 0);
  const [claim] = claims.toSorted((a, b) => endOf(b) - endOf(a));
  if (!claim || endOf(claim) <= now) return [];
  const { horizon, feedin = [] } = claim;
  const net = peak?.net ?? [];
  const [sun, sale, used] = [walker(surplus), walker(feedin), walker(net)];
  const known = withoutGaps(horizon.spans, now);
  const expected = withoutGaps(horizon.expected, known.at(-1)?.end ?? now);
  const edges = edgesIn([...surplus, ...feedin, ...net]);
  return [...known, ...expected].flatMap((span, i) =>
    cutAtEdges([span], edges).map(({ start, end, price }): Slot => {
      const { kw: leftKw, exportKw } = sun(start) ?? { kw: 0, exportKw: undefined };
      const netKw = used(start)?.kw ?? -leftKw;
      return {
        ...{ start, end, importPrice: price, exportPrice: sale(start)?.price ?? 0 },
        ...{ loadKw: Math.max(0, netKw), solarKw: Math.max(0, -netKw) },
        ...(exportKw !== undefined && { exportKw, curtailable: 'excess' as const }),
        ...(i >= known.length && { estimated: true }),
      };
    }),
  );
}

/** Prices from an instant on, until the first gap. */
function withoutGaps(spans: readonly PricedSpan[], from: UnixSeconds): PricedSpan[] {
  const ahead = spans.filter(({ end }) => end > from);
  const last = ahead.findIndex(({ start }, i) => start > (ahead[i - 1]?.end ?? from));
  return ahead.slice(0, last < 0 ? ahead.length : last).map((span) => ({ ...span, start: Math.max(from, span.start) }));
}

/** The slots with what a limit leaves to the devices. Power that it leaves is never above the fuse. */
function limited(slots: readonly DeviceSlot[], remaining: Remaining): DeviceSlot[] {
  const edges = remaining.slice(1).map(({ from }) => 60 * from);
  let i = 0;
  return cutAtEdges(slots, edges).map((slot) => {
    while (60 * (remaining[i + 1]?.from ?? Number.POSITIVE_INFINITY) <= slot.start) i++;
    const devicesKw = Math.max(0, (remaining[i]?.watts ?? 0) / 1000);
    const importKw = Math.max(slot.importKw ?? Number.POSITIVE_INFINITY, netLoadOf(slot) + devicesKw);
    return { ...slot, devicesKw, ...(importKw < Number.POSITIVE_INFINITY && { importKw }) };
  });
}
