/** Compiles to `dist/` and puts what Node-RED reads beside each node there: dialogs, locales, icons. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', '.'], { stdio: 'inherit' });
cpSync('icons', 'dist/nodes/icons', { recursive: true });
// Not in the package's own `examples/`: Node-RED offers every folder there as flows to import.
for (const data of ['catalogue', 'prices']) cpSync(`examples/${data}`, `dist/examples/${data}`, { recursive: true });
cpSync('nodes/locales', 'dist/nodes/locales', { recursive: true });

for (const dialog of readdirSync('nodes').filter((name) => name.endsWith('.html'))) {
  const template = readFileSync(`nodes/${dialog}`, 'utf8');
  writeFileSync(`dist/nodes/${dialog}`, scriptOf(`nodes/${dialog.replace('.html', '.editor.ts')}`) + template);
}

/** The dialog's script with what it imports, readable: Node-RED's scorecard looks for the registration in it. */
function scriptOf(source: string): string {
  if (!existsSync(source)) return '';
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    format: 'iife',
    target: 'es2020',
    write: false,
  });
  const [bundle] = outputFiles;
  return `<script type="text/javascript">\n${bundle?.text}</script>\n\n`;
}
