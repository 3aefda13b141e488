import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

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
