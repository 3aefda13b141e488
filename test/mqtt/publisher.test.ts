import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Message, type Reply } from '../../src/mqtt/connection.ts';
import { type Outlet, Publisher } from '../../src/mqtt/publisher.ts';
import { publication } from '../../src/mqtt/topics.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';

const NOW = 1_800_000_000;

/** A connection to nowhere: `sent` is what would be on the wire, `acknowledge` the broker's answer to the oldest. */
function outlet({ receiveMaximum = 100 } = {}) {
  const sent: string[] = [];
  const answers: ((answer: Reply) => void)[] = [];
  const fake = Object.assign(new EventEmitter(), {
    connected: false,
    version: 5 as const,
    receiveMaximum,
    start: () => undefined,
    stop: async () => undefined,
    publish: ({ topic, payload, expiry, retain }: Message, done: (answer: Reply) => void) => {
      const how = retain === false ? ' once' : expiry === undefined ? '' : ` for ${expiry} s`;
      sent.push(`${topic}=${payload}${how}`);
      answers.push(done);
    },
  });
  return {
    connection: fake satisfies Outlet,
    acknowledge: () => answers.shift()?.('taken'),
    refuse: () => answers.shift()?.('full'),
    connect: () => {
      fake.connected = true;
      fake.emit('connected');
    },
    disconnect: () => {
      fake.connected = false;
      answers.length = 0;
    },
    /** What was sent since the last call. */
    sent: () => sent.splice(0),
  };
}

function connected(options?: { receiveMaximum: number }) {
  const line = outlet(options);
  const clock = { now: NOW };
  const publisher = new Publisher(line.connection, () => clock.now);
  publisher.start();
  line.connect();
  line.sent();
  return { ...line, publisher, clock };
}

describe('what is sent', () => {
  it('is what changed, in the order in which it was set', () => {
    const { publisher, sent } = connected();
    publisher.set([publication('b', '1'), publication('a', '1')]);
    publisher.set([publication('b', '1'), publication('c', '1'), publication('a', '2')]);
    expect(sent()).toEqual(['b=1', 'a=1', 'c=1', 'a=2']);
  });

  it('is the same value again once it holds for longer', () => {
    const { publisher, sent, clock } = connected();
    publisher.set([publication('price/now', '0.25', NOW + 900)]);
    clock.now = NOW + 900;
    publisher.set([publication('price/now', '0.25', NOW + 1800)]);
    expect(sent()).toEqual(['price/now=0.25 for 900 s', 'price/now=0.25 for 900 s']);
  });

  it('lives for whole seconds counted when it is sent, not when it is set', () => {
    const { publisher, sent, clock } = connected();
    publisher.set([publication('price/now', '0.25', NOW + 900)]);
    clock.now = NOW + 600.5;
    sent();
    publisher.republish();
    expect(sent()).toEqual(['status=online', 'price/now=0.25 for 300 s']);
  });

  it('is nothing of what is no longer true when everything is said again, and its clearing on a new connection', () => {
    const { publisher, sent, clock, connect } = connected();
    publisher.set([publication('price/now', '0.25', NOW + 900)]);
    clock.now = NOW + 900;
    sent();
    publisher.republish();
    expect(sent()).toEqual(['status=online']);
    connect();
    expect(sent()).toEqual(['status=online', 'price/now=']);
  });
});

describe('what is told once', () => {
  const refused = { topic: 'window/car/error', payload: '{}', retain: false } as const;

  it('is sent each time it is told, and neither kept nor cleared', () => {
    const { publisher, sent } = connected();
    publisher.tell(refused);
    publisher.tell(refused);
    expect(sent()).toEqual(['window/car/error={} once', 'window/car/error={} once']);
    publisher.clear();
    publisher.republish();
    expect(sent()).toEqual(['status=']);
  });

  it('is not told during an outage, nor after it', () => {
    const { publisher, sent, connect, disconnect } = connected();
    disconnect();
    publisher.tell(refused);
    connect();
    expect(sent()).toEqual(['status=online']);
  });
});

