import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BrokerSettings } from '../../../src/mqtt/broker.ts';
import { type LeavingMeans, leaveBefore } from '../../../src/runtime/publishing/leave-before.ts';
import { keepRetained } from '../../../src/runtime/publishing/retained-before.ts';
import { openStore } from '../../../src/runtime/store.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';

const root = 'dayahead/home';

let mosquitto: Mosquitto;
let heard: Subscriber;
beforeAll(async () => {
  mosquitto = await startMosquitto();
  heard = await subscribe(mosquitto.url);
});
afterAll(async () => {
  await heard.close();
  await mosquitto.stop();
});
beforeEach(async () => {
  await heard.send(`${root}/window/boiler/state`, 'ON', { retain: true });
  await heard.settled();
});

/** A site that has said `ON` on the first broker, below its root and on `cmnd/boiler`, before this. */
async function leaving(broker: string | undefined, known: readonly string[], more: Partial<LeavingMeans> = {}) {
  const store = openStore();
  const settings = (url: string): BrokerSettings => ({ url, clientId: 'dayahead_site' });
  await keepRetained(
    store,
    { broker: mosquitto.url, root },
    {
      topics: new Map([['window/boiler/state', 'b']]),
      entities: new Map(),
      holds: new Map([
        ['window/boiler/state', { owner: 'b', letGo: 'OFF' }],
        ['/cmnd/boiler', { owner: 'b', letGo: '0' }],
      ]),
    },
  );
  const problems: string[] = [];
  const from = heard.received.length;
  const { left } = await leaveBefore({
    store,
    broker: broker === undefined ? undefined : settings(broker),
    brokers: new Map(known.map((url) => [url, settings(url)])),
    clock: manualClock(1_800_000_000),
    isTaken: () => false,
    onProblem: (text) => problems.push(text),
    ...more,
  });
  await left;
  await heard.settled();
  const said = heard.received.slice(from).filter(({ topic }) => /boiler/.test(topic));
  return {
    problems,
    kept: await store.read((value) => value),
    said: said.map(({ topic, payload }) => [topic, payload]),
  };
}

it.each([undefined, 'mqtt://127.0.0.1:1'])(
  'a site that has the broker %j now lets go on the last one',
  async (broker) => {
    const { said, problems, kept } = await leaving(broker, [mosquitto.url]);
    expect(said).toContainEqual(['cmnd/boiler', '0']);
    expect(said).toContainEqual([`${root}/window/boiler/state`, 'OFF']);
    expect(heard.shown()).not.toHaveProperty([`${root}/window/boiler/state`]);
    expect([problems, kept]).toEqual([[], undefined]);
  },
);

it('a site on its old broker leaves nothing', async () => {
  expect(await leaving(mosquitto.url, [])).toMatchObject({ said: [], problems: [], kept: { root } });
});

it('what another site says there is left to that', async () => {
  const { said } = await leaving(undefined, [mosquitto.url], {
    isTaken: (topic, at) => at === mosquitto.url && topic === 'cmnd/boiler',
  });
  expect(said.map(([topic]) => topic)).not.toContain('cmnd/boiler');
});

it('it is told, and not forgotten, where the keys to that broker are gone', async () => {
  const { said, problems, kept } = await leaving(undefined, []);
  expect(said).toEqual([]);
  expect(problems).toEqual([`${mosquitto.url}: off could not be said on ${root}/window/boiler/state, cmnd/boiler`]);
  expect(kept).toMatchObject({ root });
});
