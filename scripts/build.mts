/**
 * Compiles to `dist/` and puts what Node-RED reads beside each node there: dialogs, locales, icons. With `--cold` it takes nothing from an
 * earlier build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { compactScripts } from './build/compact.mts';
import { placeData } from './build/data.mts';
import { copyDeclarations, placeDeclarations } from './build/declarations.mts';
import { placeLocales } from './build/locales.mts';
import { placeHousehold, placePages } from './build/pages.mts';
import { placeRequires } from './build/requires.mts';

for (const folder of ['dist', 'resources']) rmSync(folder, { recursive: true, force: true });
// What is kept from one build to the next is what needs no second look at the types.
const cache = 'node_modules/.cache/build';
// Of a file that is compiled again by itself the members of a union may come in another order than with all others: what is packed is to be
// the same whatever was built before.
if (process.argv.includes('--cold')) rmSync(cache, { recursive: true, force: true });
compile(
  '--emitDeclarationOnly',
  '--outDir',
  `${cache}/dist`,
  '--incremental',
  '--tsBuildInfoFile',
  `${cache}/tsbuildinfo`,
);
copyDeclarations(`${cache}/dist`, 'dist');
// Comments stay in the declarations and in the repository: they are a quarter of the compiled code.
compile('--composite', 'false', '--removeComments', '--noCheck');
compactScripts('dist/src', 'dist/nodes');
placeRequires();
cpSync('icons', 'dist/nodes/icons', { recursive: true });
placeDeclarations();
await placeData();
placeLocales();

await placePages(readdirSync('nodes').filter((name) => name.endsWith('.html')));
await placeHousehold();

function compile(...options: readonly string[]): void {
  execFileSync('tsc', ['-p', '.', ...options], { stdio: 'inherit' });
}
