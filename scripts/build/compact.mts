import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/** ES modules import its functions by name: Node.js 20 finds these names only as the compiler writes them. */
const PUBLIC_ENTRY = join('dist', 'src', 'index.js');

/**
 * Folders whose functions and classes keep their names: the nodes, with which stack traces in reports of users begin, and the
 * client, whose public errors are named after their classes.
 */
const NAMED = /^dist\/(nodes|src\/client)\//;

/**
 * Shortens compiled files by a third: every installation downloads them. Local variables are renamed, and the functions and
 * classes of a module where `NAMED` does not keep them. Lines end before 1,000 characters, so that a stack trace leads to the
 * source.
 */
export function compactScripts(...folders: readonly string[]): void {
  const scripts = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.js'));
  for (const path of scripts) {
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minifyWhitespace: true,
      minifySyntax: path !== PUBLIC_ENTRY,
      minifyIdentifiers: path !== PUBLIC_ENTRY,
      lineLimit: 1000,
      target: 'node20',
      // As a module, the names at the top of a file are local too.
      ...(!NAMED.test(path) && { format: 'cjs' as const }),
    });
    writeFileSync(path, code);
  }
}
