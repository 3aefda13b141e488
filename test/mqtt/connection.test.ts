import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { startBroker } from '../../scripts/demo/broker.mts';
import { LOOPBACK } from '../../scripts/demo/listen.mts';
import type { BrokerSettings } from '../../src/mqtt/broker.ts';
import { Connection } from '../../src/mqtt/connection.ts';
import { Publisher } from '../../src/mqtt/publisher.ts';
import { publication } from '../../src/mqtt/topics.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { startScriptedBroker, subscribed, WELCOME } from '../support/mqtt/scripted-broker.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { startWebsocketBroker } from '../support/mqtt/websocket-broker.ts';

const ROOT = 'dayahead/home';
const STATUS = `${ROOT}/status`;
const NOW = 1_800_000_000;

const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
/** The two bytes after the topic of a short PUBLISH. */
const packetId = (packet: Buffer) => packet.subarray(4 + packet.readUInt16BE(2)).subarray(0, 2);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mosquitto(...lines: string[]): Promise<Mosquitto> {
  const broker = await startMosquitto(...lines);
  cleanups.push(broker.stop);
  return broker;
}

async function proxy(brokerPort: number, options?: { hangsUpOn5: boolean }) {
  const started = await startMqttProxy(brokerPort, options);
  cleanups.push(started.close);
  return started;
}

async function scripted(answers: Parameters<typeof startScriptedBroker>[0]) {
  const started = await startScriptedBroker(answers);
  cleanups.push(started.stop);
  return started;
}

async function listener(url: string) {
  const subscriber = await subscribe(url);
  cleanups.push(subscriber.close);
  return subscriber;
}

/** A site on the broker; `connected` when it is. */
function site(url: string, settings: Omit<Partial<BrokerSettings>, 'url'> = {}) {
  const connection = new Connection({ url, clientId: 'dayahead-home', ...settings }, ROOT, () => 10);
  const publisher = new Publisher(connection, () => NOW);
  cleanups.push(() => publisher.stop({ removed: false }));
  return { connection, publisher };
}

async function runningSite(...args: Parameters<typeof site>) {
  const { connection, publisher } = site(...args);
  const connected = once(connection, 'connected');
  publisher.start();
  await connected;
  return { connection, publisher };
}

describe('the protocol', () => {
  it('is MQTT 5 where the broker speaks it', async () => {
    const { connection } = await runningSite((await mosquitto()).url);
    expect(connection.version).toBe(5);
  });

  // Promise P-001 integrate/mqtt: MQTT 5, and 3.1.1 where the broker refuses 5
  it('is 3.1.1 where the broker refuses MQTT 5', async () => {
    const broker = await startBroker(0);
    cleanups.push(broker.stop);
    const subscriber = await subscribe(broker.url, 4);
    cleanups.push(subscriber.close);
    const { connection } = await runningSite(broker.url);
    expect(connection.version).toBe(4);
    await subscriber.until(STATUS, 'online');
  });

  // Promise P-002 integrate/mqtt: MQTT 3.1.1 where the broker closes a connection with MQTT 5
  it('is 3.1.1 where the broker hangs up on MQTT 5', async () => {
    const broker = await mosquitto();
    const old = await proxy(broker.port, { hangsUpOn5: true });
    const subscriber = await listener(broker.url);
    const { connection } = await runningSite(old.url);
    expect(connection.version).toBe(4);
    await subscriber.until(STATUS, 'online');
  });

  // Promise P-003 integrate/mqtt: MQTT 5 is tried first on the next connection, without a message in the log
  it('is MQTT 5 again after one late answer, without a word of it to anybody', async () => {
    const broker = await mosquitto();
    const line = await proxy(broker.port, { hangsUpOn5: true });
    const subscriber = await listener(broker.url);
    const asked: number[] = [];
    const askAgain = (times: number) => {
      if (asked.push(times) === 3) line.answer5();
      return 10;
    };
    const connection = new Connection({ url: line.url, clientId: 'dayahead-home' }, ROOT, undefined, askAgain);
    const publisher = new Publisher(connection, () => NOW);
    cleanups.push(() => publisher.stop({ removed: false }));
    const told: string[] = [];
    connection.on('failed', (text) => told.push(text));
    const connected = once(connection, 'connected');
    publisher.start();
    await connected;
    expect(connection.version).toBe(4);
    await once(connection, 'connected');
    expect(connection.version).toBe(5);
    await subscriber.settled();
    expect(new Set(subscriber.payloads(STATUS))).toEqual(new Set(['online']));
    expect([told, asked]).toEqual([[], [0, 1, 2]]);
  });

  it('travels over websockets too', async () => {
    const broker = await startWebsocketBroker('/mqtt');
    cleanups.push(broker.stop);
    const { connection } = await runningSite(`${broker.url}/mqtt`);
    expect(connection.connected).toBe(true);
  });
});

