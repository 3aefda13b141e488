import type { Instant } from '../../core/time.ts';

/** Seconds from one question to a host to the next. */
const HOST_GAP = 6;
/** Seconds, longer than a dialogue can take. */
export const HOST_BUSY = 120;

/** One question at a time to a host: the others wait until it has been answered. */
export function hostTurns() {
  const taken = new Map<string, Instant>();
  return {
    /** When a host may be asked again; what a clock that was ahead has said of it is forgotten. */
    freeAt(address: string, now: Instant): Instant {
      const free = taken.get(address) ?? 0;
      return free <= now + HOST_BUSY ? free : 0;
    },
    begin: (address: string, now: Instant) => taken.set(address, now + HOST_BUSY),
    end: (address: string, now: Instant) => taken.set(address, now + HOST_GAP),
  };
}