describe('two messages on one topic', () => {
  function paced() {
    const line = outlet();
    const clock = manualClock(NOW);
    const publisher = new Publisher(line.connection, clock.now, clock.alarm);
    publisher.start();
    line.connect();
    line.sent();
    return { ...line, publisher, clock };
  }

  it('are a second apart, and the second is what is true then', async () => {
    const { publisher, clock, sent } = paced();
    for (const value of ['1', '2', '3']) publisher.set([publication('a', value)]);
    expect(sent()).toEqual(['a=1']);
    await clock.advanceBy(1);
    expect(sent()).toEqual(['a=3']);
    await clock.advanceBy(1);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['price/now', 'price/availability'],
    ['price-b/now', 'price-b/availability'],
    ['feedin-b/now', 'price-b/availability'],
  ])('hold back what rests on the second: %s before %s', async (topic, availability) => {
    const { publisher, clock, sent } = paced();
    publisher.set([publication(topic, '1')]);
    publisher.set([publication(topic, '2'), publication(availability, 'online')]);
    expect(sent()).toEqual([`${topic}=1`]);
    await clock.advanceBy(1);
    expect(sent()).toEqual([`${topic}=2`, `${availability}=online`]);
  });

  it.each(['meta', 'price/now', 'window/car/plan', 'window/boiler/state'])('of %s hold back no switch', (topic) => {
    const { publisher, sent } = paced();
    publisher.set([publication(topic, '1')]);
    publisher.set([publication(topic, '2'), publication('window/car/state', 'ON')]);
    expect(sent()).toEqual([`${topic}=1`, 'window/car/state=ON']);
  });

  // Promise P-301 integrate/topics: of more than 20 refusals only the last 20 are published
  it('that are told once are both told, one after the other, of very many the last', async () => {
    const { publisher, clock, sent } = paced();
    const tell = (count: number) => {
      for (let i = 1; i <= count; i++) publisher.tell({ topic: 'error', payload: String(i), retain: false });
    };
    tell(3);
    expect(sent()).toEqual(['error=1 once']);
    publisher.set([publication('a', '1')]);
    expect(sent()).toEqual(['a=1']);
    for (const value of ['2', '3']) {
      await clock.advanceBy(1);
      expect(sent()).toEqual([`error=${value} once`]);
    }
    await clock.advanceBy(1);
    expect(sent()).toEqual([]);
    tell(100);
    await clock.advanceBy(60);
    expect(sent()).toEqual(['1', '2', ...Array.from({ length: 20 }, (_, i) => 81 + i)].map((i) => `error=${i} once`));
  });

  it('that were to be told at once are not told after an outage', () => {
    const { publisher, sent, connect, disconnect } = paced();
    for (const value of ['1', '2', '3']) publisher.tell({ topic: 'error', payload: value, retain: false });
    disconnect();
    connect();
    expect(sent()).toEqual(['error=1 once', 'status=online']);
  });

  it('follow each other at once when it ends, or begins anew', async () => {
    const { publisher, clock, sent, acknowledge, connect, disconnect } = paced();
    publisher.set([publication('a', '1')]);
    publisher.set([publication('a', '2')]);
    disconnect();
    connect();
    expect(sent()).toEqual(['a=1', 'status=online', 'a=2']);
    publisher.set([publication('a', '3')]);
    const stopped = publisher.stop({ removed: false });
    expect(sent()).toEqual(['a=3']);
    for (let i = 0; i < 4; i++) acknowledge();
    await stopped;
    expect(clock.alarms()).toEqual([]);
  });

  it('are not sent for saying everything once more', () => {
    const { publisher, sent } = paced();
    publisher.set([publication('a', '1'), publication('b', '')]);
    sent();
    publisher.republish();
    expect(sent()).toEqual([]);
  });
});

it('tells when the broker has cleared a topic, and not before', () => {
  const { publisher, acknowledge } = connected();
  const cleared: string[] = [];
  publisher.onTaken = (key, payload) => payload === '' && cleared.push(key);
  acknowledge();
  publisher.set([publication('a', ''), { topic: 'b', payload: '', outside: true }]);
  expect(cleared).toEqual([]);
  acknowledge();
  acknowledge();
  expect(cleared).toEqual(['a', '/b']);
});

