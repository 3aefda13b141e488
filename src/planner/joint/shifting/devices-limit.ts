import type { HouseSlot } from '../../house/terms.ts';
import type { HouseTurn } from '../search.ts';
import { type Change, energyOfRuns, type Step } from './shifts.ts';

const ENERGY_EPSILON_KWH = 1e-6;

/** The energy that the devices of a house may take together in each slot, whatever sun and stores do. */
export interface DevicesLimit {
  /** True if the devices keep the limit after these steps, or exceed it no more than before. */
  isKept(steps: readonly Step[]): boolean;
  /** kWh of each slot that the other devices leave to these. */
  roomWithout(devices: readonly number[]): Float64Array;
  /** Takes the energy of a device out of a room, after a step or as it is; false if the room is too small. */
  take(room: Float64Array, device: number, step: Step | undefined): boolean;
}

/** The limit of the devices, if they have one. */
export function devicesLimitOf(slots: readonly HouseSlot[], turns: readonly HouseTurn[]): DevicesLimit | undefined {
  if (!slots.some(({ devicesKw }) => devicesKw !== undefined)) return undefined;
  const taken = turns.map(({ claim, plan }) => energyOfRuns(claim, plan, slots));
  const room = Float64Array.from(
    slots,
    ({ start, end, devicesKw = Number.POSITIVE_INFINITY }) => ((end - start) / 3600) * devicesKw,
  );
  for (const changes of taken) add(room, changes, -1);
  for (const [slot, kwh] of room.entries()) room[slot] = Math.max(0, kwh);
  return {
    isKept: (steps) => {
      for (const { shift } of steps) add(room, shift.changes, -1);
      const isKept = steps.every(({ shift }) => isEnough(room, shift.changes));
      for (const { shift } of steps) add(room, shift.changes, 1);
      return isKept;
    },
    roomWithout: (devices) => {
      const left = room.slice();
      for (const device of devices) add(left, taken[device] as Change[], 1);
      return left;
    },
    take: (left, device, step) => {
      const before = taken[device] as Change[];
      const changes = step?.shift.changes ?? [];
      for (const each of [before, changes]) add(left, each, -1);
      return isEnough(left, before) && isEnough(left, changes);
    },
  };
}

function add(room: Float64Array, changes: readonly Change[], times: number): void {
  for (const change of changes) room[change[0]] = (room[change[0]] as number) + times * change[1];
}

const isEnough = (room: Float64Array, changes: readonly Change[]) =>
  changes.every((change) => (room[change[0]] as number) >= -ENERGY_EPSILON_KWH);
