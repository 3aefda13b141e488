import { createRequire } from 'node:module';
import type { NodeInitializer } from 'node-red';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../nodes/config.ts';
import priceSeries from '../../nodes/price-series.ts';
import type { SeriesPayload } from '../../src/messages/series.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { type Flow, type FlowNode, nodeRed } from '../support/node-red/node-red-helper.ts';

const coreMqtt: NodeInitializer = createRequire(import.meta.url)('@node-red/nodes/core/network/10-mqtt.js');
const start = nodeRed(coreMqtt, config, priceSeries);
const clock = () => manualClock(Date.parse('2026-01-15T08:00:00Z') / 1000);

const site = (fields: object = {}): FlowNode => ({ id: 'site', type: 'dayahead-config', name: 'House', ...fields });
const prices = (fields: object = {}): FlowNode => ({
  id: 'prices',
  type: 'dayahead-price-series',
  name: 'Prices',
  config: 'site',
  country: 'DK',
  consumption: { id: 'dk-example-spot-dk2' },
  wires: [['out'], []],
  ...fields,
});
const out: FlowNode = { id: 'out', type: 'collect', wires: [] };

describe('config', () => {
  it('without a broker is a quiet site', async () => {
    const flow = await start(clock(), [site({ broker: 'none' }), prices(), prices({ id: 'second' }), out]);
    await flow.message('out', 2);
    expect(flow.statuses('second').at(-1)).not.toMatchObject({ fill: 'red' });
  });

  it('gives its nodes the interval to ask for', async () => {
    const flow = await start(clock(), [site({ resolution: '3600' }), prices({ resolution: '' }), out]);
    expect((await flow.message('out')).payload).toMatchObject({ resolution: 3600 });
  });

  it('has its nodes wait for a selection instead of showing a demo', async () => {
    const flow = await start(clock(), [site(), prices({ consumption: null }), out]);
    const { error } = await flow.input('prices', { payload: 'again' });
    expect(error?.message).toBe('no tariff is chosen yet');
  });

  it.each([
    ['a service without an address', { service: 'remote', url: '' }, 'url: the address of the service is needed'],
    ['a service without a token', { service: 'remote', url: 'https://x.example' }, 'token: the access token'],
    ['an address that is none', { service: 'remote', url: 'x.example' }, 'url: expected https:// or http://'],
    ['an interval that is none', { resolution: '60' }, 'resolution: '],
    [
      'a broker without an address',
      { broker: 'typed', brokerUrl: '' },
      'brokerUrl: the address of the broker is needed',
    ],
    [
      'a broker that is not there',
      { broker: 'node', mqttBroker: 'gone' },
      'mqttBroker: the chosen broker does not exist',
    ],
    ['a catalogue that is not there', { catalogue: '/nowhere' }, '/nowhere'],
    ['a schema of the future', { schema: 3 }, 'schema: saved by a later version of this package'],
  ])('with %s is shown at the nodes that use it', async (_, fields, text) => {
    const flow = await start(clock(), [site(fields), prices(), out]);
    const { error } = await flow.input('prices', { payload: 'again' });
    expect(error?.message).toContain(text);
    expect(flow.statuses('prices').at(-1)).toMatchObject({ fill: 'red' });
  });

  it('that is gone is shown at the nodes that use it', async () => {
    const flow = await start(clock(), [prices(), out]);
    expect(await flow.status('prices', /fault\.detail-gone/)).toMatchObject({ fill: 'red' });
  });
});

describe('config with a broker', () => {
  let mosquitto: Mosquitto;
  let subscriber: Subscriber;
  beforeAll(async () => {
    mosquitto = await startMosquitto();
    subscriber = await subscribe(mosquitto.url);
  });
  afterAll(async () => {
    await subscriber.close();
    await mosquitto.stop();
  });

  const typed = () => site({ broker: 'typed', brokerUrl: mosquitto.url, site: 'Möller Haus', topicRoot: '' });
  const root = 'dayahead/moller-haus';

  /** What a wall display would show. */
  const shown = () =>
    new Map([...new Map(subscriber.received.map(({ topic, payload }) => [topic, payload]))].filter(([, text]) => text));

  const remove = async (flow: Flow) => {
    await flow.deploy([out]);
    await subscriber.until(`${root}/status`, '');
    await subscriber.settled();
  };

  it('publishes the prices of its nodes, and clears them when it is removed', async () => {
    const flow = await start(clock(), [typed(), prices(), out]);
    await subscriber.until(`${root}/price/availability`, 'online');
    await subscriber.settled();
    const { prices: entries } = (await flow.message('out')).payload as SeriesPayload;
    const now = entries.find(({ start }) => start === '2026-01-15T09:00:00+01:00');
    expect(shown().get(`${root}/price/now`)).toBe(String(now?.total));
    expect(shown().get(`${root}/status`)).toBe('online');
    await remove(flow);
    expect([...shown().keys()].filter((topic) => topic.startsWith(root))).toEqual([]);
  });

  // Promise P-294 integrate/topics: two nodes cannot publish under one name: the second names the first, and
  //   publishes nothing
  it('lets the second node of one name know who the first is, and publishes only the first', async () => {
    const flow = await start(clock(), [
      typed(),
      prices(),
      prices({ id: 'second', name: 'Second', country: 'DE', consumption: { id: 'de-example-fixed' } }),
      out,
    ]);
    expect(await flow.status('second', /conflict Prices$/)).toMatchObject({ fill: 'red' });
    await subscriber.until(`${root}/price/availability`, 'online');
    await flow.message('out', 2);
    await subscriber.settled();
    expect(shown().get(`${root}/price/state`)).toContain('DKK');
    await remove(flow);
  });

  it.each([
    ['a name', 'Garage', ['price-garage']],
    ['no name', '', []],
  ])('publishes as %s', async (_, publishAs, branches) => {
    const flow = await start(clock(), [typed(), prices({ publishAs }), out]);
    await flow.message('out');
    await subscriber.until(`${root}/status`, 'online');
    for (const branch of branches) await subscriber.until(`${root}/${branch}/availability`, 'online');
    await subscriber.settled();
    const published = [...shown().keys()].filter((topic) => topic.startsWith(root) && topic.endsWith('/now'));
    expect(published).toEqual(branches.map((branch) => `${root}/${branch}/now`));
    await remove(flow);
  });

  it('connects with the settings of a core broker node', async () => {
    const broker = {
      id: 'core',
      type: 'mqtt-broker',
      broker: '127.0.0.1',
      port: String(mosquitto.port),
      usetls: false,
    };
    const chosen = site({ site: 'core', broker: 'node', mqttBroker: 'core' });
    const flow = await start(clock(), [broker, chosen, prices(), out]);
    await subscriber.until('dayahead/core/price/availability', 'online');
    await flow.deploy([out]);
    await subscriber.until('dayahead/core/status', '');
  });

  it('leaves everything published over a redeployment', async () => {
    const flow = await start(clock(), [typed(), prices(), out]);
    await subscriber.until(`${root}/price/availability`, 'online');
    await subscriber.settled();
    const before = subscriber.received.length;
    await flow.deploy([typed(), prices(), out]);
    await flow.message('out');
    const heard = () => subscriber.received.slice(before).filter(({ topic }) => topic.match(/status$|price/));
    await eventually(() => expect(heard().map(({ topic }) => topic)).toContain(`${root}/price/availability`));
    await subscriber.settled();
    const said = heard();
    expect(said.filter(({ payload }) => ['', 'offline'].includes(payload))).toEqual([]);
    await remove(flow);
  });
});
