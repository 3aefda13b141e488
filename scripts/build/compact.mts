import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/**
 * Takes the indentation out of compiled files: a fifth of their size, which every installation would download. Names stay,
 * and lines stay short enough for a stack trace to point somewhere.
 */
export function compactScripts(...folders: readonly string[]): void {
  const scripts = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.js'));
  for (const path of scripts) {
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minifyWhitespace: true,
      lineLimit: 120,
      target: 'node20',
    });
    writeFileSync(path, code);
  }
}
