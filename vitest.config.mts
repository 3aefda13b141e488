import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 10_000 } },
  },
});
