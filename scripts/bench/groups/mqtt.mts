import { once } from 'node:events';
import { connectAsync, type MqttClient } from 'mqtt';
import { Connection } from '../../../dist/src/mqtt/connection.js';
import { type Outlet, Publisher } from '../../../dist/src/mqtt/publisher.js';
import type { Publication } from '../../../dist/src/mqtt/topics.js';
import { startMosquitto } from '../../../test/support/mqtt/mosquitto.ts';
import { DEVICES, FIRST, INTERVALS, topics } from '../data/said.mts';
import { batches, worked } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const ROOT = 'dayahead/bench';

/**
 * Everything a site publishes, again and again, beside mqtt.js publishing the same bytes; both to one Mosquitto on MQTT 5.
 * The payloads are there already on both sides, as they are on a connection, a birth, at midnight and after a change of
 * plan, when everything is said once more. Making them, which only new prices call for, is a figure of its own.
 */
export default async function mqtt(): Promise<Figure[]> {
  // As many at a time as mqtt.js sends, which heeds no limit, and no answer held back for company.
  const broker = await startMosquitto('max_inflight_messages 0', 'set_tcp_nodelay true');
  const raw = await connectAsync(broker.url, { protocolVersion: 5, clientId: 'raw' });
  const site = await startSite(broker.url);
  // What is cleared is not said again.
  const said = topics().filter(({ payload }) => payload !== '');
  const messages = said.map(rawMessage);
  const values = said
    .filter(({ payload }) => /^[[{]/.test(payload))
    .map(({ payload }) => JSON.parse(payload) as unknown);
  const all = `everything of ${INTERVALS} intervals and ${DEVICES} devices`;
  const publishing = await ratioOf(
    worked(() => site.publish()),
    worked(() => publishRaw(raw, messages)),
    { rounds: 201, seconds: 6 },
  );
  await site.stop();
  await raw.endAsync();
  await broker.stop();
  return [
    figure({ name: `publish ${all}`, yardstick: 'bare mqtt.js', atMost: 1.4 }, publishing),
    figure(
      { name: `make ${all}`, yardstick: 'JSON.stringify of what is in it', atMost: 23 },
      await ratioOf(
        batches(() => void topics()),
        batches(() => void values.map((value) => JSON.stringify(value))),
      ),
    ),
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
