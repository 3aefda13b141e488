import { defineConfig } from 'vitest/config';

/** The tests that mutants of the rooms in `stryker.config.json` are tried against: none of them opens a broker or a browser. */
export default defineConfig({
  test: { include: ['test/{core,planner,pricing,runtime/device,service}/**/*.test.ts'], testTimeout: 30_000 },
});
