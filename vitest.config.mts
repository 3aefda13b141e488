import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/loopback-only.ts'],
    pool: 'forks',
    // More than cores: much of the time goes to brokers and browsers that are waited for.
    maxWorkers: '150%',
    // Browsers, brokers and Node-RED on two cores miss a moment now and then; what fails twice has failed, and the log tells of each retry.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A browser on a busy machine takes its time.
    expect: { poll: { timeout: 10_000 } },
  },
});
