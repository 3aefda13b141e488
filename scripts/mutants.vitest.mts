import { defineConfig } from 'vitest/config';

const folders = (process.env.MUTANTS_TESTS ?? '').split(',');

/** The tests that the mutants of one room are tried against. */
export default defineConfig({
  test: { include: folders.map((folder) => `test/${folder}/**/*.test.ts`), testTimeout: 30_000 },
});
