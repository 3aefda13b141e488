import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** Copies what was compiled, without what is left there of sources and folders that have been deleted since. */
export function copyDeclarations(from: string, to: string, sources = '.'): void {
  const hasSource = (path: string) => existsSync(join(sources, relative(from, path)).replace(/\.d\.ts$/, '.ts'));
  cpSync(from, to, { recursive: true, filter: hasSource });
}

/** Copies the declarations that those of the public entry need into `dist/types/`: no other is shipped. */
export function placeDeclarations(): void {
  const found = new Set(['src/index.d.ts']);
  for (const file of found) {
    const text = readFileSync(join('dist', file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import)[ (]['"](\.[^'"]+)\.ts['"]/g))
      found.add(normalize(join(dirname(file), `${path}.d.ts`)));
  }
  for (const file of found) cpSync(join('dist', file), join('dist/types', file));
}
