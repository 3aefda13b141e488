import { QUARTER_HOUR } from '../core/vocabulary.ts';
import type { WindowState } from '../mqtt/window-topics.ts';
import type { Clock } from './clock.ts';

/** The states of a site's devices, said again at every quarter hour: what is said expires soon after the next one. */
export interface WindowRefresh {
  set(device: string, state: WindowState): void;
  forget(device: string): void;
}

export function createWindowRefresh(clock: Clock, say: (device: string, state: WindowState) => void): WindowRefresh {
  const states = new Map<string, WindowState>();
  let cancel = () => {};
  function arm(): void {
    const next = (Math.floor(clock.now() / QUARTER_HOUR) + 1) * QUARTER_HOUR;
    cancel = clock.alarm(next, () => {
      arm();
      for (const [device, state] of states) say(device, state);
    });
  }
  return {
    set(device, state) {
      if (states.size === 0) arm();
      states.set(device, state);
      say(device, state);
    },
    forget(device) {
      if (states.delete(device) && states.size === 0) cancel();
    },
  };
}