describe('a broker that takes its time', () => {
  // Promise P-030 integrate/mqtt: never more under way than the broker allows
  it('is never sent more at once than it accepts', () => {
    const { publisher, sent, acknowledge } = connected({ receiveMaximum: 2 });
    acknowledge();
    publisher.set(['a', 'b', 'c', 'd'].map((topic) => publication(topic, '1')));
    expect(sent()).toEqual(['a=1', 'b=1']);
    acknowledge();
    expect(sent()).toEqual(['c=1']);
  });

  it('is sent the last value only of what changed while it was busy', () => {
    const { publisher, sent, acknowledge } = connected({ receiveMaximum: 1 });
    publisher.set([publication('a', '1'), publication('b', '1')]);
    publisher.set([publication('a', '2')]);
    for (let i = 0; i < 4; i++) acknowledge();
    expect(sent()).toEqual(['b=1', 'a=2']);
  });
});

describe('a broker at its limit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  // Promise P-023 integrate/mqtt: a message refused for a quota is sent again, with the value at that time
  it('is sent what it refused two seconds later, as it is then', () => {
    vi.useFakeTimers();
    const { publisher, sent, acknowledge, refuse } = connected();
    acknowledge();
    publisher.set([publication('a', '1'), publication('b', '1'), publication('c', '1')]);
    refuse();
    refuse();
    publisher.set([publication('b', '2')]);
    acknowledge();
    expect(sent()).toEqual(['a=1', 'b=1', 'c=1', 'b=2']);
    vi.advanceTimersByTime(1999);
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent()).toEqual(['a=1', 'b=2']);
    vi.advanceTimersByTime(10_000);
    expect(sent()).toEqual([]);
  });

  it('is not sent anything once the site has stopped', async () => {
    vi.useFakeTimers();
    const { publisher, acknowledge, refuse } = connected();
    acknowledge();
    publisher.set([publication('a', '1')]);
    refuse();
    await publisher.stop({ removed: false });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an outage', () => {
  it('ends with everything that is true, and nothing that was superseded', () => {
    const { publisher, sent, connect, disconnect } = connected();
    publisher.set([publication('price/now', '0.1'), publication('price/next', '0.2')]);
    disconnect();
    publisher.set([publication('price/now', '0.2'), publication('price/next', '0.3')]);
    publisher.set([publication('price/now', '0.3'), publication('price/next', '')]);
    sent();
    connect();
    expect(sent()).toEqual(['status=online', 'price/now=0.3', 'price/next=']);
  });

  // Promise P-028 integrate/mqtt: `status`, current prices and switch states are sent first
  it('that the broker began begins again with the status, the price now and what is switched', () => {
    const { connection, publisher, sent, connect, disconnect, acknowledge } = connected();
    const names = ['meta', 'price/series', 'price/now', 'window/car/plan', 'window/car/state', 'battery/store/mode'];
    publisher.set(names.map((name) => publication(name, '1')));
    publisher.set([{ topic: 'cmnd/car', payload: '1', retain: false, outside: true }, publication('feedin/now', '')]);
    for (let i = 0; i < 9; i++) acknowledge();
    sent();
    disconnect();
    Object.assign(connection, { hungUp: true });
    connect();
    expect(sent()).toEqual([
      ...['status=online', 'price/now=1', 'window/car/state=1', 'battery/store/mode=1', 'cmnd/car=1 once'],
      ...['meta=1', 'price/series=1', 'window/car/plan=1', 'feedin/now='],
    ]);
  });

  it('forgets the acknowledgements that it swallowed', () => {
    const { publisher, sent, connect, disconnect } = connected({ receiveMaximum: 3 });
    publisher.set([publication('a', '1'), publication('b', '1')]);
    disconnect();
    sent();
    connect();
    expect(sent()).toEqual(['status=online', 'a=1', 'b=1']);
  });
});

