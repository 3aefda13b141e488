import { defineConfig } from 'vitest/config';
import { STARTS_PROCESS, UNIT_TESTS } from '../test/unit.mts';

/** The tests of floors 1 to 4 that start no process: they share a process, and no global set-up runs before them. */
export default defineConfig({
  test: {
    include: UNIT_TESTS,
    exclude: STARTS_PROCESS,
    setupFiles: ['test/support/setup/loopback-only.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
