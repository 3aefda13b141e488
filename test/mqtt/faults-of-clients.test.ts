import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBroker } from '../../scripts/demo/broker.mts';
import { eventually } from '../support/eventually.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { CLIENT_ID, houseOn, ROOT } from '../support/mqtt/mqtt-house.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { startScriptedBroker, subscribed, WELCOME } from '../support/mqtt/scripted-broker.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

const cleanups: (() => unknown)[] = [];
const cleanUp = async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
};
afterEach(cleanUp);

function house(...args: Parameters<typeof houseOn>) {
  const started = houseOn(...args);
  cleanups.push(() => started.publisher.stop({ removed: false }));
  return started;
}

async function mosquitto(...lines: string[]) {
  const broker = await startMosquitto(...lines);
  cleanups.push(broker.stop);
  return broker;
}

async function mosquittoOn311() {
  const line = await startMqttProxy((await mosquitto()).port, { hangsUpOn5: true });
  cleanups.push(line.close);
  return line;
}

async function aedes() {
  const broker = await startBroker(0);
  cleanups.push(broker.stop);
  return broker;
}

async function listener(...[url, version]: Parameters<typeof subscribe>) {
  const subscriber = await subscribe(url, version);
  cleanups.push(subscriber.close);
  return subscriber;
}

describe('two clients of one id', () => {
  // Promise P-031 integrate/mqtt: two sites with one client id wait longer each time, and warn
  it.each([
    ['Mosquitto', () => mosquitto()],
    ['Mosquitto on 3.1.1', mosquittoOn311],
    ['aedes', aedes],
  ])('on %s count how often they threw each other out, to wait longer each time, and say so', async (_, start) => {
    const { url } = await start();
    const waits: number[] = [];
    const told: string[] = [];
    const rivals = [1, 2].map(() =>
      house(url, {
        wait: (short) => {
          waits.push(short);
          return 20;
        },
      }),
    );
    for (const { connection, publisher } of rivals) {
      connection.on('failed', (text) => told.push(text));
      publisher.start();
    }
    await eventually(() => expect(Math.max(...waits)).toBeGreaterThan(8));
    expect(told.at(-1)).toContain(`another client with the id ${CLIENT_ID}`);
    expect(told.length).toBeLessThan(waits.length / 2);
  });
});

describe('a broker that refuses', () => {
  // Promise P-022 integrate/mqtt: user or password refused: tried again, and right soon after
  it('the password has every topic right soon after it accepts it', async () => {
    const broker = await mosquitto('allow_anonymous false');
    const { connection, publisher, say } = house(broker.url);
    const failed = once(connection, 'failed');
    say(10);
    publisher.start();
    expect(await failed).toEqual(['Connection refused: Not authorized']);
    say(11);
    await broker.kill();
    await broker.restart('allow_anonymous true');
    const heard = await listener(broker.url);
    await eventually(() => expect(heard.shown()).toMatchObject({ [`${ROOT}/price/now`]: '0.11' }));
    expect(heard.payloads(`${ROOT}/price/now`)).toEqual(['0.11']);
  });

  it('messages for its quota has every topic right soon after it accepts them', async () => {
    const kept = new Map<string, string>();
    let full = true;
    const broker = await startScriptedBroker({
      1: () => WELCOME,
      3: (packet) => {
        const { topic, payload, id } = messageIn(packet);
        if (!full) kept.set(topic, payload);
        return [0x40, 0x03, ...id, full ? 0x97 : 0x00];
      },
      8: subscribed,
    });
    cleanups.push(broker.stop);
    const { connection, publisher } = house(broker.url);
    const failed = once(connection, 'failed');
    publisher.start();
    expect(await failed).toEqual(['status: Publish error: Quota exceeded']);
    full = false;
    await eventually(() => expect(Object.fromEntries(kept)).toEqual({ [`${ROOT}/status`]: 'online' }));
  });
});

describe('a house whose process is killed', () => {
  const brokers = [
    ['Mosquitto', () => mosquitto(), 5],
    ['Mosquitto on 3.1.1', mosquittoOn311, 4],
    ['aedes', aedes, 4],
  ] as const;
  /** What a subscriber of each broker received as the status of the house. */
  const statuses = new Map<string, string[]>();

  beforeAll(async () => {
    const listeners = await Promise.all(
      brokers.map(async ([name, start, version]) => {
        const { url } = await start();
        return { name, url, subscriber: await listener(url, version) };
      }),
    );
    const child = housesInProcess(listeners.map(({ url }) => url));
    cleanups.push(() => child.kill('SIGKILL'));
    const allReceive = (payload: string) =>
      Promise.all(listeners.map(({ subscriber }) => subscriber.until(`${ROOT}/status`, payload)));
    await allReceive('online');
    child.kill('SIGKILL');
    await allReceive('offline');
    for (const { name, subscriber } of listeners) statuses.set(name, subscriber.payloads(`${ROOT}/status`));
    await cleanUp();
  });

  it.each(brokers)('is said to be offline by %s', (name) => {
    expect(statuses.get(name)).toEqual(['online', 'offline']);
  });
});

/** A process that connects a house to each of the brokers. */
function housesInProcess(urls: readonly string[]) {
  const script = `
    import { houseOn } from '${resolve('test/support/mqtt/mqtt-house.ts')}';
    for (const url of ${JSON.stringify(urls)}) houseOn(url, { willDelay: 1 }).publisher.start();`;
  const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '--eval', script];
  return spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A short PUBLISH of QoS 1 on MQTT 5 without properties. */
function messageIn(packet: Buffer): { topic: string; payload: string; id: Buffer } {
  const end = 4 + packet.readUInt16BE(2);
  const topic = packet.subarray(4, end).toString();
  return { topic, id: packet.subarray(end, end + 2), payload: packet.subarray(end + 3).toString() };
}
