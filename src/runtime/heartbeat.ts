import { z } from 'zod';
import type { Instant } from '../core/time.ts';
import { parse } from '../messages/parse.ts';
import type { Clock } from './clock.ts';
import { openMemory, type ValueStore } from './store.ts';

/** The time of a memory's last write. */
interface WrittenAt {
  readonly at: Instant;
  /** The last heartbeat of the process before the one that wrote it: the memory takes that into account already. */
  readonly resumedFrom?: Instant;
}

/**
 * Records that the process is running, so that after a power cut a clock that is behind is noticed, and little of an override or a
 * run is repeated.
 */
export interface Heartbeat {
  /** The latest time at which a process that had this memory is known to have been running. */
  lastSeen(memory: WrittenAt): Instant;
  /** The fields that a memory carries when it is written now. */
  stamp(): WrittenAt;
  /** Writes a heartbeat, as at each switch. */
  beat(): void;
  /** Writes heartbeats until the returned function is called, which waits for the one that is being written. */
  hold(): () => Promise<void>;
}

/** Seconds between two heartbeats: so much of an override or a run is repeated at most. */
const HEARTBEAT_SECONDS = 300;

/** Seconds in which the memories of the last process are restored; its heartbeat is not overwritten before. */
const RESTORE_SECONDS = 60;

const memory = z.object({ schema: z.literal(1), at: z.number() });

/**
 * The heartbeat of one process.
 * @param onError receives the error of a file that cannot be read or written: memories then count from their own last write.
 */
export async function openHeartbeat(
  clock: Clock,
  store: ValueStore,
  onError: (error: unknown) => void,
): Promise<Heartbeat> {
  const opened = clock.uptime();
  const { kept: before, keep, settled } = await openMemory(store, (kept) => parse(memory, kept).at, onError);
  let holders = 0;
  let cancel = () => {};

  function arm(seconds: number): void {
    cancel();
    if (holders > 0) cancel = clock.alarm(clock.now() + seconds, beat);
  }

  function beat(): void {
    const restoring = Math.ceil(RESTORE_SECONDS - (clock.uptime() - opened));
    arm(restoring > 0 ? restoring : HEARTBEAT_SECONDS);
    if (restoring <= 0) keep({ schema: 1, at: clock.now() });
  }

  return {
    lastSeen: ({ at, resumedFrom }) => (before === undefined || resumedFrom === before ? at : Math.max(at, before)),
    stamp: () => ({ at: clock.now(), ...(before !== undefined && { resumedFrom: before }) }),
    beat,
    hold() {
      holders += 1;
      if (holders === 1) arm(RESTORE_SECONDS);
      let isHeld = true;
      return () => {
        if (isHeld) holders -= 1;
        isHeld = false;
        if (holders === 0) cancel();
        return settled();
      };
    },
  };
}

/** No heartbeat: memories count from their own last write. */
export const noHeartbeat = (clock: Clock): Heartbeat => ({
  lastSeen: ({ at }) => at,
  stamp: () => ({ at: clock.now() }),
  beat: () => undefined,
  hold: () => async () => undefined,
});
