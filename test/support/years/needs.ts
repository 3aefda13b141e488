import type { DemandPatch } from '../../../src/messages/demand/demand.ts';

/** What each device needs, by when, in minutes of its whole power. */
export const needs = {
  boiler: { minutes: 60, shape: 'contiguous', readyBy: '07:00', powerKw: 2 },
  car: { minutes: 180, shape: 'split', readyBy: '06:30', powerKw: 7 },
  pump: { minutes: 240, shape: 'split', readyBy: '23:00', powerKw: 1 },
} as const;
export type DeviceName = keyof typeof needs;
export const deviceNames = Object.keys(needs) as DeviceName[];

/** So many minutes as a device is asked for them: the car in kWh, which its meter counts. */
export const needOf = (name: DeviceName, minutes: number): DemandPatch =>
  name === 'car' ? { energyKwh: (needs.car.powerKw * minutes) / 60 } : { minutes };

/** All that a device is asked for. */
export function demandOf(name: DeviceName): DemandPatch {
  const { minutes, ...rest } = needs[name];
  return { ...rest, ...needOf(name, minutes) };
}
