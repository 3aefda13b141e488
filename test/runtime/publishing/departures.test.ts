import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BrokerSettings } from '../../../src/mqtt/broker.ts';
import type { Remains } from '../../../src/mqtt/retained/last-words.ts';
import { createDepartures, type Departures, type PresentSite } from '../../../src/runtime/publishing/departures.ts';
import { ownedTopic, type Places } from '../../../src/runtime/publishing/topic-owners.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type MqttProxy, startMqttProxy } from '../../support/mqtt/mqtt-proxy.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';

const NOW = 1_800_000_000;
const HOUR = 3600;
const FILE = 'departures';

let mosquitto: Mosquitto;
let heard: Subscriber;
const users = ['one', 'two', 'three', 'four', 'five'];
const folder = mkdtempSync(join(tmpdir(), 'rights-'));
beforeAll(async () => {
  const rights = users.map(
    (user) => `user ${user}\ntopic readwrite dayahead/${user}/#\ntopic readwrite cmnd/${user}\n`,
  );
  writeFileSync(join(folder, 'acl'), ['topic readwrite #\n', ...rights].join('\n'));
  mosquitto = await startMosquitto(`acl_file ${join(folder, 'acl')}`);
  heard = await subscribe(mosquitto.url);
});
afterAll(async () => {
  await heard.close();
  await mosquitto.stop();
  rmSync(folder, { recursive: true });
});

let line: MqttProxy;
let clock: ManualClock;
let files: Map<string, string>;
let from: number;
const running: Departures[] = [];
beforeEach(async () => {
  line = await startMqttProxy(mosquitto.port);
  clock = manualClock(NOW);
  files = new Map();
  await heard.settled();
  from = heard.received.length;
});
afterEach(async () => {
  for (const departures of running.splice(0)) await departures.pause();
  line.close();
  for (const topic of Object.keys(heard.shown())) await heard.send(topic, '', { retain: true });
  await heard.settled();
});

/** The departures of one process of Node-RED. */
function processOf(places: Places = new Map()) {
  const problems: string[] = [];
  const departures = createDepartures({
    clock: () => clock,
    keeping: { context: memoryStore(files, FILE) },
    places,
    onProblem: (text) => problems.push(text),
  });
  running.push(departures);
  return { departures, problems };
}

const settingsAt = (url: string, more: Partial<BrokerSettings> = {}): BrokerSettings => ({
  ...{ url, clientId: 'dayahead_site' },
  ...more,
});
const presentAt = (broker: BrokerSettings, root: string, adopt: PresentSite['adopt'] = () => {}): PresentSite => ({
  ...{ broker, root, adopt, repeat: () => {} },
});

/** A boiler of the site that is on: its state below the root, and its command topic. Its battery and its car are charged. */
const own = ['battery/store/mode', 'battery/car/mode', 'window/boiler/state'];
const leftBy = (site: string, broker = line.url) => ({
  ...{ broker, root: `dayahead/${site}`, topics: ['status', ...own] },
  holds: new Map([
    ['battery/store/mode', { owner: 's', letGo: 'normal', said: 'charge' }],
    ['battery/car/mode', { owner: 'c', letGo: 'hold', said: 'charge' }],
    ['window/boiler/state', { owner: 'b', letGo: 'OFF', said: 'ON' }],
    [`/cmnd/${site}`, { owner: 'b', letGo: '0', said: '1' }],
  ]),
});

/** As a warning names them. */
const heldBy = (site: string) =>
  `${own.map((key) => `dayahead/${site}/${key}`).join(', ')}, cmnd/${site} at ${line.url}`;

/** The site has been on the broker, where its state is retained, and has left. */
async function leaves(departures: Departures, site = 'home', broker = settingsAt(line.url)) {
  await heard.send(`dayahead/${site}/window/boiler/state`, 'ON', { retain: true });
  for (const name of ['store', 'car'])
    await heard.send(`dayahead/${site}/battery/${name}/mode`, 'charge', { retain: true });
  await heard.send(`dayahead/${site}/status`, 'online', { retain: true });
  await heard.settled();
  departures.join(site, presentAt(broker, `dayahead/${site}`));
  departures.part(site);
  await departures.add(site, leftBy(site, broker.url));
}

