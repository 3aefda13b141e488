import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeDemo } from '../../../scripts/demo/flow.mts';
import { eventually } from '../../support/eventually.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { hostNode } from '../../support/host-node.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type InstalledNodeRed, newProject, npm, startInstalled } from '../../support/node-red/installed-node-red.ts';

interface NodeSet {
  readonly module: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly err?: string;
  readonly version: string;
}

const folder = mkdtempSync(join(tmpdir(), 'dayahead-installed-'));
const [packed] = JSON.parse(npm(hostNode(), '.', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));

/** One price node, by default without any configuration, and a core node that publishes what it says. */
const firstFlow = (broker: Mosquitto, saved: object = {}) => [
  { id: 'tab', type: 'tab', label: 'First' },
  { id: 'prices', type: 'dayahead-price-series', z: 'tab', name: '', x: 100, y: 100, wires: [['out'], []], ...saved },
  { id: 'out', type: 'mqtt out', z: 'tab', topic: 'first/prices', qos: '1', retain: '', broker: 'broker', wires: [] },
  { id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: String(broker.port), protocolVersion: '5' },
];

afterAll(() => rmSync(folder, { recursive: true }));

// The only test that needs the npm registry: for the dependencies of the tarball.
describe.each([
  ['4.1', "this machine's own Node.js", hostNode(), 'node-red-4'],
  ['5', 'the Node.js of development', resolve('node_modules/node/bin/node'), 'node-red'],
])('the packed tarball in a fresh Node-RED %s on %s', (version, _, node, nodeRed) => {
  let broker: Mosquitto;
  let red: InstalledNodeRed;
  let heard: Subscriber;
  let feeds: Awaited<ReturnType<typeof feedsAt>>;

  beforeAll(async () => {
    const userDir = newProject(join(folder, version, 'user'));
    npm(node, userDir, 'install', join(folder, packed.filename));
    broker = await startMosquitto();
    placeDemo(userDir, broker);
    heard = await subscribe(broker.url);
    feeds = await feedsAt({ now: () => Math.floor(Date.now() / 1000) });
    red = await startInstalled(node, resolve('node_modules', nodeRed), userDir, { mirrors: feeds.mirrors });
  });
  afterAll(async () => {
    await heard?.close();
    await red?.stop();
    await broker?.stop();
    await feeds?.stop();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${red.url}${path}`, {
      ...init,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'Node-RED-API-Version': 'v2' },
    });

  it('loads every node without an error', async () => {
    const sets = (await (await ask('nodes')).json()) as NodeSet[];
    const ours = sets.filter(({ module }) => module === '@dayahead/node-red-tariffs');
    expect(ours.flatMap(({ types }) => types).sort()).toEqual([
      'dayahead-battery',
      'dayahead-cheapest-window',
      'dayahead-config',
      'dayahead-forecast',
      'dayahead-price-series',
      'dayahead-tariff-select',
    ]);
    expect(ours.filter(({ enabled, err }) => !enabled || err)).toEqual([]);
    expect(red.log()).toMatch(new RegExp(`Node-RED version: v${version}\\.`));
  });

  it('publishes the prices and the devices of the demo', async () => {
    await eventually(() => expect(heard.shown()).toMatchObject(running));
    expect(red.log()).not.toMatch(/\[error\]/);
  });

  it('has prices in an empty flow as soon as a price node is deployed, without account or configuration', async () => {
    const flows = firstFlow(broker);
    const answer = await ask('flows', { method: 'POST', body: JSON.stringify({ flows }) });
    expect(answer.status).toBe(200);
    await eventually(() => expect(heard.payloads('first/prices')).not.toEqual([]));
    const series = JSON.parse(heard.payloads('first/prices')[0] ?? '');
    expect(series).toMatchObject({ stale: false, unit: `${series.currency}/kWh`, coverage: { today: true } });
  });

  it('has a live price with all that a household pays, as its dialog saves it', async () => {
    const [heardBefore, household] = [heard.payloads('first/prices').length, { country: 'DE', postalCode: '10115' }];
    const flows = firstFlow(broker, { schema: 2, ...household, consumption: { id: 'de-exchange-de-lu' } });
    await ask('flows', { method: 'POST', body: JSON.stringify({ flows }) });
    const series = () => JSON.parse(heard.payloads('first/prices').slice(heardBefore).at(-1) ?? '{}');
    await eventually(() => expect(series().source).toMatchObject({ kind: 'live', feed: 'energy-charts' }));
    expect(series()).toMatchObject({ missing: [], coverage: { today: true }, tariff: { grid: { type: 'static' } } });
    expect(red.log()).not.toMatch(/\[error\]/);
  });
});

const running = {
  'dayahead/copenhagen/status': 'online',
  'dayahead/copenhagen/price/availability': 'online',
  'dayahead/copenhagen/price/now': expect.stringMatching(/^-?\d+(\.\d+)?$/),
  'dayahead/copenhagen/window/heat-pump/state': expect.stringMatching(/^(ON|OFF)$/),
};
