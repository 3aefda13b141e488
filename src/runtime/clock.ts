import { uptime } from 'node:os';
import type { Instant } from '../core/time.ts';
import { instantOf } from '../messages/iso.ts';

/** The only source of time above the pure floors; tests hand in one that they turn by hand. */
export interface Clock {
  /** Whole UNIX seconds. */
  now(): Instant;
  /** Seconds since any moment, sleep included: nobody sets them. */
  uptime(): number;
  /**
   * Calls `ring` once at `instant`, at once when that has passed; what is returned cancels it. Where the clock is set
   * back by minutes meanwhile, or stands, it rings early: what the wrong time has led to is to be worked out again.
   */
  alarm(instant: Instant, ring: () => void): () => void;
}

/** Work for the next turn of the event loop: once for all requests until then. */
export interface Coalesced {
  request(): void;
  cancel(): void;
}

/** 100 devices change together: what follows from each change would take as many times as long. */
export function coalesced({ now, alarm }: Pick<Clock, 'now' | 'alarm'>, work: () => void): Coalesced {
  let cancel: (() => void) | undefined;
  return {
    request() {
      cancel ??= alarm(now(), () => {
        cancel = undefined;
        work();
      });
    },
    cancel() {
      cancel?.();
      cancel = undefined;
    },
  };
}

/** A clock is set by so many seconds at least; what is less goes by as time. */
export const LEAST_STEP = 60;

/** The seconds by which `clock` has been set since the last call, forwards or back, or `0`. */
export function stepsOf({ now, uptime }: Clock): () => number {
  let ahead = now() - uptime();
  return () => {
    const step = Math.round(now() - uptime() - ahead);
    if (Math.abs(step) < LEAST_STEP) return 0;
    ahead += step;
    return step;
  };
}

/** The seconds by which a clock that shows `now` is behind a time that was remembered, as they are below 0; `0` where it is not. */
export const behind = (remembered: Instant, now: Instant): number =>
  remembered < now + LEAST_STEP ? 0 : now - remembered;

/**
 * The end of an override or a grid limit whose clock was set by `step` seconds: it keeps its length, unless the requested end comes
 * sooner.
 * @param latest the end by the clock before a restart at which the clock was behind.
 */
export const endMoved = (
  until: Instant,
  requested: string | number | null,
  step: number,
  latest = Number.POSITIVE_INFINITY,
): Instant => Math.min(until + step, typeof requested === 'string' ? instantOf(requested) : latest, latest);

/** A timer counts neither sleep nor steps of the clock, and none can be longer than 24.8 days. */
const LONGEST_TIMER_MS = 60_000;

/** The computer's clock. A waiting alarm looks at it at least once a minute. */
export const computerClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  uptime,
  alarm(instant, ring) {
    let cancel = () => {};
    const latest = uptime() + (instant * 1000 - Date.now()) / 1000 + LEAST_STEP;
    const remaining = () => instant * 1000 - Date.now();
    const wait = (before: number) => {
      // Timers that set each other run one after the other without a look at the network.
      if (before <= 0) {
        const immediate = setImmediate(ring);
        cancel = () => clearImmediate(immediate);
        return;
      }
      const timer = setTimeout(
        () => {
          const left = remaining();
          if (left <= 0 || left > before + LONGEST_TIMER_MS || uptime() > latest) ring();
          else wait(left);
        },
        Math.min(before, LONGEST_TIMER_MS),
      );
      cancel = () => clearTimeout(timer);
    };
    wait(remaining());
    return () => cancel();
  },
};

/** The zone of this computer; in a container that is often UTC. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The computer's clock with another time of day, which runs on. */
export const clockShowing = (now: () => Instant): Clock => ({
  ...computerClock,
  now,
  alarm: (instant, ring) => computerClock.alarm(computerClock.now() + instant - now(), ring),
});
