import type { Instant } from '../../../core/time.ts';
import type { Clock } from '../../clock.ts';
import type { Powers } from '../powers.ts';
import { ownLoadAt } from '../surplus.ts';
import type { DeviceLoad } from './guard.ts';

/** Seconds for which a measured power counts. */
const FRESH = 900;
/** Seconds after a device has been switched in which a meter may still show what was before. */
const SETTLES = 60;

/** The load that a meter at the grid connection shows above what is expected of the house and its devices. */
export function unexpectedLoad(clock: Clock, powers: Pick<Powers, 'expected'> & Partial<Pick<Powers, 'measured'>>) {
  let present: { readonly kw: number; readonly until: Instant } | undefined;
  let before: { readonly on: string; readonly since: Instant } | undefined;
  return {
    /** Takes up what the meter shows, unless devices have been switched lately. */
    measured<Of>(
      limitKw: number,
      loads: readonly (readonly [Of, DeviceLoad])[],
      withheld: ReadonlyMap<Of, unknown>,
    ): void {
      const now = clock.now();
      const metered = powers.measured?.('grid', now);
      const running = loads.filter(([device]) => !withheld.has(device));
      const devicesKw = running.reduce((sum, [, { kw }]) => sum + kw, 0);
      const on = JSON.stringify(running.map(([, load]) => load.kw));
      if (before?.on !== on) before = { on, since: now };
      if (metered === undefined || limitKw === Number.POSITIVE_INFINITY || now - before.since < SETTLES) return;
      const kw = metered - devicesKw - ownLoadAt(powers, now);
      present = kw > 0 ? { kw, until: now + FRESH } : undefined;
    },
    present: () => (present && present.until > clock.now() ? present : undefined),
  };
}