describe('with a real broker', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function realSite(url: string) {
    const connection = new Connection({ url, clientId: 'dayahead-home' }, 'dayahead/home');
    const publisher = new Publisher(connection, () => NOW);
    cleanups.push(() => publisher.stop({ removed: false }));
    const ready = once(connection, 'connected');
    publisher.start();
    await ready;
    return { publisher, connection };
  }

  async function broker() {
    const started = await startMosquitto();
    cleanups.push(started.stop);
    return started;
  }

  async function subscriber(url: string) {
    const started = await subscribe(url);
    cleanups.push(started.close);
    return started;
  }

  // Promise P-260 integrate/topics: QoS 1, retained, and expiring with what is true for a time only
  // Promise P-710 integrate/recipes/*: on MQTT 5 what is no longer true goes by itself
  it('a late subscriber hears the current values only, with the time they have left', async () => {
    const { url } = await broker();
    const early = await subscriber(url);
    const { publisher } = await realSite(url);
    for (const price of ['0.1', '0.2', '0.3']) publisher.set([publication('price/now', price, NOW + 900)]);
    publisher.set([publication('price/rank', '3'), publication('price/level', 'CHEAP')]);
    publisher.set([publication('price/rank', '')]);
    publisher.set([publication('done', 'yes')]);
    await early.until('dayahead/home/done', 'yes');
    const late = await subscriber(url);
    await late.settled();
    expect(late.received.map(({ topic, payload, retained }) => ({ topic, payload, retained }))).toEqual(
      expect.arrayContaining([
        { topic: 'dayahead/home/price/now', payload: '0.3', retained: true },
        { topic: 'dayahead/home/price/level', payload: 'CHEAP', retained: true },
      ]),
    );
    expect(late.shown()).toEqual({
      'dayahead/home/status': 'online',
      'dayahead/home/price/now': '0.3',
      'dayahead/home/price/level': 'CHEAP',
      'dayahead/home/done': 'yes',
    });
    expect(late.received).toHaveLength(4);
    expect(early.received.map(({ qos }) => qos)).toEqual(early.received.map(() => 1));
    const expiries = Object.fromEntries(late.received.map(({ topic, expiry }) => [topic, expiry]));
    expect(expiries['dayahead/home/price/now']).toBeLessThanOrEqual(900);
    expect(expiries['dayahead/home/price/now']).toBeGreaterThan(880);
    expect(expiries['dayahead/home/price/level']).toBeUndefined();
  });

  it('a broker that was killed has every topic again, and nothing superseded', async () => {
    const mosquitto = await broker();
    const { publisher, connection } = await realSite(mosquitto.url);
    publisher.set([publication('price/now', '0.1'), publication('price/rank', '1')]);
    const lost = once(connection, 'disconnected');
    await mosquitto.kill();
    await lost;
    publisher.set([publication('price/now', '0.2')]);
    publisher.set([publication('price/now', '0.3')]);
    await mosquitto.restart();
    const listener = await subscriber(mosquitto.url);
    await listener.until('dayahead/home/price/now', '0.3');
    await listener.until('dayahead/home/price/rank', '1');
    await listener.settled();
    expect(listener.payloads('dayahead/home/price/now')).toEqual(['0.3']);
    expect(listener.shown()).toEqual({
      'dayahead/home/status': 'online',
      'dayahead/home/price/now': '0.3',
      'dayahead/home/price/rank': '1',
    });
  });

  // Promise P-008 integrate/mqtt: removing the node clears everything it has published
  it.each([
    ['MQTT 5', false],
    ['3.1.1', true],
  ])('a removed site leaves nothing behind on %s', async (_, hangsUpOn5) => {
    const { port, url } = await broker();
    const line = await startMqttProxy(port, { hangsUpOn5 });
    cleanups.push(line.close);
    const { publisher } = await realSite(line.url);
    publisher.set(Array.from({ length: 100 }, (_, i) => publication(`topic-${i}`, 'x')));
    await publisher.stop({ removed: true });
    const late = await subscriber(url);
    await late.settled();
    expect(late.received).toEqual([]);
  });

  it('a site that is removed while its broker cannot be reached leaves its topics there, offline', async () => {
    const { port, url } = await broker();
    // On MQTT 5 its will waits for 15 seconds.
    const line = await startMqttProxy(port, { hangsUpOn5: true });
    cleanups.push(line.close);
    const early = await subscriber(url);
    const { publisher, connection } = await realSite(line.url);
    publisher.set([publication('price/now', '0.3')]);
    await early.until('dayahead/home/price/now', '0.3');
    const lost = once(connection, 'disconnected');
    line.down();
    await lost;
    await publisher.stop({ removed: true });
    await early.until('dayahead/home/status', 'offline');
    const late = await subscriber(url);
    await late.settled();
    expect(late.shown()).toEqual({ 'dayahead/home/price/now': '0.3', 'dayahead/home/status': 'offline' });
  });
});
