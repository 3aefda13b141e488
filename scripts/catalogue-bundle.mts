import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleOf } from '../dist/src/service/catalogue/figures/bundle.js';

/**
 * `npm run catalogue:bundle [-- FILE] [--date DAY]`: writes the figures of `data/catalogue` as one JSON file for
 * `dayahead-service catalogue install`. DAY, by default the newest day of a source, is shown as the day of the figures.
 */
const { values, positionals } = parseArgs({ options: { date: { type: 'string' } }, allowPositionals: true });
const bundle = bundleOf('data/catalogue', values.date);
const file = resolve(positionals[0] ?? `figures-${bundle.version}.json`);
writeFileSync(file, `${JSON.stringify(bundle)}\n`);
process.stdout.write(`${file}: figures of ${bundle.version}, ${Object.keys(bundle.markets).length} markets\n`);
