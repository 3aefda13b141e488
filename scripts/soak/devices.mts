/**
 * A hundred devices of four houses on real Node-RED and real Mosquitto, for an hour or for `--minutes`: flows are deployed,
 * messages and commands sent, demands told again, overrides given, the broker killed, connections taken over. At the end of
 * each minute everything has to be there again. Fails where it is not, or where the memory of Node-RED, its handles or its
 * files have grown in the second half by more than a twentieth.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectAsync } from 'mqtt';
import { chanceOf } from '../../test/support/chance.ts';
import { feedsAt } from '../../test/support/feeds/feed-server.ts';
import { startMosquitto } from '../../test/support/mqtt/mosquitto.ts';
import { FLOW_FILE } from '../demo/node-red.mts';
import { courseOf, courseTable } from './devices/flatness.mts';
import { buttons, configOf, DEVICES, housesAt, sites } from './devices/flow.mts';
import type { Held } from './devices/node-red.mts';

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } }).values;
const MINUTE = 60_000;
/** Of each minute, in ms; the rest is quiet. */
const CHURN = 40_000;
const QUIET = 5000;
/** On a busy machine a deployment of everything takes its time. */
const PATIENCE = 300_000;
/** Per cent. */
const FLAT = 5;

const say = (text: string) => process.stdout.write(`${text}\n`);
const userDir = mkdtempSync(join(tmpdir(), 'dayahead-soak-'));
const mosquitto = await startMosquitto('max_queued_messages 0');
const feeds = await feedsAt({ now: () => Math.floor(Date.now() / 1000) });
const houses = housesAt(mosquitto.url);
writeFileSync(join(userDir, FLOW_FILE), JSON.stringify(houses.flow()));
const nodeRed = fork(join(import.meta.dirname, 'devices/node-red.mts'), [userDir, feeds.mirrors], {
  execArgv: ['--expose-gc', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
});
nodeRed.once('exit', (code) => {
  if (code !== null) throw new Error(`Node-RED has ended with ${code}`);
});
const { url } = await told<{ url: string }>(nodeRed);
const chance = chanceOf(1);
const done: Record<string, number> = {};
const troubles: string[] = [];
const samples: (Held & { readonly onDisk: number })[] = [];

/** What happens in a house and to it, as often as it stands here. */
const happenings = [
  ...times(7, 'deploy', editAndDeploy),
  ...times(15, 'message', () => post(`inject/${chance.of(buttons)}`)),
  ...times(23, 'command', command),
  ...times(2, 'broker restart', restartBroker),
  ...times(3, 'reconnect', takeOver),
];

const begun = Date.now();
const end = begun + Number(minutes) * MINUTE;
const minute = () => Math.round((Date.now() - begun) / MINUTE);
try {
  await everythingThere();
  for (let next = Date.now() + MINUTE; next <= end; next = Math.max(next + MINUTE, Date.now() + CHURN)) {
    const churned = next - MINUTE + CHURN;
    while (Date.now() < churned) {
      await happen();
      await setTimeout(200 + chance.below(600));
    }
    houses.complete();
    await deploy();
    const missing = await everythingThere();
    if (missing) troubles.push(`minute ${minute()}: ${missing}`);
    await setTimeout(Math.max(QUIET, next - Date.now() - QUIET));
    await sample();
  }
} finally {
  nodeRed.kill();
  await mosquitto.stop();
  await feeds.stop();
  rmSync(userDir, { recursive: true, force: true });
}
const half = samples.slice(Math.floor(samples.length / 2));
const course = (name: string, key: keyof (typeof samples)[number]) =>
  courseOf(
    name,
    half.map((each) => each[key]),
    FLAT,
  );
const courses = [
  course('RSS, MB', 'rssMb'),
  course('heap after a collection, MB', 'heapMb'),
  course('buffers, MB', 'buffersMb'),
  course('open files', 'files'),
  course('timers', 'timers'),
  course('sockets', 'sockets'),
  course('handles', 'handles'),
  course('files on disk', 'onDisk'),
];
say(
  `\n${DEVICES} devices, ${minute()} minutes: ${Object.entries(done)
    .map(([name, times]) => `${times} x ${name}`)
    .join(', ')}`,
);
say(`The second half, ${half.length} samples:\n${courseTable(courses)}`);
for (const trouble of troubles) say(trouble);
const isKept = troubles.length === 0 && courses.every(({ isFlat }) => isFlat);
say(isKept ? 'It holds.' : 'It does NOT hold.');
process.exit(isKept ? 0 : 1);

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message');
  return message as T;
}

