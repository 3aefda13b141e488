import type { Instant } from '../../core/time.ts';
import { type DemandPatch, type DemandSettings, mergeDemand, type OnceSettings } from './demand.ts';
import { periodAt } from './resolve-demand.ts';
import { readWeek } from './week.ts';

/**
 * What sticks of the settings that messages `told` once a deadline that they gave once has passed: it is forgotten with the amount that
 * was needed by it, so that those of the node hold again. How full a battery is stays known where the node says what it is to have.
 */
export function outlasting(told: DemandSettings, own: DemandSettings, now: Instant, timeZone: string): DemandSettings {
  if (told.readyBy === undefined || periodAt(told, now, timeZone)) return told;
  const { readyBy: _, minutes: _m, energyKwh: _e, profile: _p, targetSoc: _t, soc, earliest, ...rest } = told;
  return {
    ...rest,
    ...(soc !== undefined && own.targetSoc !== undefined && { soc }),
    ...(earliest !== undefined && readWeek(earliest) && { earliest }),
  };
}

/** The settings in force by messages; while a one-off need is in force, also the `lasting` settings that hold again after its period. */
interface Requested {
  readonly told: DemandSettings;
  readonly lasting?: DemandSettings;
}

/** The settings after a message. Keys outside `once` change the present and the lasting settings. */
export function requestedAfter({ told, lasting = told }: Requested, patch: DemandPatch): Requested {
  const next = mergeDemand(lasting, patch);
  const present = patch.once === undefined ? mergeDemand(told, patch) : mergeDemand(next, patch.once ?? {});
  return onceOf(present, next) ? { told: present, lasting: next } : { told: next };
}

const onceKeys = ['minutes', 'energyKwh', 'targetSoc', 'readyBy'] as const satisfies readonly (keyof OnceSettings)[];

/** The part of `told` that holds for one period only; `undefined` without such a part. */
export function onceOf(told: DemandSettings, lasting: DemandSettings): OnceSettings | undefined {
  const keys = onceKeys.filter((key) => told[key] !== undefined && told[key] !== lasting[key]);
  return keys.length > 0 ? Object.fromEntries(keys.map((key) => [key, told[key]])) : undefined;
}
