import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Has modules that are loaded when they are first needed come by `require`: for an `import()` of what is CommonJS, Node.js
 * starts a second loader, which reads the source for its names first.
 */
export function placeRequires(): void {
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = `dist/${name}`;
    const compiled = readFileSync(file, 'utf8');
    const required = compiled.replace(/\bimport\(('\.[^']+')\)/g, 'Promise.resolve().then(() => require($1))');
    if (required !== compiled) writeFileSync(file, required);
  }
}
