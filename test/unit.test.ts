import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf } from './support/imports.ts';
import { STARTS_PROCESS, UNIT_TESTS } from './unit.mts';

/** Libraries that start processes. */
const STARTERS = ['node:child_process', 'playwright-core'];
/** Reads from a global set-up, which `npm run test:unit` does not have. */
const INJECTED = /^import \{[^}]*\binject\b[^}]*\} from 'vitest';/m;

describe('the tests of npm run test:unit', () => {
  it('start no process, and leave out those alone that do', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .map((name) => `test/${name}`)
      .filter((file) => UNIT_TESTS.some((pattern) => matchesGlob(file, pattern)));
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => startsProcess(file)).sort()).toEqual(STARTS_PROCESS);
  });
});

/** Whether a file imports a starter, itself or through its imports. */
function startsProcess(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !/\.m?ts$/.test(file) || !existsSync(file)) return false;
  seen.add(file);
  const { imports, isInjected } = read(file);
  return (
    isInjected ||
    imports
      .filter(({ kind }) => kind !== 'type')
      .some(({ from }) =>
        from.startsWith('.') ? startsProcess(join(dirname(file), from), seen) : STARTERS.includes(from),
      )
  );
}

/** Most files are imported by many tests. */
const known = new Map<string, { readonly imports: readonly Import[]; readonly isInjected: boolean }>();
function read(file: string) {
  const source = known.get(file) ?? { imports: importsOf(file), isInjected: INJECTED.test(readFileSync(file, 'utf8')) };
  known.set(file, source);
  return source;
}
