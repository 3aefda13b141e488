/**
 * Prints how many seconds a test run took, by folder, by file and by phase: `node scripts/test-report.mts [FILE] [--files N]`.
 * FILE is a report of `test-report/recorder.mts`, the last one by default, or of Vitest's JSON reporter, which has no phases.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { REPORT_FILE, tables } from './test-report/report.mts';

const { values, positionals } = parseArgs({
  options: { files: { type: 'string', default: '10' } },
  allowPositionals: true,
});
process.stdout.write(tables(JSON.parse(readFileSync(positionals[0] ?? REPORT_FILE, 'utf8')), Number(values.files)));
