import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The words of the nodes, without the spaces that only translators need. */
export function placeLocales(): void {
  const target = 'dist/nodes/locales';
  cpSync('nodes/locales', target, { recursive: true });
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(json|html)$/.test(name)) continue;
    const path = join(target, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text.replace(/^ +/gm, ''));
  }
}
