/**
 * Lists private words in texts for users, comments and test titles, with the word to use instead, and long sentences:
 * `node scripts/words.mts [--names] [PATH…]`. `--names` lists identifiers too. It exits with 1 when a text for users has one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Finding,
  longSentences,
  wordsInComments,
  wordsInNames,
  wordsInText,
  wordsInTitles,
} from './words/rules.mts';

const TEXTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', 'nodes/locales/en-US', 'scripts/README.md'];
const CODE = ['src', 'nodes', 'scripts', 'test'];

const { values, positionals } = parseArgs({ options: { names: { type: 'boolean' } }, allowPositionals: true });

const filesIn = (paths: readonly string[]) =>
  paths
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`)
        : [path],
    )
    .filter((path) => !path.includes('test/released/'));

function findingsIn(path: string): Finding[] {
  const source = readFileSync(path, 'utf8');
  if (/\.(json|html)$/.test(path)) return wordsInText(path, source);
  if (path.endsWith('.md')) return [...wordsInText(path, source), ...longSentences(source)];
  return [
    ...wordsInComments(source),
    ...(path.endsWith('.test.ts') ? wordsInTitles(source) : []),
    ...(values.names ? wordsInNames(source) : []),
  ];
}

const all = [
  ...filesIn(TEXTS).filter((path) => /\.(md|json|html)$/.test(path)),
  ...filesIn(CODE).filter((path) => /\.m?ts$/.test(path)),
];
const chosen =
  positionals.length === 0 ? all : all.filter((path) => positionals.some((prefix) => path.startsWith(prefix)));
const counts = new Map<Finding['kind'], number>();
for (const path of chosen) {
  for (const { kind, line, message } of findingsIn(path)) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    process.stdout.write(`${path}:${line}: ${kind}: ${message}\n`);
  }
}
for (const [kind, count] of counts) process.stdout.write(`${kind}: ${count}\n`);
if (counts.has('text')) process.exitCode = 1;
