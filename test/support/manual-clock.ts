import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../src/core/time.ts';
import type { Clock } from '../../src/runtime/clock.ts';

/** A clock that moves only when a test turns it. Alarms ring while it is turned, never inside the call that sets them. */
export interface ManualClock extends Clock {
  /** Passes every instant on the way: each due alarm rings at its own time, and its promises settle before the next. */
  advanceTo(instant: Instant): Promise<void>;
  advanceBy(seconds: number): Promise<void>;
  /** Is there at once, as after sleep: what became due rings late. Back, it is set as by `setTo`. */
  jumpTo(instant: Instant): Promise<void>;
  /** Is set to that while no time passes: what became due rings late, where it is set back everything early. */
  setTo(instant: Instant): Promise<void>;
  /** The alarms that are set, the earliest first. */
  alarms(): Instant[];
}

interface Entry {
  readonly instant: Instant;
  readonly ring: () => void;
}

export function manualClock(start: Instant): ManualClock {
  let now = start;
  /** Seconds by which it was set. */
  let steps = 0;
  const set: Entry[] = [];

  const removed = (entry: Entry): boolean => set.includes(entry) && set.splice(set.indexOf(entry), 1).length > 0;

  async function advanceTo(instant: Instant): Promise<void> {
    await setImmediate();
    for (let next = set[0]; next && next.instant <= Math.max(instant, now); next = set[0]) {
      set.shift();
      now = Math.max(now, next.instant);
      next.ring();
      await setImmediate();
    }
    now = Math.max(now, instant);
  }

  async function jumpTo(instant: Instant): Promise<void> {
    const early = instant < now ? [...set] : [];
    steps += Math.min(0, instant - now);
    now = instant;
    // One that rings may take back another.
    for (const entry of early) if (removed(entry)) entry.ring();
    await advanceTo(instant);
  }

  return {
    now: () => now,
    uptime: () => now - steps,
    alarm(instant, ring) {
      const entry = { instant, ring };
      const after = set.findIndex((other) => other.instant > instant);
      set.splice(after < 0 ? set.length : after, 0, entry);
      return () => void removed(entry);
    },
    advanceTo,
    advanceBy: (seconds) => advanceTo(now + seconds),
    jumpTo,
    setTo(instant) {
      steps += Math.max(0, instant - now);
      return jumpTo(instant);
    },
    alarms: () => set.map((entry) => entry.instant),
  };
}
