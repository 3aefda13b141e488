import type { Instant } from '../../core/time.ts';
import type { DemandSettings } from './demand.ts';
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