describe('a broker that supports less than MQTT 5 has', () => {
  /** Subscribes as such a broker allows: at QoS 0, without a retained message of its own. */
  async function modestListener(url: string) {
    const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0 });
    cleanups.push(() => client.endAsync());
    const received: [topic: string, payload: string, retained: boolean][] = [];
    client.on('message', (topic, payload, { retain }) => received.push([topic, payload.toString(), retain]));
    await client.subscribeAsync('#', { qos: 0 });
    return { client, received };
  }

  // Promise P-860 integrate/mqtt: a broker without QoS 1 or without retained messages gets values, last will and
  //   commands all the same
  it.each([
    ['no QoS 1', ['max_qos 0'], [[STATUS, 'online', true]]],
    ['no retained messages', ['retain_available false'], []],
    ['neither', ['max_qos 0', 'retain_available false'], []],
  ])('by %s takes values, a last will and commands, and no warning appears', async (_, lines, retained) => {
    const broker = await mosquitto(...lines);
    const line = await proxy(broker.port);
    const { client, received } = await modestListener(broker.url);
    const { connection, publisher } = site(line.url, { willDelay: 0 });
    const texts: string[] = [];
    connection.on('failed', (text) => texts.push(text));
    publisher.start();
    await eventually(() => expect(received).toEqual([[STATUS, 'online', false]]));
    const late = await modestListener(broker.url);
    const command = once(connection, 'command');
    await client.publishAsync(`${ROOT}/window/car/set/minutes`, '30');
    expect(await command).toEqual([{ kind: 'device', device: 'car', key: 'minutes', payload: '30' }]);
    expect(late.received.filter(([topic]) => topic === STATUS)).toEqual(retained);
    expect([connection.version, texts]).toEqual([5, []]);
    line.down();
    await eventually(() => expect(received.at(-1)).toEqual([STATUS, 'offline', false]));
  });
});

describe('what goes wrong', () => {
  it('is told without the password', async () => {
    const broker = await mosquitto('allow_anonymous false');
    const { connection, publisher } = site(broker.url, { username: 'house', password: 'secret-4711' });
    const failed = once(connection, 'failed');
    publisher.start();
    expect(await failed).toEqual(['Connection refused: Not authorized']);
    expect(connection.connected).toBe(false);
  });

  it('is told once while it stays the same', async () => {
    const server = createServer();
    const port = await freePort();
    const { connection, publisher } = site(`mqtt://${LOOPBACK}:${port}`);
    const texts: string[] = [];
    connection.on('failed', (text) => texts.push(text));
    const failed = once(connection, 'failed');
    publisher.start();
    await failed;
    server.listen(port, LOOPBACK);
    cleanups.push(() => server.close());
    const [socket] = await once(server, 'connection');
    expect(texts).toEqual([`connect ECONNREFUSED ${LOOPBACK}:${port}`]);
    socket.destroy();
  });

  it('is told in the words of a broker that ends the connection', async () => {
    const broker = await scripted({ [CONNECT]: () => [...WELCOME, 0xe0, 0x02, 0x8b, 0x00] });
    const { connection, publisher } = site(broker.url);
    const failed = once(connection, 'failed');
    publisher.start();
    expect(await failed).toEqual(['broker: Server shutting down']);
  });

  it('is told in the words of a broker that refuses a message, and the connection stays', async () => {
    const broker = await scripted({
      [CONNECT]: () => WELCOME,
      [PUBLISH]: (packet) => [0x40, 0x03, ...packetId(packet), 0x97],
      [SUBSCRIBE]: subscribed,
    });
    const { connection, publisher } = site(broker.url);
    const failed = once(connection, 'failed');
    publisher.start();
    expect(await failed).toEqual(['status: Publish error: Quota exceeded']);
    expect(connection.connected).toBe(true);
  });

  // Promise P-024 integrate/mqtt: if messages are refused for one reason, one warning gives the number of topics
  it('is told once with a count where a user who may only read is refused everything', async () => {
    const rights = mkdtempSync(join(tmpdir(), 'rights-'));
    cleanups.push(() => rmSync(rights, { recursive: true }));
    writeFileSync(join(rights, 'acl'), 'user reader\ntopic read #\n');
    const broker = await mosquitto(`acl_file ${join(rights, 'acl')}`);
    const { connection, publisher } = site(broker.url, { username: 'reader' });
    const texts: string[] = [];
    connection.on('failed', (text) => texts.push(text));
    const names = Array.from({ length: 46 }, (_, i) => `topic-${i}`);
    publisher.set(names.map((name) => publication(name, '1')));
    const connected = once(connection, 'connected');
    publisher.start();
    await connected;
    await eventually(() => expect(texts).toHaveLength(1));
    publisher.set(names.map((name) => publication(name, '2')));
    await publisher.stop({ removed: false });
    expect(texts).toEqual(['topic-0 and 46 more topics: Publish error: Not authorized']);
  });

  it('is told in the words of a broker that hands out no commands, and the connection stays', async () => {
    const broker = await scripted({
      [CONNECT]: () => WELCOME,
      [PUBLISH]: (packet) => [0x40, 0x02, ...packetId(packet)],
      [SUBSCRIBE]: (packet) => subscribed(packet, 0x87),
    });
    const { connection, publisher } = site(broker.url);
    const failed = once(connection, 'failed');
    publisher.start();
    expect(await failed).toEqual(['dayahead/home/window/+/set/+: Subscribe error: Not authorized']);
    expect(connection.connected).toBe(true);
  });

  it('is told when a key cannot be used', async () => {
    const connection = new Connection(
      { url: `mqtts://${LOOPBACK}:1`, clientId: 'dayahead-home', tls: { cert: 'no certificate', key: 'no key' } },
      ROOT,
    );
    cleanups.push(() => connection.stop({ removed: false }));
    const failed = once(connection, 'failed');
    connection.start();
    expect(await failed).toEqual([expect.stringContaining('PEM')]);
  });
});

