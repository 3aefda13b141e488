import type { Node, NodeAPI, NodeDef, NodeInitializer } from 'node-red';
import { afterEach, expect, it, vi } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import sidebar from '../../../nodes/sidebar.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Flow, type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

/** The runtime, for what only it can log. */
let runtime: NodeAPI;
/** Node-RED's own broker node, without a connection. */
const mqttBroker: NodeInitializer = (RED) => {
  runtime = RED;
  RED.nodes.registerType(
    'mqtt-broker',
    function (this: Node, def: NodeDef) {
      RED.nodes.createNode(this, def);
    },
    { credentials: { user: { type: 'text' }, password: { type: 'password' } } },
  );
};
const start = nodeRed(config, priceSeries, cheapestWindow, sidebar, mqttBroker);
/** A field of a flow that has its value from the environment. */
const variable = (name: string) => `\${${name}}`;
afterEach(() => {
  vi.unstubAllEnvs();
});
const clock = () => manualClock(Date.parse('2026-01-15T08:00:00Z') / 1000);

const flow: readonly FlowNode[] = [
  {
    ...{
      id: 'site',
      type: 'dayahead-config',
      schema: 2,
      name: 'Villa',
      service: 'embedded',
      prices: 'replay',
      broker: 'typed',
    },
    ...{ brokerUrl: 'mqtt://127.0.0.1:1', brokerUser: 'house-keeper' },
  },
  {
    ...{
      id: 'prices',
      type: 'dayahead-price-series',
      name: 'Contract',
      config: 'site',
      country: 'DK',
      wires: [['out'], []],
    },
    ...{ consumption: { id: 'dk-example-spot-dk2' }, postalCode: '2100' },
  },
  { id: 'boiler', type: 'dayahead-cheapest-window', name: 'Boiler', config: 'site', minutes: '60', wires: [[], []] },
  { id: 'out', type: 'collect', wires: [] },
];
const credentials = { site: { brokerPassword: 'open-sesame', token: 'dayahead_prod_sk_1' } };

/** The house without a broker: its warnings would stand between those of the test. */
const quiet = flow.map((node) => (node.id === 'site' ? { ...node, broker: 'none' } : node));

const textIn = (body: unknown) => (body as { readonly text: string }).text;

/** The last warnings and errors in the report, without their times. */
async function loggedIn(running: Flow): Promise<readonly string[]> {
  const lines = textIn((await running.get('/dayahead/report')).body).split('### Last warnings and errors\n\n')[1] ?? '';
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^- \S+ /, ''));
}

it('GET dayahead/report tells what runs, without names and secrets', async () => {
  const running = await start(clock(), flow, credentials, { version: '5.0.7' });
  await running.message('out');
  running.node('boiler').error('open-sesame does not open the Villa');
  const asked = async () => textIn((await running.get('/dayahead/report')).body);
  await expect.poll(asked).toMatch(/^- cheapest-window 1 of config 1: no /m);
  const { status, body } = await running.get('/dayahead/report');
  expect([status, body]).toEqual([200, { text: expect.any(String) }]);
  const text = textIn(body);
  for (const told of [
    /^- @dayahead\/node-red-tariffs \d+\.\d+\.\d+, build [\da-f]{12}$/m,
    /^- Node-RED 5\.0\.7$/m,
    /^- Node\.js v[\d.]+, \w+ \w+, up for \d+ min$/m,
    /^- config 1: broker not connected \(connect ECONNREFUSED •••\)$/m,
    /^- config 1: schema 2 · service embedded · prices replay · broker typed · \(filled in: name, brokerUrl, brokerUser\)$/m,
    /^- price-series 1: country DK · consumption dk-example-spot-dk2 · \(filled in: name, config, postalCode\)$/m,
    /^- price-series 1 of config 1: source replay · asked 2026-01-15T09:00:00\+01:00, next /m,
    /^- cheapest-window 1 of config 1: no price-series is wired to it · off \(no-prices\) until further notice · plan no-prices/m,
    / error of cheapest-window 1: ••• does not open the •••$/m,
  ])
    expect(text).toMatch(told);
  for (const hidden of ['open-sesame', 'house-keeper', 'dayahead_prod_sk_1', 'Villa', 'Contract', '2100', '127.0.0.1'])
    expect(text).not.toContain(hidden);
});

