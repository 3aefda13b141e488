import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { editorScript } from './editor.mts';

const MODULE = '@dayahead/node-red-tariffs';
/** Where Node-RED serves it from: what two pages or more have in common, read once. */
const COMMON = 'resources/editor.js';
/** The library that draws, for the editor and the household's page. */
const PLOT = 'resources/uplot.js';

const options = {
  bundle: true,
  format: 'iife',
  target: 'es2020',
  outdir: 'dist/nodes',
  write: false,
  metafile: true,
  minifyWhitespace: true,
} as const satisfies BuildOptions;
type Bundle = BuildResult<typeof options>;

/** Puts the styles and the script of each page into `dist/nodes`, and what they share into `resources`. */
export async function placePages(pages: readonly string[]): Promise<void> {
  const scripts = pages.map((page) => editorScript(page.replace('.html', '')));
  const wholes = await Promise.all(scripts.map((script) => build({ ...options, entryPoints: [script] })));
  const common = commonFiles(wholes.map(({ metafile }) => metafile));
  await placeCommon(common, wholes);
  placePlot();
  for (const [index, page] of pages.entries()) {
    const own = await bundle({ entryPoints: [scripts[index] ?? ''], plugins: [plotted, takenFrom(common)] });
    const style = wholes[index] && textOf(wholes[index], '.css');
    const drawn = wholes[index] && Object.keys(wholes[index].metafile.inputs).some((file) => isPlot.test(file));
    writeFileSync(
      `dist/nodes/${page}`,
      [
        ...(style ? [`<style>\n${style}</style>`] : []),
        ...[COMMON, ...(drawn ? [PLOT] : [])].map(
          (file) => `<script src="${file.replace('/', `/${MODULE}/`)}"></script>`,
        ),
        `<script type="text/javascript">\n${own}</script>`,
        readFileSync(`nodes/${page}`, 'utf8'),
      ].join('\n\n'),
    );
  }
}

/** Puts the household's page into `dist/page`, where Node-RED's pages are served from. */
export async function placeHousehold(): Promise<void> {
  const from = 'nodes/editor/household';
  const built = await build({ ...options, entryPoints: [`${from}/household.ts`], minify: true, plugins: [plotted] });
  mkdirSync('dist/page', { recursive: true });
  writeFileSync('dist/page/page.js', textOf(built, '.js'));
  writeFileSync('dist/page/page.css', textOf(built, '.css'));
  for (const name of ['page.html', 'icon.svg', 'icon.png']) cpSync(`${from}/${name}`, `dist/page/${name}`);
}

const isPlot = /uPlot\.esm\.js$/;

function placePlot(): void {
  mkdirSync('resources', { recursive: true });
  const library = 'node_modules/uplot/dist/uPlot.iife.min.js';
  writeFileSync(PLOT, licencesOf([library]) + readFileSync(library, 'utf8'));
}

/** Takes the library that draws from the page it is in, when it is first needed: there it may be loaded last. */
const plotted: Plugin = {
  name: 'plot',
  setup({ onLoad }) {
    onLoad({ filter: isPlot }, () => ({
      contents: 'module.exports = function (...given) { return new window.uPlot(...given); };',
    }));
  },
};

/** The scripts and libraries that two pages or more are made of. */
function commonFiles(pages: readonly Metafile[]): ReadonlySet<string> {
  const scripts = pages.flatMap(({ inputs }) => Object.keys(inputs)).filter((file) => !file.endsWith('.css'));
  return new Set(scripts.filter((file, index) => scripts.indexOf(file) !== index));
}

/** Keeps, in the editor, those of the common files that a page's own import. */
async function placeCommon(common: ReadonlySet<string>, pages: readonly Bundle[]): Promise<void> {
  const own = pages.flatMap(({ metafile }) => Object.entries(metafile.inputs).filter(([file]) => !common.has(file)));
  const imported = own.flatMap(([, { imports }]) => imports.map(({ path }) => path)).filter((path) => common.has(path));
  const kept = [...new Set(imported)].sort();
  const contents = [
    ...kept.map((file, index) => `import * as kept${index} from './${file}';`),
    `window.dayaheadEditor = {${kept.map((file, index) => `'${file}': kept${index}`)}};`,
  ].join('\n');
  const text = await bundle({ stdin: { contents, resolveDir: '.' }, minify: true });
  mkdirSync('resources', { recursive: true });
  // Each page asks for it, as any may be the first.
  writeFileSync(COMMON, `if (!window.dayaheadEditor) {\n${text}}\n`);
}

/** Takes the common files of a page from the editor. */
const takenFrom = (common: ReadonlySet<string>): Plugin => ({
  name: 'common',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const file = relative('.', path);
      return common.has(file) ? { contents: `module.exports = window.dayaheadEditor['${file}'];` } : undefined;
    });
  },
});

/**
 * A script with all that it imports. It keeps its names, and loses its white space alone: Node-RED's scorecard looks for the
 * registration in a dialog's. Where libraries are in it, it is minified and their licences come with it.
 */
async function bundle(entry: Pick<BuildOptions, 'entryPoints' | 'plugins' | 'stdin' | 'minify'>): Promise<string> {
  const readable = await build({ ...options, ...entry });
  const licences = licencesOf(Object.keys(readable.metafile.inputs));
  return licences + textOf(licences ? await build({ ...options, ...entry, minify: true }) : readable, '.js');
}

const textOf = ({ outputFiles }: Pick<Bundle, 'outputFiles'>, kind: string) =>
  outputFiles.find(({ path }) => path.endsWith(kind))?.text ?? '';

/** The licence of every library among the files. */
function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return [...folders].map((folder) => `/*!\n${readFileSync(`${folder}/LICENSE`)}*/\n`).join('');
}
