import type { DemandPatch } from '../../../src/messages/demand/demand.ts';

/** What each device needs, by when. */
export const needs = {
  boiler: { minutes: 60, shape: 'contiguous', readyBy: '07:00', powerKw: 2 },
  car: { minutes: 180, shape: 'split', readyBy: '06:30', powerKw: 7 },
  pump: { minutes: 240, shape: 'split', readyBy: '23:00', powerKw: 1 },
} as const satisfies Record<string, DemandPatch>;
export type DeviceName = keyof typeof needs;
export const deviceNames = Object.keys(needs) as DeviceName[];
