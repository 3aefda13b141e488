import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Run } from '../../../src/planner/types.ts';
import { type Device, newDevice, type StandingPlan } from '../../../src/runtime/device/device.ts';
import { at, shown, ZONE } from './one-device.ts';

/** Instants of two days of April by the clock of Copenhagen: `20:00` of the 15th, `+07:00` of the 16th. */
export const clock = (text: string) => at(text.startsWith('+') ? `2026-04-16 ${text.slice(1)}` : `2026-04-15 ${text}`);
/** The same read back; a day that is neither is said in full. */
export const clockText = (instant: number) => shown(instant).replace('2026-04-15 ', '').replace('2026-04-16 ', '+');

/** A run of 2 kW; without a cost it is one on no known prices. */
export const run = (start: string, end: string, cost: number | null = null): Run => ({
  ...{ start: clock(start), end: clock(end), kw: 2, cost },
  energyKwh: (clock(end) - clock(start)) / 1800,
});
/** The runs of a plan as `20:00-21:00`. */
export const runTexts = (runs: readonly Run[]) => runs.map(({ start, end }) => `${clockText(start)}-${clockText(end)}`);

/** A plan of `runs` that is in force since noon of the 15th. */
export const standingOf = (runs: readonly Run[], more: Partial<StandingPlan> = {}): StandingPlan => ({
  plan: { runs, outcome: { kind: 'complete' }, cost: 1, baselineCost: 3 },
  ...{ reason: 'planned', from: clock('12:00'), review: null },
  ...more,
});

/** A device that has been there since the day before. */
export const deviceOf = (own: DemandSettings, now: string, more: Partial<Device> = {}): Device => ({
  ...newDevice(own, clock(now), ZONE),
  born: at('2026-04-14 10:00'),
  ...more,
});
/** An output that is on since then, of which all counts, after `minutes` that ran before. */
export const onSince = (since: string, minutes = 0) => ({
  output: { on: true, since: clock(since) },
  credit: { ...newDevice({}, clock(since), ZONE).credit, seconds: minutes * 60 },
});
