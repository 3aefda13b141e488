/**
 * The demo: an MQTT broker and Node-RED with the service inside, on loopback, until Ctrl-C. With `--live` its prices are
 * those of public sources; `--source FEED[=ADDRESS]` names those that alone are asked, as on the command line of the service.
 */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Running, startBroker } from './demo/broker.mts';
import { hasPage, placeDemo } from './demo/flow.mts';
import { greeting } from './demo/greeting.mts';
import { startNodeRed } from './demo/node-red.mts';

const BROKER_PORT = 1883;
const EDITOR_PORT = 1880;
const options = { live: { type: 'boolean', default: false }, source: { type: 'string', multiple: true } } as const;
const { live, source = [] } = parseArgs({ options }).values;
const userDir = resolve(live ? '.demo-live' : '.demo');

const say = (text: string) => process.stdout.write(`${text}\n`);

const broker = await startBroker(BROKER_PORT);
placeDemo(userDir, broker, { live, page: 'switch' });
const dayahead = { sources: source.join('\n') };
const editor = await startNodeRed({ userDir, port: EDITOR_PORT, nodeRoot: '', dayahead });
const page = hasPage(userDir);
// Flows that have started may open their page a moment later.
for (let i = 0; page && i < 50 && !(await fetch(`${editor.url}dayahead/`)).ok; i++) await wait(100);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

tellTaken('broker', broker, BROKER_PORT);
tellTaken('editor', editor, EDITOR_PORT);
say(greeting(editor, broker, userDir, { live, page }));

function tellTaken(name: string, { port }: Running, wanted: number): void {
  if (port !== wanted) say(`Port ${wanted} is taken; the ${name} is on ${port}.`);
}

async function stop(): Promise<void> {
  await editor.stop();
  await broker.stop();
  say('Stopped.');
}
