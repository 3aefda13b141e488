/**
 * Prints the benchmarks as a table, with `--json` as JSON, and fails when a budget is missed: `npm run bench`, or
 * `npm run bench -- planner service` for some of its groups.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { groups, isGroup } from './bench/groups.mts';
import { type Figure, isMet, isSure, merged } from './bench/harness/figure.mts';
import { table } from './bench/harness/table.mts';

/**
 * Processes of a group: so many at least, and others while a figure of it is in doubt. Each lays out its code and its memory anew,
 * which moves a ratio more than anything else does.
 */
const [LEAST, MOST] = [5, 15];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !isGroup(name));
if (unknown.length > 0) throw new Error(`no group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
const chosen = positionals.length > 0 ? positionals : Object.keys(groups);

const measured = new Map<string, Figure[][]>(chosen.map((name) => [name, []]));
// All groups in turn, so that what the machine does for a minute falls on one process of each.
for (let i = 1; i <= MOST; i++)
  for (const [name, processes] of measured) {
    if (i > LEAST && merged(processes).every(isSure)) continue;
    process.stderr.write(`${name}, process ${i}\n`);
    processes.push(run(name));
  }
const figures = [...measured.values()].flatMap(merged);
const machine = { node: process.version, processor: cpus()[0]?.model, cores: availableParallelism() };
process.stdout.write(values.json ? `${JSON.stringify({ machine, figures }, null, 2)}\n` : table(figures));
if (!figures.every(isMet)) process.exitCode = 1;

function run(group: string): Figure[] {
  const flags = [
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    '--disable-warning=ExperimentalWarning',
    '--expose-gc',
  ];
  return JSON.parse(execFileSync(process.execPath, [...flags, 'scripts/bench/run.mts', group], { encoding: 'utf8' }));
}