function times(count: number, name: string, act: () => Promise<void>) {
  return Array.from({ length: count }, () => ({ name, act }));
}

async function happen(): Promise<void> {
  const { name, act } = chance.of(happenings);
  await act();
  done[name] = (done[name] ?? 0) + 1;
}

async function post(path: string, body: unknown = {}, type = 'full'): Promise<void> {
  // One that has been kept open may be closing.
  const headers = { 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': type, Connection: 'close' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  // A button of a house that is away.
  if (!response.ok && response.status !== 404) throw new Error(`POST ${path}: ${response.status}`);
}

async function editAndDeploy(): Promise<void> {
  houses.edit(chance);
  await deploy();
}

async function deploy(): Promise<void> {
  await post('flows', houses.flow(), chance.of(['nodes', 'nodes', 'flows', 'flows', 'full']));
}

async function command(): Promise<void> {
  const { site, slug } = chance.of(houses.slugs());
  const [key, payload] = chance.of([
    ['override', 'on'],
    ['override', 'off'],
    ['override', 'auto'],
    ['minutes', '45'],
    ['minutes', '120'],
    ['max_price', '0.4'],
    ['ready_by', 'never'],
  ] as const);
  const client = await connectAsync(mosquitto.url);
  await client.publishAsync(`dayahead/${site}/window/${slug}/set/${key}`, payload, { qos: 1 });
  await client.endAsync();
}

async function restartBroker(): Promise<void> {
  await mosquitto.kill();
  await setTimeout(chance.below(8000));
  await mosquitto.restart();
}

/** Another client has the id of a house, and leaves again. */
async function takeOver(): Promise<void> {
  const client = await connectAsync(mosquitto.url, {
    clientId: `dayahead_${configOf(chance.of(sites))}`,
    reconnectPeriod: 0,
  });
  await client.endAsync();
}

/** Waits until each house is online, has its price and every device; says what is missing when it takes too long. */
async function everythingThere(): Promise<string | undefined> {
  const client = await connectAsync(mosquitto.url, { protocolVersion: 5 });
  const shown = new Map<string, string>();
  client.on('message', (topic, payload) => shown.set(topic, payload.toString()));
  const kinds = { status: 'status', prices: 'price/now', devices: 'window/+/state' };
  await client.subscribeAsync(Object.values(kinds).map((kind) => `dayahead/+/${kind}`));
  const until = Date.now() + PATIENCE;
  const wanted = () => [
    ...sites.map((site) => `dayahead/${site}/status`),
    ...sites.map((site) => `dayahead/${site}/price/now`),
    ...houses.slugs().map(({ site, slug }) => `dayahead/${site}/window/${slug}/state`),
  ];
  const missing = () => wanted().filter((topic) => /^(offline)?$/.test(shown.get(topic) ?? ''));
  while (missing().length > 0 && Date.now() < until) await setTimeout(200);
  await client.endAsync();
  return missing().length > 0 ? `not there: ${missing().slice(0, 5).join(', ')} (${missing().length})` : undefined;
}

async function sample(): Promise<void> {
  nodeRed.send('held');
  const held = await told<Held>(nodeRed);
  const onDisk = readdirSync(userDir, { recursive: true }).length;
  samples.push({ ...held, onDisk });
  const { rssMb, heapMb, files, timers, sockets, handles } = held;
  say(
    `minute ${minute()}: RSS ${rssMb.toFixed(1)} MB, heap ${heapMb.toFixed(1)} MB, ${files} open files, ${timers} timers, ${sockets} sockets, ${handles} handles, ${onDisk} files on disk`,
  );
}
