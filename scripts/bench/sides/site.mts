/** Runs Node-RED for some seconds, with the flow that is named or with none, and prints what that cost as JSON. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FLOW_FILE, startNodeRed } from '../../demo/node-red.mts';

const SETTLE_MS = 4000;

const userDir = mkdtempSync(join(tmpdir(), 'dayahead-bench-'));
const [, , flow] = process.argv;
if (flow) copyFileSync(flow, join(userDir, FLOW_FILE));
const nodeRed = await startNodeRed({ userDir, port: 0 });
await setTimeout(SETTLE_MS);
globalThis.gc?.();
const { user, system } = process.cpuUsage();
const cost = { ms: (user + system) / 1000, megabytes: process.memoryUsage.rss() / 2 ** 20 };
await nodeRed.stop();
rmSync(userDir, { recursive: true });
process.stdout.write(`${JSON.stringify(cost)}\n`);
