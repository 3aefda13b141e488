import type { Instant } from '../core/time.ts';

/** The only source of time above the pure floors; tests hand in one that they turn by hand. */
export interface Clock {
  /** Whole UNIX seconds. */
  now(): Instant;
  /** Calls `ring` once at `instant`, at once when that has passed; what is returned cancels it. */
  alarm(instant: Instant, ring: () => void): () => void;
}