/** The messages on that topic since the test began. */
const said = (topic: string) =>
  heard.received.slice(from).flatMap((message) => (message.topic === topic ? [message.payload] : []));

const until = (check: () => void) =>
  eventually(async () => {
    await clock.advanceBy(1);
    check();
  }, 5);

/** The boiler of that site is off, and nothing of the site is retained. */
const isGone = (site = 'home') =>
  until(() => {
    expect(said(`cmnd/${site}`)).toEqual(['0']);
    expect(said(`dayahead/${site}/window/boiler/state`)).toEqual(['ON', 'OFF', '']);
    expect(said(`dayahead/${site}/battery/store/mode`)).toEqual(['charge', 'normal', '']);
    expect(said(`dayahead/${site}/battery/car/mode`)).toEqual(['charge', 'hold', '']);
    expect(heard.shown()).not.toHaveProperty([`dayahead/${site}/status`]);
  });

/** Nothing has been said to the boiler for that long. */
async function isSilent(seconds: number, site = 'home') {
  await clock.advanceBy(seconds);
  await heard.settled();
  expect(said(`cmnd/${site}`)).toEqual([]);
}

describe('a site that has left a broker', () => {
  // Promise P-292 integrate/topics: a site that moves to another broker, or to none, clears the old one
  // Promise P-797 operate/failures: its site is deleted or moves while the broker is away
  // Promise P-812 operate/failures: its site is deleted or moves while the broker is away
  it('has its devices switched off there, and its topics cleared', async () => {
    const { departures, problems } = processOf();
    await leaves(departures);
    await departures.start();
    await isGone();
    await clock.advanceBy(80);
    await until(() => expect(files.get(FILE)).toBeUndefined());
    expect(problems).toEqual([]);
  });

  // Promise P-011 integrate/mqtt: that site uses its own credentials
  // Promise P-770 operate/failures: the site is deleted, has another broker or none, or cannot be opened
  it('of five all are off, each with the user of its own', async () => {
    const { departures } = processOf();
    for (const site of users) await leaves(departures, site, settingsAt(line.url, { username: site }));
    await departures.start();
    for (const site of users) await isGone(site);
  });

  it('has the status cleared again after its last will', async () => {
    const { departures } = processOf();
    await leaves(departures);
    await departures.start();
    await clock.advanceBy(5);
    await eventually(() => expect(clock.alarms()).toEqual([NOW + 7]));
    await clock.advanceBy(2);
    await eventually(() => expect(clock.alarms()).toEqual([NOW + 75]));
    await heard.send('dayahead/home/status', 'offline', { retain: true });
    await heard.until('dayahead/home/status', 'offline');
    await clock.advanceBy(80);
    await heard.until('dayahead/home/status', '');
  });

  // Promise P-010 integrate/mqtt: the same for a deleted or moved site, when the broker is back within 24 hours
  // Promise P-293 integrate/topics: the old broker is cleared when it is back, if it cannot be reached
  // Promise P-771 operate/failures: such a change while the old broker is away, even after a restart
  it('is switched off once its broker is back, which is tried at least once a minute for a day', async () => {
    const { departures, problems } = processOf();
    line.down();
    await leaves(departures);
    await departures.start();
    await until(() => expect(problems).toHaveLength(1));
    expect(problems[0]).toBe(
      `the off value is not published on ${heldBy('home')}: the broker cannot be reached, or refuses it. It is tried again for 24 hours`,
    );
    await isSilent(3 * HOUR);
    line.up();
    await isGone();
    expect(problems).toHaveLength(1);
  });

  // Promise P-012 integrate/mqtt: after 24 hours a warning appears, and the topics are cleared
  it('is not switched off after a day, but cleared with the next deployment', async () => {
    const { departures, problems } = processOf();
    line.down();
    await leaves(departures);
    await departures.start();
    await until(() => expect(problems).toHaveLength(1));
    await clock.jumpTo(NOW + 24 * HOUR + 60);
    await until(() => expect(problems).toHaveLength(2));
    expect(problems[1]).toMatch(/could not be reached for 24 hours\. Switch what must not stay on by other means$/);
    line.up();
    await clock.advanceBy(HOUR);
    expect(clock.alarms()).toEqual([]);
    await departures.start();
    await until(() => expect(heard.shown()).not.toHaveProperty(['dayahead/home/window/boiler/state']));
    expect(said('cmnd/home')).toEqual([]);
    expect(said('dayahead/home/window/boiler/state')).toEqual(['ON', '']);
  });

  it('leaves no alarm and no connection while the flows are stopped', async () => {
    const { departures } = processOf();
    await leaves(departures);
    await departures.start();
    await clock.advanceBy(6);
    await departures.pause();
    expect(clock.alarms()).toEqual([]);
    await isSilent(HOUR);
    await departures.start();
    await isGone();
  });
});

