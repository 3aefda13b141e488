/**
 * Changes the source in one place at a time and tells which changes no test notices: `npm run mutants`, or of some rooms
 * or files alone `npm run mutants -- pricing src/core/time.ts`. Exits with 1 where a room falls short of its score. What it
 * has tried is remembered in `node_modules/.stryker` until that place, or a test that comes by there, is another, also when it
 * is interrupted; what happens while a file is loaded, until that folder is removed. Without it all rooms take hours: `--sample=40`
 * tries of each room what stands in forty pieces of ten lines, the same ones each time. `mutants.md` says which are left, and why.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { matchesGlob, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

interface Room {
  readonly mutate: string;
  readonly tests: readonly string[];
  readonly cases?: number;
}

/** The rooms, with the tests that their mutants are tried against: none of those opens a broker or a browser. */
const rooms = {
  core: { mutate: 'src/core/**/*.ts', tests: ['core/**/*'] },
  pricing: { mutate: 'src/pricing/**/*.ts', tests: ['pricing/**/*'] },
  planner: { mutate: 'src/planner/**/*.ts', tests: ['planner/**/*'] },
  limits: { mutate: 'src/service/accounts/limits.ts', tests: ['service/accounts/**/*'] },
  endpoints: {
    mutate: 'src/service/endpoints/**/*.ts',
    tests: ['service/endpoints/{address-rules,dayahead,listing-rules,listings,series-cache}', 'service/service-rules'],
  },
  device: {
    mutate: 'src/runtime/device/**/*.ts',
    tests: [
      'runtime/device/!(fortnight)',
      'runtime/device/need/!(deadlines)',
      'runtime/device/switcher/!(life|share-told-again|switcher-fuzz)',
      'runtime/account/{account,measured}',
      'runtime/editor/plan-preview',
      'runtime/household/switching',
      'runtime/power/{dimmed-devices,dimming}',
      'runtime/publishing/{commands,grid}',
    ],
    cases: 2,
  },
};
/** Percent of the mutants that are to be noticed. */
const SCORE = 85;
/** Random cases of each property test where its room says nothing else: it is tried as often as there are mutants. */
const CASES = 20;

/** Lines of a piece of a sample. */
const PIECE = 10;

const { values, positionals: asked } = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
const patternsOf = (name: string, mutate: string) =>
  asked.length === 0 || asked.includes(name) ? [mutate] : asked.filter((path) => matchesGlob(path, mutate));
const chosen = Object.entries<Room>(rooms).map(([name, { mutate, tests, cases = CASES }]) => ({
  name,
  cases,
  mutate: sampled(patternsOf(name, mutate)),
  tests,
}));
for (const name of asked)
  if (!(name in rooms) && !chosen.some(({ mutate }) => mutate.includes(name)))
    throw new Error(`${name}: must be one of ${Object.keys(rooms).join(', ')}, or a file of one`);

for (const { name, mutate, tests, cases } of chosen) {
  if (mutate.length === 0) continue;
  process.env.FC_RUNS = String(cases);
  process.env.MUTANTS_TESTS = tests.join(' ');
  const mutants = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'scripts/mutants.vitest.mts', related: false },
    // Types are not its business, and it would make its own copy of what the compiler is told.
    tsconfigFile: 'none',
    tempDirName: 'node_modules/.stryker',
    incremental: true,
    incrementalFile: `node_modules/.stryker/${name}.json`,
    reporters: ['clear-text', 'progress'],
    clearTextReporter: { allowEmojis: false, reportTests: false, reportScoreTable: true },
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // A busy machine is no endless loop: those are told by how often they come round.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
  }).runMutationTest();
  // What is remembered of other places comes with them.
  const tried = mutants.filter(({ fileName, location }) => {
    const path = relative('.', fileName);
    return mutate.some(
      (each) => matchesGlob(path, each) || each === pieceOf(path, Math.floor((location.start.line - 1) / PIECE)),
    );
  });
  const count = (...kinds: string[]) => tried.filter(({ status }) => kinds.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const score = (100 * noticed) / (noticed + count('Survived', 'NoCoverage'));
  process.stdout.write(`${name}: ${score.toFixed(1)} % of ${tried.length} mutants noticed\n`);
  if (score < SCORE) process.exitCode = 1;
}

/** As many pieces of what the patterns name as are asked for, drawn by a walk of equal steps; everything where none are. */
function sampled(patterns: readonly string[]): string[] {
  if (values.sample === undefined) return [...patterns];
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`);
  const chosen = files.filter((path) => patterns.some((pattern) => matchesGlob(path, pattern)));
  const pieces = chosen.toSorted().flatMap(piecesOf);
  const step = Math.max(1, pieces.length / Number(values.sample));
  return pieces.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

function piecesOf(path: string): string[] {
  const pieces = Math.ceil(readFileSync(path, 'utf8').split('\n').length / PIECE);
  return Array.from({ length: pieces }, (_, i) => pieceOf(path, i));
}

function pieceOf(path: string, i: number): string {
  return `${path}:${i * PIECE + 1}-${(i + 1) * PIECE}`;
}
