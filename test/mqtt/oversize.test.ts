import { afterEach, expect, it } from 'vitest';
import { Connection } from '../../src/mqtt/connection.ts';
import { Publisher } from '../../src/mqtt/publisher.ts';
import { publication } from '../../src/mqtt/topics.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startScriptedBroker } from '../support/mqtt/scripted-broker.ts';

const NOW = 1_800_000_000;
const ROOT = 'dayahead/home';
const [CONNECT, PUBLISH, SUBSCRIBE] = [1, 3, 8];
const TOO_LONG = 'price/components';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A broker of MQTT 3.1.1 alone that hangs up on a packet of more than 10,000 bytes. `shown` is what it retains, and how much at each time. */
async function narrowBroker() {
  const shown = new Map<string, string>();
  const shownAtHangUps: number[] = [];
  const broker = await startScriptedBroker(
    {
      [CONNECT]: (packet) => [0x20, 2, 0, packet.readUInt8(packet.indexOf('MQTT') + 4) === 4 ? 0 : 1],
      [SUBSCRIBE]: (packet) => [0x90, 3, ...packet.subarray(2, 4), 1],
      [PUBLISH](packet) {
        const begin = packet.readUInt8(1) > 127 ? 3 : 2;
        const end = begin + 2 + packet.readUInt16BE(begin);
        const topic = packet.toString('utf8', begin + 2, end).slice(ROOT.length + 1);
        shown.set(topic, packet.toString('utf8', end + 2));
        return [0x40, 2, ...packet.subarray(end, end + 2)];
      },
    },
    {
      maxBytes: 10_000,
      onHangUp() {
        shownAtHangUps.push(shown.size);
        shown.set('status', 'offline');
      },
    },
  );
  cleanups.push(broker.stop);
  return { url: broker.url, shown, shownAtHangUps };
}

/** The 39 topics of a site, of which one is too long for the broker. */
const names = [
  'price/series',
  TOO_LONG,
  'price/now',
  ...Array.from({ length: 34 }, (_, i) => `window/device-${i}/plan`),
  'window/boiler/state',
];
const bytes: Readonly<Record<string, number>> = { 'price/series': 9500, [TOO_LONG]: 13_500 };

const others = ['status', ...names].filter((name) => name !== TOO_LONG);

// Promise P-027 integrate/mqtt: all other messages are sent some seconds later
it.each([
  [3, 'a first loss'],
  [96, 'a pattern of losses'],
])(
  'of 39 topics one is too long for its broker: where it waits for %i s after %s, the others are there before it is sent for the third time, and only that one is named',
  async (pause) => {
    const broker = await narrowBroker();
    const clock = manualClock(NOW);
    const wait = () => {
      void clock.advanceBy(pause);
      return 1;
    };
    const connection = new Connection({ url: broker.url, clientId: 'dayahead_1' }, ROOT, wait);
    const publisher = new Publisher(connection, clock.now, clock.alarm);
    const blamed: string[] = [];
    publisher.onHungUp = ({ topic }) => blamed.push(topic);
    publisher.set(names.map((name) => publication(name, 'x'.repeat(bytes[name] ?? 20))));
    publisher.start();
    cleanups.push(() => publisher.stop({ removed: false }));
    const isWhole = (times: number) =>
      eventually(() => {
        expect(broker.shownAtHangUps.length).toBe(times);
        expect([...broker.shown.keys()].sort()).toEqual(others.toSorted());
        expect(broker.shown.get('status')).toBe('online');
        expect(blamed).toEqual([TOO_LONG]);
      }, 5);
    await isWhole(3);
    expect(clock.now() - NOW).toBe(3 * pause);
    expect(broker.shownAtHangUps.at(-1)).toBe(others.length);
    await clock.advanceBy(3600);
    await isWhole(4);
  },
);