describe('after a restart', () => {
  // Promise P-017 integrate/mqtt: after a restart, where a config node has that broker
  it('a site is switched off with the credentials of another that has its broker', async () => {
    const before = processOf();
    await leaves(before.departures);
    const { departures, problems } = processOf();
    departures.join('other', presentAt(settingsAt(line.url), 'dayahead/other'));
    await departures.start();
    await isGone();
    expect(problems).toEqual([]);
  });

  // Promise P-018 integrate/mqtt: without such a config node, one warning names the topics
  // Promise P-772 operate/failures: such a change, and no site has the old broker after a restart
  it('one warning names the topics of all sites whose broker no site has, without a password in the file', async () => {
    const before = processOf();
    for (const site of ['home', 'flat'])
      await leaves(before.departures, site, settingsAt(line.url, { username: site, password: 'secret-4711' }));
    expect(files.get(FILE)).not.toContain('secret-4711');
    const { departures, problems } = processOf();
    departures.join('other', presentAt(settingsAt('mqtt://127.0.0.1:1'), 'dayahead/home'));
    await departures.start();
    await isSilent(HOUR);
    expect(problems).toEqual([
      `the off value is not published on ${heldBy('home')}; ${heldBy('flat')}: no site has that broker any more, and its password is not kept. Switch what must not stay on by other means`,
    ]);
  });
});

describe('nothing is said on a topic', () => {
  // Promise P-013 integrate/mqtt: no off value is sent to a topic that another node publishes
  it('that another node publishes there by now', async () => {
    const places: Places = new Map();
    const { departures } = processOf(places);
    await leaves(departures);
    places.set(ownedTopic(line.url, 'cmnd/home'), { id: 'o', name: 'Other' });
    await departures.start();
    await until(() => expect(said('dayahead/home/window/boiler/state')).toEqual(['ON', 'OFF', '']));
    expect(said('cmnd/home')).toEqual([]);
  });

  // Promise P-014 integrate/mqtt: no off value is sent to a topic that has another value
  it('that retains the value of another publisher', async () => {
    const { departures } = processOf();
    await leaves(departures);
    await heard.send('cmnd/home', '5', { retain: true });
    await departures.start();
    await until(() => expect(said('dayahead/home/window/boiler/state')).toEqual(['ON', 'OFF', '']));
    expect(said('cmnd/home')).toEqual(['5']);
  });

  // Promise P-015 integrate/mqtt: no off value is sent to a topic that is used while the site listens
  it('that another publisher uses while one listens', async () => {
    const { departures } = processOf();
    await leaves(departures);
    await departures.start();
    await clock.advanceBy(5);
    await eventually(() => expect(clock.alarms()).toEqual([NOW + 7]));
    await heard.send('cmnd/home', '5');
    await heard.settled();
    await until(() => expect(said('dayahead/home/window/boiler/state')).toEqual(['ON', 'OFF', '']));
    expect(said('cmnd/home')).toEqual(['5']);
  });
});

it('what lies below the root that a present site has is left to that, once its nodes have published', async () => {
  const { departures } = processOf();
  await leaves(departures);
  const adopted: Remains[] = [];
  departures.join(
    'new',
    presentAt(settingsAt(line.url), 'dayahead/home', (remains) => adopted.push(remains)),
  );
  await departures.start();
  await clock.advanceBy(64);
  expect(adopted).toEqual([]);
  await until(() => expect(said('cmnd/home')).toEqual(['0']));
  expect(adopted.map(({ topics, holds }) => [[...topics], [...holds.keys()]])).toEqual([[['status', ...own], own]]);
  expect(said('dayahead/home/window/boiler/state')).toEqual(['ON']);
});
