import type { Clock } from '../../../src/runtime/clock.ts';
import type { ManualClock } from '../manual-clock.ts';

/** A clock whose alarms die with the process. */
export function mortal(machine: ManualClock) {
  const set = new Set<() => void>();
  let isDead = false;
  const clock: Clock = {
    now: machine.now,
    uptime: machine.uptime,
    alarm(instant, ring) {
      if (isDead) return () => undefined;
      const cancel = machine.alarm(instant, () => {
        set.delete(cancel);
        ring();
      });
      set.add(cancel);
      return () => {
        set.delete(cancel);
        cancel();
      };
    },
  };
  return {
    clock,
    alarms: () => set.size,
    die() {
      isDead = true;
      for (const cancel of set) cancel();
      set.clear();
    },
  };
}
