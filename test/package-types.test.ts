import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
