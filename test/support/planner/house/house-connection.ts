import { horizonOf } from '../../../../src/planner/horizon.ts';
import { loadsOf } from '../../../../src/planner/house/order.ts';
import { peakTermsOf } from '../../../../src/planner/house/peak-terms.ts';
import { slotsWith } from '../../../../src/planner/house/sun.ts';
import type { House, HouseClaim, HousePlan } from '../../../../src/planner/house/types.ts';
import type { ConnectionProblem } from '../../../../src/planner/joint/connection-house.ts';
import { connectionSearch } from '../../../../src/planner/joint/plan-connection.ts';
import { planHouse } from '../../../../src/planner/joint/plan-house.ts';
import { finish } from '../../../../src/planner/work.ts';
import type { HouseCase } from './random-houses.ts';

/** A connection without a fuse. */
const UNLIMITED_KW = 1e6;

/** The house with its fuse as a connection has it: neither sun nor stores make room for devices. */
export const withFuse = (house: House): House => ({
  ...house,
  slots: house.slots.map((slot) => ({
    ...slot,
    ...(house.importKw !== undefined && { devicesKw: Math.max(0, house.importKw - Math.max(0, netKw(slot))) }),
  })),
});

/** The plan of a house as nodes find it: its devices as those of a connection, and then its stores. */
export function planAsNodes({ house, now }: HouseCase): HousePlan {
  const devices = finish(connectionSearch(problemOf(house, now)));
  const loads = devices.flatMap((plan, i) => loadsOf(plan, house.devices[i] as HouseClaim));
  return { ...planHouse({ ...house, slots: slotsWith(house.slots, loads), devices: [] }, now), devices };
}

const netKw = ({ loadKw, solarKw }: House['slots'][number]) => loadKw - solarKw;

function problemOf({ devices, importKw, exportKw, peak, ...house }: House, now: number): ConnectionProblem {
  const horizon = horizonOf(house.slots.map(({ start, end, importPrice: price }) => ({ start, end, price })));
  const feedin = house.slots.map(({ start, end, exportPrice: price }) => ({ start, end, price }));
  const net = house.slots.map((slot) => ({ start: slot.start, end: slot.end, kw: netKw(slot) }));
  const limits = { ...(importKw !== undefined && { importKw }), ...(exportKw !== undefined && { exportKw }) };
  const slots = house.slots.map((slot) => ({ ...slot, ...limits }));
  const readyBy = slots.at(-1)?.end ?? now;
  return {
    claims: devices.map(({ demand, state }) => ({ demand: { readyBy, ...demand }, state, horizon, feedin })),
    limitKw: importKw ?? UNLIMITED_KW,
    now,
    taken: [],
    surplus: net.flatMap(({ kw, ...span }) =>
      kw < 0 ? [{ ...span, kw: -kw, ...(exportKw !== undefined && { exportKw }) }] : [],
    ),
    withheld: importKw === undefined ? [] : net.map((span) => ({ ...span, kw: Math.max(0, span.kw) })),
    ...(peak && { peak: { terms: peakTermsOf(peak, now), net }, housePeak: peak }),
    batteries: house.stores.map((store) => ({ store, slots, worthAChange: 0 })),
  };
}
