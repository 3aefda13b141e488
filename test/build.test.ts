import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDeclarations } from '../scripts/build/declarations.mts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'build-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const place = (...files: readonly string[]) => {
  for (const file of files.map((name) => join(dir, name))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
};

it('has no declaration of a source or a folder that was deleted since the last build', () => {
  place('src/index.ts', 'src/core/time.ts');
  place(...['index', 'deleted', 'core/time', 'core/deleted', 'gone/deleted'].map((name) => `kept/src/${name}.d.ts`));
  copyDeclarations(join(dir, 'kept'), join(dir, 'dist'), dir);
  const copied = readdirSync(join(dir, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(copied.sort()).toEqual(['src', 'src/core', 'src/core/time.d.ts', 'src/index.d.ts']);
});

it('keeps nothing of an earlier build in what is packed', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts.prepack).toBe('npm run --silent build -- --cold');
});
