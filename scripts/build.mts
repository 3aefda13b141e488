/** Compiles to `dist/` and puts what Node-RED reads beside each node there: dialogs, locales, icons. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { placeData } from './build/data.mts';
import { placeDeclarations } from './build/declarations.mts';
import { editorScript } from './build/editor.mts';

rmSync('dist', { recursive: true, force: true });
// What is kept from one build to the next is what needs no second look at the types.
const cache = 'node_modules/.cache/build';
compile(
  '--emitDeclarationOnly',
  '--outDir',
  `${cache}/dist`,
  '--incremental',
  '--tsBuildInfoFile',
  `${cache}/tsbuildinfo`,
);
cpSync(`${cache}/dist`, 'dist', { recursive: true });
// Comments stay in the declarations and in the repository: they are a quarter of the compiled code.
compile('--declaration', 'false', '--removeComments', '--noCheck');
cpSync('icons', 'dist/nodes/icons', { recursive: true });
placeDeclarations();
await placeData();
cpSync('nodes/locales', 'dist/nodes/locales', { recursive: true });

for (const page of readdirSync('nodes').filter((name) => name.endsWith('.html'))) {
  const template = readFileSync(`nodes/${page}`, 'utf8');
  writeFileSync(`dist/nodes/${page}`, scriptOf(editorScript(page.replace('.html', ''))) + template);
}

function compile(...options: readonly string[]): void {
  execFileSync('tsc', ['-p', '.', ...options], { stdio: 'inherit' });
}

/**
 * The styles and the script of a page with all that they import. A dialog's keeps its names, and loses its white space alone:
 * Node-RED's scorecard looks for the registration in it. Where libraries are in it, it is minified and their licences come with it.
 */
function scriptOf(source: string): string {
  const bundle = (minify: boolean) =>
    buildSync({
      entryPoints: [source],
      bundle: true,
      format: 'iife',
      target: 'es2020',
      outdir: 'dist/nodes',
      write: false,
      metafile: true,
      minify,
      minifyWhitespace: true,
    });
  const readable = bundle(false);
  const licences = licencesOf(Object.keys(readable.metafile.inputs));
  const { outputFiles } = licences ? bundle(true) : readable;
  const text = (kind: string) => outputFiles.find(({ path }) => path.endsWith(kind))?.text ?? '';
  const style = text('.css') && `<style>\n${text('.css')}</style>\n\n`;
  return `${style}<script type="text/javascript">\n${licences}${text('.js')}</script>\n\n`;
}

/** The licence of every library among the files. */
function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return [...folders].map((folder) => `/*!\n${readFileSync(`${folder}/LICENSE`)}*/\n`).join('');
}
