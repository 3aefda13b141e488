import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/** ES modules import its functions by name: Node.js 20 finds these names only as the compiler writes them. */
const PUBLIC_ENTRY = join('dist', 'src', 'index.js');

/** Pure calculation, whose local names no message shows. */
const PURE = ['planner', 'metering', 'forecast'].map((floor) => join('dist', 'src', floor));

/**
 * Takes indentation and long forms out of compiled files: a fifth of their size, which every installation would download.
 * Names stay but in pure calculations, and lines end before 1,000 characters, so that a stack trace points somewhere.
 */
export function compactScripts(...folders: readonly string[]): void {
  const scripts = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.js'));
  for (const path of scripts) {
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minifyWhitespace: true,
      minifySyntax: path !== PUBLIC_ENTRY,
      minifyIdentifiers: PURE.some((folder) => path.startsWith(folder)),
      lineLimit: 1000,
      target: 'node20',
    });
    writeFileSync(path, code);
  }
}
