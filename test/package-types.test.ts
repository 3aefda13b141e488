import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tsc = (...args: string[]) => execFileSync('tsc', ['--ignoreConfig', '--noEmit', ...args], { encoding: 'utf8' });

it('ships every declaration that the public entry needs, and they hold by themselves', () => {
  const output = tsc(
    '--strict',
    '--target',
    'es2023',
    '--module',
    'node20',
    '--types',
    'node',
    'dist/types/src/index.d.ts',
  );
  expect(output).toBe('');
  expect(existsSync('dist/types/src/runtime')).toBe(false);
});

it('writes the types of the service and of a custom contract by hand, without those of a library', () => {
  const files = readdirSync('dist/types/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(service|planner|pricing)\/.*\.d\.ts$|^[^/]+\.d\.ts$/.test(file))
    .map((file) => join('dist/types/src', file));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /from '(zod|hono|mqtt|undici)/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
