import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { startBroker } from '../../scripts/demo/broker.mts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { houseOn, ROOT } from '../support/mqtt/mqtt-house.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A broker that can die; `version` is the latest that it speaks. */
interface Mortal {
  readonly url: string;
  readonly port: number;
  readonly version: 4 | 5;
  kill(): Promise<unknown>;
  restart(): Promise<unknown>;
}

const mosquitto =
  (...lines: string[]) =>
  async (): Promise<Mortal> => {
    const broker = await startMosquitto(...lines);
    cleanups.push(broker.stop);
    return { ...broker, version: 5 };
  };

/** On 3.1.1 alone. */
async function aedes(): Promise<Mortal> {
  let broker = await startBroker(await freePort());
  cleanups.push(() => broker.stop());
  const restart = async () => {
    broker = await startBroker(broker.port);
  };
  return { ...broker, version: 4, kill: () => broker.stop(), restart };
}

const persistence = ['persistence true', 'autosave_interval 1', 'autosave_on_changes true'];

/** With the version that the house reaches, and the price that is still there after kill -9. */
const brokers = [
  ['Mosquitto', mosquitto(), 5, []],
  ['Mosquitto that keeps all on its disk', mosquitto(...persistence), 5, ['0.1']],
  ['Mosquitto, reached on 3.1.1', mosquitto(), 4, []],
  ['aedes', aedes, 4, []],
] as const;

describe.each(brokers)('a house on %s', (_, start, version, kept) => {
  async function running() {
    const broker = await start();
    const line = await startMqttProxy(broker.port, { hangsUpOn5: version < broker.version });
    cleanups.push(line.close);
    const house = houseOn(line.url);
    cleanups.push(() => house.publisher.stop({ removed: false }));
    await house.start();
    house.say(10);
    const heard = await listener(broker);
    await eventually(() => expect(truthOf(heard)).toEqual(truth(10)));
    return { broker, line, house, heard };
  }

  async function listener({ url, version }: Mortal): Promise<Subscriber> {
    const subscriber = await subscribe(url, version);
    cleanups.push(subscriber.close);
    return subscriber;
  }

  // Promise P-020 integrate/mqtt: the broker dies: everything that is true within 5 s of its return, nothing
  //   superseded
  // Promise P-757 operate/failures: the broker is killed
  it('has every topic right again after kill -9, and says nothing that was superseded', async () => {
    const { broker, line, house } = await running();
    const lost = once(house.connection, 'disconnected');
    await broker.kill();
    await lost;
    for (const quarter of [11, 12, 95]) house.say(quarter);
    line.down();
    await broker.restart();
    const heard = await listener(broker);
    line.up();
    await eventually(() => expect(truthOf(heard)).toEqual(truth(95)));
    expect(heard.payloads(`${ROOT}/price/now`)).toEqual([...kept, '0.95']);
  });

  // Promise P-021 integrate/mqtt: the line swallows everything: the same
  it('has every topic right again after an hour without a line, and says nothing that was superseded', async () => {
    const { line, house, heard } = await running();
    const lost = once(house.connection, 'disconnected');
    line.down();
    await lost;
    await heard.settled();
    const before = heard.received.length;
    for (const quarter of [11, 12, 13, 14]) house.say(quarter);
    line.up();
    await eventually(() => expect(truthOf(heard)).toEqual(truth(14)));
    expect(saidLive(heard, 'price/now', before)).toEqual(['0.14']);
  });

  it('has every topic right again after late acknowledgements, and after a line that took them along', async () => {
    const { line, house, heard } = await running();
    line.hold();
    for (const quarter of [11, 12, 13]) house.say(quarter);
    line.release();
    await eventually(() => expect(truthOf(heard)).toEqual(truth(13)));
    line.hold();
    for (const quarter of [14, 15]) house.say(quarter);
    await eventually(() => expect(saidLive(heard, 'price/now')).toContain('0.14'));
    const lost = once(house.connection, 'disconnected');
    line.down();
    await lost;
    await heard.settled();
    const before = heard.received.length;
    house.say(16);
    line.up();
    await eventually(() => expect(truthOf(heard)).toEqual(truth(16)));
    expect(saidLive(heard, 'price/now', before)).toEqual(['0.16']);
  });
});

const watched = ['status', 'window/car/state', 'price/now', 'price/next', 'price/rank', 'price/availability'];

/** What a wall display would show of it. */
function truthOf({ shown }: Subscriber): Record<string, string> {
  const all = shown();
  return Object.fromEntries(watched.map((name) => [name, all[`${ROOT}/${name}`] ?? '']));
}

/** In the quarter hour of that number; the last of the day has no next. */
const truth = (quarter: number) => ({
  status: 'online',
  'window/car/state': quarter % 2 ? 'ON' : 'OFF',
  'price/now': String(quarter / 100),
  'price/next': quarter < 95 ? String((quarter + 1) / 100) : '',
  'price/rank': String(quarter + 1),
  'price/availability': 'online',
});

/** What was said while one listened, after so many messages. */
const saidLive = ({ received }: Subscriber, name: string, after = 0) =>
  received
    .slice(after)
    .filter(({ topic, retained }) => topic === `${ROOT}/${name}` && !retained)
    .map(({ payload }) => payload);
