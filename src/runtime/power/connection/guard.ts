import type { Instant } from '../../../core/time.ts';

/** Why a device is off though its plan or an override has it on. */
export type WithheldReason = 'dimmed' | 'above-connection';

/** What a device takes at an instant, as its plan or an override has it. */
export interface DeviceLoad {
  /** Below 0 where it feeds in. */
  readonly kw: number;
  /** A run without prices is made up at the latest start that its deadline allows. */
  readonly by: 'plan' | 'override' | 'fallback';
  /** The instant at which its power changes though it stays on; left out where it is constant. */
  readonly until?: Instant;
}

/** What is left for the devices of a site, in kW. */
export interface DeviceLimits {
  /** By the grid operator. */
  readonly gridKw: number;
  /** By the grid connection, beside the load of the house. */
  readonly importKw: number;
  readonly exportKw: number;
}

/** Half of the watt to which the planner rounds. */
export const TOLERANCE_KW = 0.0005;

/**
 * The devices that have to be off for the limits to be kept. The grid operator's limit holds for all devices. The limits of the
 * grid connection hold for devices that run by plan: overrides are counted, but never withheld. A device of 0 kW needs no power.
 *
 * @param loads in the order of their priority, the highest first
 */
export function withheldAmong<Of>(
  loads: readonly (readonly [Of, DeviceLoad])[],
  { gridKw, importKw, exportKw }: DeviceLimits,
): Map<Of, WithheldReason> {
  const withheld = new Map<Of, WithheldReason>();
  const keep = (limitKw: number, fixedKw: number, among: typeof loads, reason: WithheldReason) => {
    let leftKw = limitKw - fixedKw + TOLERANCE_KW;
    for (const [device, { kw }] of among) {
      if (Math.abs(kw) <= leftKw || kw === 0) leftKw -= Math.abs(kw);
      else withheld.set(device, reason);
    }
  };
  const buying = loads.filter(([, { kw }]) => kw >= 0);
  const selling = loads.filter(([, { kw }]) => kw < 0);
  keep(gridKw, 0, buying, 'dimmed');
  for (const [limitKw, side] of [
    [importKw, buying.filter(([device]) => !withheld.has(device))],
    [exportKw, selling],
  ] as const) {
    const overrides = side.filter(([, { by }]) => by === 'override');
    const planned = side.filter(([, { by }]) => by !== 'override');
    keep(
      limitKw,
      overrides.reduce((sum, [, { kw }]) => sum + Math.abs(kw), 0),
      planned,
      'above-connection',
    );
  }
  return withheld;
}
