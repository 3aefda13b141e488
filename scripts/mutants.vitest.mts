import { defineConfig } from 'vitest/config';

const tests = (process.env.MUTANTS_TESTS ?? '').split(' ');

/** The tests that the mutants of one room are tried against. */
export default defineConfig({
  test: { include: tests.map((path) => `test/${path}.test.ts`), testTimeout: 30_000, isolate: false },
});
