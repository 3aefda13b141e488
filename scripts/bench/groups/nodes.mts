import { connectAsync } from 'mqtt';
import { startMosquitto } from '../../../test/support/mqtt/mosquitto.ts';
import { worked } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { processorMs } from '../harness/processor-clock.mts';
import { ratioOf } from '../harness/ratio.mts';
import { type RunningNodeRed, startRunningNodeRed } from '../sides/running-node-red.mts';

const NOW = '2026-11-20T10:20:00Z';
const FIRST = Date.parse('2026-11-19T23:00:00Z');
const QUARTER_MS = 900_000;
const QUARTERS = 192;
const DEVICES = 300;

/** What our nodes cost in real Node-RED, beside bare function nodes. */
export default async function nodes(): Promise<Figure[]> {
  const red = await startRunningNodeRed(NOW);
  try {
    return [await priceMessage(red), await deployment(red)];
  } finally {
    await red.stop();
  }
}

/** A message with two days of prices, until the outputs and all topics have what follows from it. */
async function priceMessage(red: RunningNodeRed): Promise<Figure> {
  const broker = await startMosquitto('max_inflight_messages 0', 'set_tcp_nodelay true');
  const subscriber = await connectAsync(broker.url, { protocolVersion: 5 });
  const raw = await connectAsync(broker.url, { protocolVersion: 5 });
  const heard: { readonly topic: string; readonly payload: Buffer }[] = [];
  subscriber.on('message', (topic, payload) => heard.push({ topic, payload }));
  await subscriber.subscribeAsync('#', { qos: 1 });
  await red.deploy([
    { id: 'tab', type: 'tab', label: 'Home' },
    { id: 'site', type: 'dayahead-config', site: 'bench', prices: 'replay', broker: 'typed', brokerUrl: broker.url },
    { id: 'source', type: 'junction', z: 'tab', wires: [['prices']] },
    {
      id: 'prices',
      type: 'dayahead-price-series',
      z: 'tab',
      config: 'site',
      country: 'DE',
      wires: [['series'], ['now']],
    },
    { id: 'bare', type: 'function', z: 'tab', outputs: 2, func: BARE, wires: [['series'], ['now']] },
    { id: 'series', type: 'junction', z: 'tab', wires: [] },
    { id: 'now', type: 'junction', z: 'tab', wires: [] },
  ]);
  const [series, now] = [red.reached('series'), red.reached('now')];
  /** Hands it over and waits for an output each and so many topics. */
  const through = async (node: string, payload: unknown, topics: number) => {
    const [from, fromNow] = [series.length, now.length];
    heard.length = 0;
    red.give(node, payload);
    await red.until(() => series.length > from && now.length > fromNow && heard.length >= topics);
  };
  const messages = [pricesFrom(0.2), pricesFrom(0.25)];
  for (const message of [...messages, ...messages]) await through('prices', message, 1).then(() => quiet(heard));
  const said = [...heard];
  const outputs = { series: series.at(-1), now: now.at(-1) };
  let next = 0;
  const ours = worked(() => through('prices', messages[next++ % messages.length], said.length));
  const bare = worked(async () => {
    for (const { topic, payload } of said) raw.publish(topic, payload, { qos: 1, retain: true });
    await through('bare', outputs, said.length);
  });
  const ratio = await ratioOf(ours, bare, { rounds: 101, seconds: 8 });
  await red.deploy([]);
  await Promise.all([subscriber.endAsync(), raw.endAsync()]);
  await broker.stop();
  const name = `Node-RED: a price message through its node to outputs and ${said.length} topics`;
  return figure({ name, yardstick: 'a bare function node and bare mqtt.js, same bytes', atMost: 12 }, ratio);
}

const BARE = 'return [{ payload: msg.payload.series }, { payload: msg.payload.now }];';

/** As Tibber says two days. */
function pricesFrom(first: number) {
  const day = (from: number) =>
    Array.from({ length: QUARTERS / 2 }, (_, i) => ({
      startsAt: new Date(FIRST + (from + i) * QUARTER_MS).toISOString(),
      ...{ total: first + i / 1000, energy: first + i / 1000 - 0.15, tax: 0.15, currency: 'EUR' },
    }));
  const priceInfo = { today: day(0), tomorrow: day(QUARTERS / 2) };
  return { viewer: { homes: [{ currentSubscription: { priceInfo } }] } };
}

/** Resolves when nothing has come for a while. */
async function quiet(heard: readonly unknown[]): Promise<void> {
  for (let before = -1; before !== heard.length; ) {
    before = heard.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Once the node that it is wired to is there. */
const LATER = 'setTimeout(() => node.send({ payload: 1 }), 0);';

/** A whole deployment, until each device has said its plan. */
async function deployment(red: RunningNodeRed): Promise<Figure> {
  const flowOf = (node: (i: number) => object, ...more: { id: string; type: string }[]) => [
    { id: 'tab', type: 'tab', label: 'Home' },
    ...Array.from({ length: DEVICES }, (_, i) => ({ id: `device-${i}`, z: 'tab', name: `Device ${i}`, ...node(i) })),
    ...more,
    { id: 'all', type: 'junction', z: 'tab', wires: [] },
  ];
  const devices = Array.from({ length: DEVICES }, (_, i) => `device-${i}`);
  const own = flowOf(
    (i) => ({
      type: 'dayahead-cheapest-window',
      config: 'site',
      minutes: `${30 + i}`,
      powerKw: '1',
      wires: [[], ['all']],
    }),
    { id: 'site', type: 'dayahead-config', ...{ site: 'bench', prices: 'replay', broker: 'none' } },
    {
      id: 'prices',
      type: 'dayahead-price-series',
      ...{ z: 'tab', config: 'site', country: 'DK', wires: [devices, []] },
    },
  );
  const bare = flowOf(() => ({ type: 'function', initialize: LATER, func: '', wires: [['all']] }));
  const deployed = async (flow: typeof own) => {
    await red.deploy([]);
    const begun = processorMs();
    await red.deploy(flow);
    await red.until(() => red.reached('all').length >= DEVICES);
    return processorMs() - begun;
  };
  return figure(
    {
      name: `Node-RED: ${DEVICES} devices deployed and planned`,
      yardstick: 'as many bare function nodes',
      atMost: 2.2,
    },
    await ratioOf(
      () => deployed(own),
      () => deployed(bare),
      { rounds: 5, seconds: 12 },
    ),
  );
}
