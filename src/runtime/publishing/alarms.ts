import type { Clock } from '../clock.ts';

/** Alarms of one owner, each known by what it rings. */
export interface Alarms {
  /** Rings once in so many seconds, however often that was asked for; the last time counts. */
  in(seconds: number, ring: () => void): void;
  /** Nothing rings any more. */
  stop(): void;
}

export function createAlarms(clock: Clock): Alarms {
  const set = new Map<() => void, () => void>();
  let stopped = false;
  return {
    in(seconds, ring) {
      set.get(ring)?.();
      if (!stopped) set.set(ring, clock.alarm(clock.now() + seconds, ring));
    },
    stop() {
      stopped = true;
      for (const cancel of set.values()) cancel();
    },
  };
}
