import { defineConfig } from 'vitest/config';

const filesIn = (...folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Their files share a process: starting one for each costs more than the tests. */
const PURE = filesIn(...'api client core feeds forecast messages metering planner pricing runtime service'.split(' '));
/** Their files share a process with the Node-RED that runs in it, or with the built nodes on a stand-in for it. */
const IN_NODE_RED = [
  ...filesIn('e2e/contract', 'e2e/editor', 'e2e/household', 'e2e/journeys', 'e2e/mqtt', 'e2e/sidebar'),
  ...filesIn('e2e/dialogs', 'pages/household', 'pages/sidebar'),
];

/** Runs every test file in a process of its own, with programs of its own. */
const isolate = process.env.FRESH !== undefined;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate } },
      { extends: true, test: { name: 'e2e', include: IN_NODE_RED, isolate } },
      {
        extends: true,
        test: { name: 'apart', include: filesIn('*').concat('test/*.test.ts'), exclude: [...PURE, ...IN_NODE_RED] },
      },
    ],
    globalSetup: ['test/support/shared/programs.ts'],
    setupFiles: ['test/support/loopback-only.ts'],
    pool: 'forks',
    // More than cores: much of the time goes to brokers and browsers that are waited for.
    maxWorkers: '150%',
    // The limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