it('GET dayahead/report answers no page of another origin', async () => {
  const running = await start(clock(), flow, credentials, { version: '5.0.7' });
  const { status, body } = await running.get('/dayahead/report', { origin: 'https://elsewhere.example' });
  expect([status, body]).toEqual([403, { fault: { code: 'origin' } }]);
});

it('GET dayahead/report masks every private value in the log, wherever it is stored', async () => {
  vi.stubEnv('HOUSE_NAME', 'Sommerhaus');
  vi.stubEnv('HOUSE_USER', 'user-of-the-house');
  vi.stubEnv('HOUSE_PASSWORD', 'password-of-the-house');
  const [site, ...others] = quiet;
  const named = [
    { ...(site as FlowNode), name: variable('HOUSE_NAME'), brokerUser: variable('HOUSE_USER') },
    ...others,
    {
      ...{ id: 'broker', type: 'mqtt-broker', name: 'Cellar broker', broker: 'cellar.lan', port: '1884' },
      ...{ clientid: 'villa-client', birthTopic: 'villa/alive' },
    },
    { id: 'other-site', type: 'dayahead-config', schema: 2, name: 'Ferienhaus', d: true },
    { id: 'other-broker', type: 'mqtt-broker', broker: 'roof.lan', d: true },
  ];
  const secrets = {
    site: { brokerPassword: variable('HOUSE_PASSWORD'), token: 'token-of-the-house', entsoeToken: 'token-of-entsoe' },
    broker: { user: 'broker-user', password: 'broker-password' },
    'other-site': { token: 'other-token' },
    'other-broker': { user: 'other-user', password: 'other-password' },
  };
  const dayahead = { sources: 'smard=http://first.lan/a', mirrors: 'ecb=http://second.lan/b' };
  const running = await start(clock(), named, secrets, { version: '5.0.7', dayahead });
  const hidden = [
    // Node-RED's broker node.
    ...['Cellar broker', 'cellar.lan', 'villa-client', 'villa/alive', 'broker-user', 'broker-password'],
    // Disabled nodes.
    ...['Ferienhaus', 'roof.lan', 'other-token', 'other-user', 'other-password'],
    // Environment variables that the flow names.
    ...['Sommerhaus', 'user-of-the-house', 'password-of-the-house'],
    // Our nodes and their credentials.
    ...['token-of-the-house', 'token-of-entsoe', 'Boiler', 'Contract', '2100'],
    // settings.js.
    ...[dayahead.sources, dayahead.mirrors],
  ];
  // No more at a time than a report has.
  for (const some of [hidden.slice(0, 12), hidden.slice(12)]) {
    for (const text of some) running.node('boiler').warn(`${text} is not ${text}, says "${text}"`);
    const shown = (await loggedIn(running)).slice(-some.length);
    expect(shown).toEqual(some.map(() => 'warning of cheapest-window 1: ••• is not •••, says "•••"'));
  }
});

it('GET dayahead/report shows the last 20 warnings and errors of our nodes and no other log entry', async () => {
  const running = await start(clock(), quiet, credentials, { version: '5.0.7' });
  const { WARN, ERROR, FATAL, INFO, DEBUG } = runtime.log;
  const log = (level: number, msg: string, type = 'dayahead-config') =>
    runtime.log.log({ level, msg, type, id: 'site' } as never);
  for (let i = 0; i < 25; i++) log(WARN, `early ${i}`);
  log(ERROR, 'one error');
  log(FATAL, 'one end');
  log(INFO, 'one note');
  log(DEBUG, 'one detail');
  log(ERROR, 'one error of another node', 'function');
  expect(await loggedIn(running)).toEqual([
    ...Array.from({ length: 18 }, (_, i) => `warning of config 1: early ${i + 7}`),
    ...['error of config 1: one error', 'error of config 1: one end'],
  ]);
});
