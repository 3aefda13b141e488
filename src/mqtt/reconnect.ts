/** A connection that lasted so long did not end for how it began. */
const LASTING_MS = 5 * 60_000;
/** Short connections in a row that nobody has to explain. */
const PATIENCE = 3;
/** So that the last wait is about a minute. */
const MOST_DOUBLINGS = 5;

/**
 * Number of connections in a row that were short, after one that was up for `upMs`; `undefined` where none came about.
 * Two clients of one name throw each other out for ever, and are always let in; a broker that is not there forgives all.
 */
export function shortOnes(before: number, upMs: number | undefined): number {
  return upMs !== undefined && upMs < LASTING_MS ? before + 1 : 0;
}

/** Milliseconds until a broker that left a greeting in MQTT 5 unanswered is asked again, after so many times. */
export const askAgainDelay = (times: number): number => Math.min(60_000 * 2 ** times, 24 * 3_600_000);

/** True of so many short connections in a row that they are a pattern. */
export const isPattern = (short: number): boolean => short > PATIENCE;

/**
 * Milliseconds until the next attempt: between one and three seconds, so that the houses behind one broker do not all
 * come back at once, and twice as long each time once short connections are a pattern.
 * @param chance from 0 to 1.
 */
export function retryDelay(short: number, chance: number): number {
  const doublings = Math.min(Math.max(short - PATIENCE, 0), MOST_DOUBLINGS);
  return (1000 + 2000 * chance) * 2 ** doublings;
}
