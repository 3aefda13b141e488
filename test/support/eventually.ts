import { vi } from 'vitest';

/** Milliseconds: it only ends what hangs. */
const TIMEOUT = 60_000;

/**
 * Repeats `check` until it returns or resolves, and resolves with its value; rejects with the last error where that never happens.
 * @param interval milliseconds between two checks.
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: TIMEOUT, interval });