describe('the last will', () => {
  // Promise P-708 integrate/recipes/*: `status` shows on 3.1.1 when the site is gone
  // Promise P-753 operate/failures: Node-RED is killed
  it('is seen on 3.1.1 when the client dies, until it is back', async () => {
    const broker = await mosquitto();
    const old = await proxy(broker.port, { hangsUpOn5: true });
    const subscriber = await listener(broker.url);
    await runningSite(old.url);
    await subscriber.until(STATUS, 'online');
    old.cut();
    await subscriber.until(STATUS, 'offline');
    await subscriber.until(STATUS, 'online');
  });

  it('is not seen on MQTT 5 when the client is back within its delay', async () => {
    const broker = await mosquitto();
    const line = await proxy(broker.port);
    const subscriber = await listener(broker.url);
    const { connection } = await runningSite(line.url);
    await subscriber.until(STATUS, 'online');
    line.cut();
    await once(connection, 'connected');
    await subscriber.settled();
    await subscriber.until(STATUS, 'online');
    expect(subscriber.payloads(STATUS)).not.toContain('offline');
  });

  // Promise P-709 integrate/recipes/*: `status` shows on MQTT 5 when the site is gone
  // Promise P-754 operate/failures: Node-RED or its flows are stopped
  it('is seen on MQTT 5 when a stopped client does not come back within its delay', async () => {
    const broker = await mosquitto();
    const subscriber = await listener(broker.url);
    const { publisher } = await runningSite(broker.url, { willDelay: 1 });
    await publisher.stop({ removed: false });
    await subscriber.until(STATUS, 'offline');
    expect(subscriber.payloads(STATUS)).toEqual(['online', 'offline']);
  });

  // Promise P-004 integrate/mqtt: a redeploy shows nowhere on MQTT 5
  it('is not seen over a redeploy on MQTT 5', async () => {
    const broker = await mosquitto();
    const subscriber = await listener(broker.url);
    const { publisher } = await runningSite(broker.url);
    await publisher.stop({ removed: false });
    await subscriber.settled();
    expect(subscriber.payloads(STATUS)).toEqual(['online']);
    await runningSite(broker.url);
    await subscriber.settled();
    expect(subscriber.payloads(STATUS)).toEqual(['online', 'online']);
  });

  it('is said in person on 3.1.1, which knows no delay', async () => {
    const broker = await mosquitto();
    const old = await proxy(broker.port, { hangsUpOn5: true });
    const subscriber = await listener(broker.url);
    const { publisher } = await runningSite(old.url);
    await publisher.stop({ removed: false });
    await subscriber.settled();
    expect(subscriber.payloads(STATUS)).toEqual(['online', 'offline']);
  });

  it('goes with a site that is removed', async () => {
    const broker = await mosquitto();
    const subscriber = await listener(broker.url);
    const { publisher } = await runningSite(broker.url);
    await publisher.stop({ removed: true });
    await subscriber.settled();
    expect(subscriber.payloads(STATUS)).toEqual(['online', '']);
  });
});
