/** Loads Node-RED and then our node files as it does, with none in use, and prints what either costs as one line of JSON. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { processorMs } from '../harness/processor-clock.mts';

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { 'node-red': { nodes: Record<string, string> } };
const files = Object.values(manifest['node-red'].nodes).map((file) => resolve(file));

/** Stands for all of Node-RED: it has no settings, every other member is itself, and a call does nothing. */
const RED: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === 'settings' ? {} : RED),
  apply: () => undefined,
});

// What Node-RED has loaded itself before it comes to us is not our cost.
const before = processorMs();
require('node-red');
const bareMs = processorMs() - before;
globalThis.gc?.();
const rss = process.memoryUsage.rss();
const begun = processorMs();
for (const file of files) require(file).default(RED);
const ms = processorMs() - begun;
globalThis.gc?.();
const megabytes = (process.memoryUsage.rss() - rss) / 2 ** 20;
process.stdout.write(`${JSON.stringify({ ms, bareMs, megabytes })}\n`);
