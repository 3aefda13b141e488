import { defineConfig } from 'vitest/config';

// Nothing in these rooms outlives a test, so their files share a process: each of its own costs more than what it tests.
const ROOMS = 'api client core feeds forecast messages metering planner pricing runtime service'.split(' ');
const PURE = ROOMS.map((room) => `test/${room}/**/*.test.ts`);
const ALL = ['test/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'apart', include: ALL, exclude: PURE } },
    ],
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
