import { once } from 'node:events';
import { connectAsync, type MqttClient } from 'mqtt';
import type { DemandPatch } from '../../dist/src/messages/demand/demand.js';
import type { PlanSummary } from '../../dist/src/messages/plan.js';
import type { CurrentPrice, KnownSeries } from '../../dist/src/messages/series.js';
import { Connection } from '../../dist/src/mqtt/connection.js';
import { priceTopics } from '../../dist/src/mqtt/price-topics.js';
import { type Outlet, Publisher } from '../../dist/src/mqtt/publisher.js';
import type { Publication } from '../../dist/src/mqtt/topics.js';
import { windowTopics } from '../../dist/src/mqtt/window-topics.js';
import { startMosquitto } from '../../test/support/mosquitto.ts';
import { type Figure, figure, measure } from './harness.mts';

const QUARTER_HOUR = 900;
const INTERVALS = 200;
const DEVICES = 10;
const ROUNDS = 10;
const ROUND_MS = 300;
const ROOT = 'dayahead/bench';
/** Local midnight in Berlin. */
const FIRST = Date.parse('2026-11-19T23:00:00Z') / 1000;

/**
 * Everything a site publishes, again and again, beside mqtt.js publishing the same bytes; both to one Mosquitto on MQTT 5.
 * The payloads are there already on both sides, as they are on a connection, a birth, at midnight and after a change of
 * plan, when everything is said once more. Making them, which only new prices call for, is a figure of its own and in
 * neither rate: with it the share would be less than half.
 */
export async function mqttFigures(): Promise<Figure[]> {
  // As many at a time as mqtt.js sends, which heeds no limit, and no answer held back for company.
  const broker = await startMosquitto('max_inflight_messages 0', 'set_tcp_nodelay true');
  const raw = await connectAsync(broker.url, { protocolVersion: 5, clientId: 'raw' });
  const site = await startSite(broker.url);
  // What is cleared is not said again.
  const messages = topics()
    .filter(({ payload }) => payload !== '')
    .map(rawMessage);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    ours.push(await perSecond(() => site.publish()));
    theirs.push(await perSecond(() => publishRaw(raw, messages)));
  }
  await site.stop();
  await raw.endAsync();
  await broker.stop();
  // The best rounds are those that nothing else on this machine has slowed down.
  const [best, bare] = [Math.max(...ours), Math.max(...theirs)];
  const all = `everything of ${INTERVALS} intervals and ${DEVICES} devices`;
  return [
    ...(await measure([{ name: `make ${all}`, run: () => void topics() }])),
    figure(`publish ${all}`, best, '/s'),
    figure(`publish ${all}, share of bare mqtt.js`, (100 * best) / bare, '%', { atLeast: 80 }),
  ];
}

/** A site that says everything once more each time, as it does when it is connected. */
async function startSite(url: string): Promise<{ publish(): Promise<void>; stop(): Promise<void> }> {
  const connection = new Connection({ url, clientId: 'bench' }, ROOT);
  const { outlet, answered } = watched(connection);
  const publisher = new Publisher(outlet, () => FIRST);
  const connected = once(connection, 'connected');
  publisher.start();
  await connected;
  publisher.set(topics());
  await answered();
  return {
    publish: () => {
      publisher.republish();
      return answered();
    },
    stop: () => publisher.stop({ removed: true }),
  };
}

/** The connection, and a promise that the broker has answered everything that was sent through it. */
function watched(connection: Connection): { outlet: Outlet; answered(): Promise<void> } {
  let pending = 0;
  let idle = () => {};
  const publish: Outlet['publish'] = (message, done) => {
    pending++;
    connection.publish(message, (full) => {
      done(full);
      if (--pending === 0) idle();
    });
  };
  const outlet = new Proxy(connection, {
    get: (target, key) => {
      if (key === 'publish') return publish;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    outlet,
    answered: () =>
      new Promise((resolve) => {
        idle = resolve;
      }),
  };
}

/** As one writes it who knows nothing of us. */
function publishRaw(client: MqttClient, messages: readonly RawMessage[]): Promise<unknown> {
  return Promise.all(
    messages.map(({ topic, payload, expiry }) =>
      client.publishAsync(topic, payload, {
        qos: 1,
        retain: true,
        properties: expiry === undefined ? {} : { messageExpiryInterval: expiry },
      }),
    ),
  );
}

interface RawMessage {
  readonly topic: string;
  readonly payload: string;
  readonly expiry: number | undefined;
}

const rawMessage = ({ topic, payload, expiresAt }: Publication): RawMessage => ({
  topic: `${ROOT}/${topic}`,
  payload,
  expiry: expiresAt === undefined ? undefined : expiresAt - FIRST,
});

async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let runs = 0;
  while (performance.now() - begun < ROUND_MS) {
    await run();
    runs++;
  }
  return (1000 * runs) / (performance.now() - begun);
}

const topics = (): Publication[] => [
  { topic: 'status', payload: 'online' },
  ...priceTopics(series, now, FIRST),
  ...Array.from({ length: DEVICES }, (_, i) => windowTopics(`device-${i}`, { on: false, plan, demand }, FIRST)).flat(),
];

const intervals = Array.from({ length: INTERVALS }, (_, i) => ({
  start: FIRST + i * QUARTER_HOUR,
  end: FIRST + (i + 1) * QUARTER_HOUR,
}));

const series: KnownSeries = {
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  unit: 'EUR/kWh',
  resolution: QUARTER_HOUR,
  source: { kind: 'service', fetchedAt: FIRST },
  fetchedAt: FIRST,
  nextPoll: FIRST + 86_400,
  stale: false,
  missing: [],
  coverage: { from: FIRST, until: FIRST + INTERVALS * QUARTER_HOUR, today: true, tomorrow: true },
  tariff: { consumption: { id: 'A', type: 'dynamic' }, feedin: { id: 'B', type: 'dynamic' } },
  prices: intervals.map((interval, i) => ({
    ...interval,
    energy: 0.08123 + i / 1e5,
    grid: 0.0911,
    fees: 0.0431,
    vat: 0.04093,
    total: 0.25636 + i / 1e5,
  })),
  feedin: intervals.map((interval, i) => ({ ...interval, energy: 0.0712 + i / 1e5, total: 0.0712 + i / 1e5 })),
  attribution: [],
};

const now: CurrentPrice = {
  now: 0.25636,
  next: 0.25637,
  start: FIRST,
  end: FIRST + QUARTER_HOUR,
  rank: 1,
  slots: 96,
  level: 'VERY_CHEAP',
  min: 0.25636,
  max: 0.25731,
  average: 0.256835,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
};

const run = { start: FIRST + 3600, end: FIRST + 7200, kw: 2, energyKwh: 2, cost: 0.5, averagePrice: 0.25 };
const plan: PlanSummary = {
  device: 'Device',
  runs: [run],
  start: run.start,
  end: run.end,
  cost: run.cost,
  energyKwh: run.energyKwh,
  averagePrice: run.averagePrice,
  baselineCost: 0.6,
  saving: 0.1,
  complete: true,
  provisional: false,
  overrun: false,
  shortMinutes: 0,
  reason: 'planned',
  next: run.start,
  timeZone: 'Europe/Berlin',
};
const demand: DemandPatch = { enabled: true, minutes: 60 };
