import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const filesIn = (...folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Their files share a process: starting one for each costs more than the tests. Files that mock modules, or load a dialog's script anew, are not among them. */
const SHARED = [
  ...filesIn('api', 'cli', 'client', 'conformance', 'core', 'docs', 'feeds', 'forecast', 'messages', 'metering'),
  ...filesIn('mqtt', 'nodes/!(editor|household|wiring)', 'nodes/editor/!(config|device|power)'),
  ...filesIn('planner', 'pricing', 'runtime', 'service'),
  'test/nodes/*.test.ts',
];
/** Their files share a process with the Node-RED that runs in it, or with the built nodes on a stand-in for it. */
const IN_NODE_RED = filesIn('e2e/!(own)', 'pages');

/** Runs every test file in a process of its own, with programs of its own. */
const isolate = process.env.FRESH !== undefined;

// Node-RED, the command line and the test workers load the same modules many times.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile');

/** New folder in memory until this process ends, unless less than 4 GB are free there or no program may run from it. */
function memoryFolder(): string | undefined {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  if (!/^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(mounts)) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  if (bavail * bsize < 4e9) return undefined;
  const folder = mkdtempSync('/dev/shm/dayahead-tests-');
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
// Tests write and replace many small files: a disk would hold up each replacement until it has written the file.
const folder = process.env.TMPDIR ?? memoryFolder();
if (folder) process.env.TMPDIR = folder;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'e2e', include: IN_NODE_RED, isolate } },
      { extends: true, test: { name: 'own', include: ['test/**/*.test.ts'], exclude: [...SHARED, ...IN_NODE_RED] } },
      { extends: true, test: { name: 'shared', include: SHARED, isolate } },
    ],
    globalSetup: ['test/support/shared/programs.ts'],
    setupFiles: ['test/support/setup/loopback-only.ts', 'test/support/setup/real-timers.ts'],
    pool: 'forks',
    // More than cores: much of the time goes to brokers and browsers that are waited for.
    maxWorkers: 3,
    // The limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
