import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

const TOPIC = 'cmnd/boiler/POWER';
type Flow = readonly { readonly id: string; readonly type: string; readonly [field: string]: unknown }[];

/** A boiler that switches on a topic of the user's own, and nobody who tells it prices. */
const house = (brokerUrl: string, id = 'boiler'): Flow => [
  { id: 'tab', type: 'tab', label: 'Tab' },
  { id: 'site', type: 'dayahead-config', name: 'House', site: 'home', broker: 'typed', brokerUrl },
  {
    id,
    type: 'dayahead-cheapest-window',
    z: 'tab',
    name: 'Boiler',
    config: 'site',
    minutes: '60',
    commandTopic: TOPIC,
    wires: [[], []],
  },
];

/** The flow with other fields at the node of that name. */
const changed = (flow: Flow, name: string, fields: object): Flow =>
  flow.map((node) => ((node.name ?? node.label) === name ? { ...node, ...fields } : node));
const without = (flow: Flow, name: string): Flow => flow.filter((node) => node.name !== name);

interface Runtime {
  readonly flows: { setFlows(options: { flows: { flows: Flow }; deploymentType: string }): Promise<unknown> };
}

let runtime: Runtime;
let mosquitto: Mosquitto;
let second: Mosquitto;
let heard: Subscriber;
let clock: ManualClock;
let editor: Running;

beforeAll(async () => {
  [mosquitto, second] = await Promise.all([startMosquitto(), startMosquitto()]);
  heard = await subscribe(mosquitto.url);
  clock = manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000);
  editor = await runFlow(house(mosquitto.url), { clock });
  const { default: RED } = await import('node-red');
  runtime = (RED as unknown as { runtime: Runtime }).runtime;
  await hear(TOPIC, 'OFF');
});
afterAll(async () => {
  await editor?.stop();
  await heard?.close();
  await Promise.all([mosquitto?.stop(), second?.stop()]);
});

/** A topic says something once a second at the most. */
const hear = (topic: string, payload: string) =>
  eventually(async () => {
    await clock.advanceBy(1);
    const since = heard.received.slice(deployedAt).filter((message) => message.topic === topic);
    expect(since.at(-1)?.payload).toBe(payload);
  }, 20);

let deployments = 0;
let deployedAt = 0;
function deploy(flows: Flow, deploymentType: string): Promise<unknown> {
  deployedAt = heard.received.length;
  return runtime.flows.setFlows({ flows: { flows }, deploymentType });
}

// Promise P-766 operate/failures: the node or its tab is deleted or disabled, or the flow emptied
// Promise P-769 operate/failures: the settings are invalid; the node belongs to another site, or none
it.each<[string, string, (flow: Flow) => Flow]>([
  ['its node is deleted', 'nodes', (flow) => without(flow, 'Boiler')],
  ['its node is deleted', 'full', (flow) => without(flow, 'Boiler')],
  ['its node is disabled', 'flows', (flow) => changed(flow, 'Boiler', { d: true })],
  ['its tab is disabled', 'flows', (flow) => changed(flow, 'Tab', { disabled: true })],
  ['its tab is disabled', 'full', (flow) => changed(flow, 'Tab', { disabled: true })],
  ['the flow is emptied', 'full', () => []],
  ['its topic is another', 'nodes', (flow) => changed(flow, 'Boiler', { commandTopic: 'cmnd/other/POWER' })],
  ['its topic is another', 'full', (flow) => changed(flow, 'Boiler', { commandTopic: 'cmnd/other/POWER' })],
  ['its topic is removed', 'full', (flow) => changed(flow, 'Boiler', { commandTopic: '' })],
  ['its settings are none that it can follow', 'nodes', (flow) => changed(flow, 'Boiler', { minutes: 'two' })],
  ['it belongs to no site any more', 'nodes', (flow) => changed(flow, 'Boiler', { config: '' })],
  ['its site is deleted', 'full', (flow) => without(flow, 'House')],
  ['its site has no broker any more', 'nodes', (flow) => changed(flow, 'House', { broker: 'none' })],
  ['its site has another broker', 'full', (flow) => changed(flow, 'House', { brokerUrl: second.url })],
  [
    'its site has another name',
    'full',
    (flow) => changed(changed(flow, 'House', { site: 'villa' }), 'Boiler', { commandTopic: '' }),
  ],
  ['its site cannot be opened', 'nodes', (flow) => changed(flow, 'House', { brokerUrl: 'http://no.broker' })],
])('a device that is on lets go where %s, at a deployment of the kind %s', async (_, kind, change) => {
  // Another one each time: a device remembers what it was told.
  const flow = house(mosquitto.url, `boiler-${deployments++}`);
  await deploy(flow, 'full');
  await hear('dayahead/home/status', 'online');
  await hear(TOPIC, 'OFF');
  await heard.send('dayahead/home/window/boiler/set/override', 'on');
  await hear(TOPIC, 'ON');
  await deploy(change(flow), kind);
  await hear(TOPIC, 'OFF');
});

it('a device that is told to be on for an hour is off after that, though the clock is set back by a day meanwhile', async () => {
  await deploy(house(mosquitto.url, `boiler-${deployments++}`), 'full');
  await hear('dayahead/home/status', 'online');
  await hear(TOPIC, 'OFF');
  const sent = clock.now();
  await heard.send('dayahead/home/window/boiler/set/override_until', '60');
  await heard.send('dayahead/home/window/boiler/set/override', 'on');
  await hear(TOPIC, 'ON');
  // However many seconds it took to be heard: the hour began in one of them.
  const taken = clock.now() - sent;
  await clock.setTo(clock.now() - 86_400);
  await clock.advanceBy(58 * 60 - taken);
  await heard.settled();
  expect(heard.payloads(TOPIC).at(-1)).toBe('ON');
  await clock.advanceBy(2 * 60 + taken);
  await hear(TOPIC, 'OFF');
});
