/**
 * Changes the source in one place at a time and tells which changes no test notices: `npm run mutants`, or of some rooms
 * alone `npm run mutants -- pricing core`. Exits with 1 where a room falls short of its score. All rooms take hours.
 */
import { Stryker } from '@stryker-mutator/core';

/** The rooms, with the tests that their mutants are tried against: none of those opens a broker or a browser. */
const rooms = {
  core: { mutate: 'src/core/**/*.ts', tests: ['core', 'pricing'] },
  pricing: { mutate: 'src/pricing/**/*.ts', tests: ['pricing', 'service/endpoints'] },
  planner: { mutate: 'src/planner/**/*.ts', tests: ['planner'] },
  limits: { mutate: 'src/service/accounts/limits.ts', tests: ['service/accounts'] },
  endpoints: { mutate: 'src/service/endpoints/**/*.ts', tests: ['service/endpoints'] },
  device: { mutate: 'src/runtime/device/**/*.ts', tests: ['runtime/device'] },
};
/** Percent of the mutants that are to be noticed. */
const SCORE = 85;
/** Random cases of each property test: it is tried as often as there are mutants. */
const CASES = 20;

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in rooms));
if (unknown) throw new Error(`${unknown}: must be one of ${Object.keys(rooms).join(', ')}`);

process.env.FC_RUNS = String(CASES);
for (const [name, { mutate, tests }] of Object.entries(rooms)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.env.MUTANTS_TESTS = tests.join();
  const mutants = await new Stryker({
    mutate: [mutate],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'scripts/mutants.vitest.mts', related: false },
    // Types are not its business, and it would make its own copy of what the compiler is told.
    tsconfigFile: 'none',
    tempDirName: 'node_modules/.stryker',
    reporters: ['clear-text'],
    clearTextReporter: { allowEmojis: false, reportTests: false, reportScoreTable: true },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    dryRunTimeoutMinutes: 60,
  }).runMutationTest();
  const count = (...kinds: string[]) => mutants.filter(({ status }) => kinds.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const score = (100 * noticed) / (noticed + count('Survived', 'NoCoverage'));
  process.stdout.write(`${name}: ${score.toFixed(1)} % of ${mutants.length} mutants noticed\n`);
  if (score < SCORE) process.exitCode = 1;
}
