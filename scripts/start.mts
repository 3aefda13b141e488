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
import { visitorCountry } from './demo/houses.mts';
import { startNodeRed } from './demo/node-red.mts';
import { isDemoAt, otherDemoText } from './demo/other-demo.mts';

const BROKER_PORT = 1883;
const EDITOR_PORT = 1880;
const USAGE = `usage: npm start -- [--live] [--source FEED[=ADDRESS]...]

Starts the demo: Node-RED with the service inside and an MQTT broker, until Ctrl-C.
  --live                   real prices for today and tomorrow from public sources, in place of a replay
  --source FEED[=ADDRESS]  source to request; may be repeated; by default all under an open licence
  --help                   print this help

The editor takes port ${EDITOR_PORT} and the broker port ${BROKER_PORT}, or the next free ones.
Exit codes: 0 stopped, 1 a failure, 2 the command line cannot be used`;
const { live, source = [] } = readOptions();
const userDir = resolve(live ? '.demo-live' : '.demo');

const broker = await startBroker(BROKER_PORT);
placeDemo(userDir, broker, { live, page: 'switch', country: visitorCountry() });
const dayahead = { sources: source.join('\n') };
const editor = await startNodeRed({ userDir, port: EDITOR_PORT, nodeRoot: '', dayahead });
const page = hasPage(userDir);
// Flows that have started may open their page a moment later.
for (let i = 0; page && i < 50 && !(await fetch(`${editor.url}dayahead/`)).ok; i++) await wait(100);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

if (editor.port !== EDITOR_PORT && (await isDemoAt(EDITOR_PORT))) say(otherDemoText(EDITOR_PORT, editor, broker));
else {
  sayTaken('broker', broker, BROKER_PORT);
  sayTaken('editor', editor, EDITOR_PORT);
}
say(greeting(editor, broker, userDir, { live, page }));

function readOptions() {
  const options = {
    live: { type: 'boolean', default: false },
    source: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (!values.help) return values;
    say(USAGE);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    process.exit(2);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sayTaken(name: string, { port }: Running, wanted: number): void {
  if (port !== wanted) say(`Port ${wanted} is taken; the ${name} is on ${port}.`);
}

async function stop(): Promise<void> {
  await editor.stop();
  await broker.stop();
  say('Stopped.');
}
