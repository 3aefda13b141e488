/**
 * Records what the build in `dist/` computes, answers and publishes: `node scripts/lock.mts FOLDER [--quick]`. It writes one text
 * file per part and prints the digest of each. Two builds behave alike where `diff -r` of their folders is empty.
 */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockedDay } from './lock/day.mts';
import { lockedPlans } from './lock/plans.mts';
import { lockedSeries } from './lock/series.mts';

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });
const [folder] = positionals;
if (!folder) throw new Error('name the folder that the outputs are written to');
mkdirSync(folder, { recursive: true });

const share = values.quick ? 0.05 : 1;
for (const parts of [lockedPlans(share), lockedSeries(), lockedDay()])
  for await (const [name, lines] of parts) {
    const text = `${lines.join('\n')}\n`;
    writeFileSync(join(folder, `${name}.txt`), text);
    process.stdout.write(`${name.padEnd(10)} ${hash('sha256', text).slice(0, 16)} ${lines.length} lines\n`);
  }
process.exit();
