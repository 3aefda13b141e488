import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemandPatch } from '../../src/messages/demand/demand.ts';
import { createSite } from '../../src/runtime/site.ts';
import { nothingPlanned as plan } from '../support/device/nothing-planned.ts';
import { eventually } from '../support/eventually.ts';
import { knownSeriesOf } from '../support/feeds/known-series.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';

const now = Date.parse('2026-01-15T08:00:00Z') / 1000;
const car = { id: 'c', name: 'Car' };
const prices = { id: 'p', name: 'Prices' };

const demand: DemandPatch = { enabled: true, minutes: 90 };

const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-15T23:00:00Z',
  resolution: 3600,
  total: (hour) => hour / 100,
});

describe('createSite without a broker', () => {
  it('prices through the embedded service, opened once', async () => {
    const site = await createSite({ clock: manualClock(now) });
    const client = await site.client();
    expect(await site.client()).toBe(client);
    expect(await client.countryStatistics()).toMatchObject({ DK: { hasTariffs: true } });
    expect(await client.companies('DK', 'consumption')).toContainEqual(
      expect.objectContaining({ id: 'dk-example-spot' }),
    );
  });

  it('holds nobody to a name, publishes nothing and stops at once', async () => {
    const clock = manualClock(now);
    const site = await createSite({ clock });
    site.start();
    expect(site.takeTopic('price', 'price', prices)).toBeUndefined();
    expect(site.takeTopic('price', 'price', car)).toBeUndefined();
    site.publishPrices('price', series);
    site.publishDevice('car', { on: true, plan, demand });
    await site.stop({ removed: true });
  });
});

describe('createSite with a broker', () => {
  let mosquitto: Mosquitto;
  let subscriber: Subscriber;
  beforeAll(async () => {
    mosquitto = await startMosquitto();
    subscriber = await subscribe(mosquitto.url);
  });
  afterAll(async () => {
    await subscriber.close();
    await mosquitto.stop();
  });

  const started = async (root: string) => {
    const clock = manualClock(now);
    const site = await createSite({ clock, root, broker: { url: mosquitto.url, clientId: root } });
    site.start();
    return { site, clock, said: (topic: string, payload: string) => subscriber.until(`${root}/${topic}`, payload) };
  };

  it('tells who has a name, prices and devices apart', async () => {
    const { site } = await started('dayahead/names');
    expect(site.takeTopic('device', 'car', car)).toBeUndefined();
    expect(site.takeTopic('device', 'car', prices)).toBe('Car');
    expect(site.takeTopic('price', 'car', prices)).toBeUndefined();
    site.releaseTopic('device', 'car', prices, { removed: true });
    expect(site.takeTopic('device', 'car', prices)).toBe('Car');
    site.releaseTopic('device', 'car', car, { removed: false });
    expect(site.takeTopic('device', 'car', prices)).toBeUndefined();
    for (const [kind, slug] of [
      ['device', 'car'],
      ['price', 'car'],
    ] as const) {
      site.releaseTopic(kind, slug, prices, { removed: false });
    }
    await site.stop({ removed: true });
  });

  it('publishes a device, and clears it when its node is removed', async () => {
    const { site, clock, said } = await started('dayahead/device');
    site.takeTopic('device', 'car', car);
    site.publishDevice('car', { on: true, plan, demand });
    await said('window/car/state', 'ON');
    await clock.advanceBy(1);
    site.publishDevice('car', { on: false, plan, demand });
    await said('window/car/state', 'OFF');
    await clock.advanceBy(1);
    site.releaseTopic('device', 'car', car, { removed: true });
    await said('window/car/state', '');
    await said('window/car/plan', '');
    await said('window/car/minutes', '');
    await site.stop({ removed: true });
  });

  it('publishes prices with what is wrong, and clears them with their export prices', async () => {
    const { site, clock, said } = await started('dayahead/prices');
    site.takeTopic('price', 'price-b', prices);
    site.publishPrices('price-b', { ...series, feedin: series.prices }, undefined, 'network');
    await said('price-b/availability', 'offline');
    await subscriber.settled();
    const meta = subscriber.payloads('dayahead/prices/meta').at(-1) ?? '{}';
    expect(JSON.parse(meta)).toMatchObject({ problem: 'ON', reason: 'network' });
    expect(subscriber.payloads('dayahead/prices/feedin-b/series').at(-1)).toContain('"value":0.23');
    await clock.advanceBy(1);
    site.releaseTopic('price', 'price-b', prices, { removed: true });
    await said('price-b/series', '');
    await said('feedin-b/series', '');
    await site.stop({ removed: true });
  });

  it('publishes what its roofs and its loads are expected to do, and clears it with the last of them', async () => {
    const { site, clock, said } = await started('dayahead/sun');
    const steady = (kw: number) => (_now: number, count: number) => Array.from({ length: count }, () => kw);
    site.powers.set('roof', { kind: 'production', expected: steady(2) });
    site.powers.set('house', { kind: 'consumption', expected: steady(0.4) });
    await eventually(() => expect(subscriber.shown()).toHaveProperty(['dayahead/sun/load/series']));
    const first = (name: string) => JSON.parse(subscriber.shown()[`dayahead/sun/${name}/series`] ?? '[]')[0];
    expect(first('solar')).toEqual({ start: '2026-01-15T08:00:00Z', end: '2026-01-15T08:15:00Z', value: 2 });
    expect(first('load')).toMatchObject({ value: 0.4 });
    await clock.advanceBy(1);
    site.powers.set('roof', undefined);
    await said('solar/series', '');
    await site.stop({ removed: true });
  });

  it('of another name leaves nothing under the old one, on a broker that goes on running', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'site-'));
    const live = async (site: string) => {
      const clock = manualClock(now);
      const opened = await createSite({
        clock,
        id: 'node',
        site,
        root: `dayahead/${site}`,
        discoveryPrefix: 'moved',
        broker: { url: mosquitto.url, clientId: 'moved' },
        topics: { file: join(directory, 'topics.json') },
      });
      opened.takeTopic('price', 'price', prices);
      opened.takeTopic('device', 'car', car);
      opened.start();
      opened.publishPrices('price', series);
      opened.publishDevice('car', { on: true, plan, demand });
      await subscriber.until(`dayahead/${site}/window/car/state`, 'ON');
      return { clock, opened };
    };
    const close = async ({ opened }: Awaited<ReturnType<typeof live>>, removed: boolean) => {
      opened.releaseTopic('price', 'price', prices, { removed });
      opened.releaseTopic('device', 'car', car, { removed });
      await opened.stop({ removed });
    };
    await close(await live('villa'), false);
    const second = await live('cottage');
    await subscriber.until('dayahead/villa/status', '');
    await second.clock.advanceBy(5);
    await subscriber.until('moved/device/dayahead_villa/config', '');
    await subscriber.until('moved/device/dayahead_villa_c/config', '');
    await subscriber.settled();
    const shown = Object.keys(subscriber.shown());
    expect(shown.filter((topic) => topic.includes('villa'))).toEqual([]);
    expect(shown).toContain('moved/device/dayahead_cottage_c/config');
    await second.clock.advanceBy(1);
    await close(second, true);
    await subscriber.settled();
    expect(Object.keys(subscriber.shown()).filter((topic) => /moved|cottage/.test(topic))).toEqual([]);
    await rm(directory, { recursive: true });
  });

  // Promise P-296 integrate/topics: two sites cannot have one broker and one root
  // Promise P-714 integrate/recipes/*: Bridge: two sites behind one broker need different names
  it('publishes nothing where another site has the root, and tells its nodes which', async () => {
    const places = new Map();
    const broker = { url: mosquitto.url, clientId: 'first' };
    const first = await createSite({ id: 'a', name: 'House', root: 'dayahead/one', broker, places });
    const other = await createSite({ id: 'b', name: 'Copy', root: 'dayahead/one', broker, places });
    const elsewhere = await createSite({ id: 'c', name: 'Flat', root: 'dayahead/two', broker, places });
    expect(other.takeTopic('device', 'car', car)).toBe('House');
    expect(elsewhere.takeTopic('device', 'car', car)).toBeUndefined();
    elsewhere.releaseTopic('device', 'car', car, { removed: false });
    await first.stop({ removed: false });
    const later = await createSite({ id: 'b', name: 'Copy', root: 'dayahead/one', broker, places });
    expect(later.takeTopic('device', 'car', car)).toBeUndefined();
    later.releaseTopic('device', 'car', car, { removed: false });
    for (const site of [other, elsewhere, later]) await site.stop({ removed: false });
  });

  it('knows the topics that it and the other sites of its broker use themselves', async () => {
    const places = new Map();
    const open = (id: string, url = mosquitto.url) =>
      createSite({ id, root: `dayahead/${id}`, broker: { url, clientId: id }, places });
    const [one, two, far] = [await open('one'), await open('two'), await open('far', 'mqtt://elsewhere')];
    const topics = ['one/status', 'two/window/car/state', 'two/price-spot/now', 'one/boiler', 'far/status', 'one'];
    const owned = topics.filter((topic) => one.ownsTopic(`dayahead/${topic}`));
    expect(owned).toEqual(['one/status', 'two/window/car/state', 'two/price-spot/now']);
    for (const site of [one, two, far]) await site.stop({ removed: false });
  });

  // Promise P-295 integrate/topics: two nodes cannot switch by one topic of a broker
  it('lets one node of all sites switch by one topic, until that node gives it back', async () => {
    const places = new Map();
    const open = (id: string, url = mosquitto.url) =>
      createSite({ id, root: `dayahead/${id}`, broker: { url, clientId: id }, places });
    const [one, two, far] = [await open('one'), await open('two'), await open('far', 'mqtt://elsewhere')];
    expect(one.takeTopic('command', 'cmnd/boiler/POWER', car)).toBeUndefined();
    expect(two.takeTopic('command', 'cmnd/boiler/POWER', prices)).toBe('Car');
    expect(far.takeTopic('command', 'cmnd/boiler/POWER', prices)).toBeUndefined();
    two.releaseTopic('command', 'cmnd/boiler/POWER', prices, { removed: false });
    expect(two.takeTopic('command', 'cmnd/boiler/POWER', prices)).toBe('Car');
    one.releaseTopic('command', 'cmnd/boiler/POWER', car, { removed: false });
    expect(two.takeTopic('command', 'cmnd/boiler/POWER', prices)).toBeUndefined();
    for (const site of [two, far]) site.releaseTopic('command', 'cmnd/boiler/POWER', prices, { removed: false });
    for (const site of [one, two, far]) await site.stop({ removed: false });
  });

  it('is not announced where Home Assistant knows another site of the same name', async () => {
    const places = new Map();
    const problems: string[] = [];
    const open = (id: string, base: string) =>
      createSite({
        id,
        name: id,
        site: 'twin',
        root: `${base}/twin`,
        discoveryPrefix: 'twins',
        broker: { url: mosquitto.url, clientId: id },
        places,
        onProblem: (text) => problems.push(text),
      });
    const sites = [await open('one', 'a'), await open('two', 'b')];
    expect(problems).toEqual(['not announced to Home Assistant: it knows one as twin']);
    for (const site of sites) await site.stop({ removed: false });
  });

  it('hears Home Assistant start', async () => {
    const clock = manualClock(now);
    const root = 'dayahead/born';
    const site = await createSite({
      clock,
      root,
      discoveryPrefix: 'ha',
      random: () => 0,
      broker: { url: mosquitto.url, clientId: root },
    });
    site.start();
    await subscriber.until(`${root}/status`, 'online');
    await subscriber.settled();
    const before = subscriber.payloads(`${root}/status`).length;
    await subscriber.send('ha/status', 'online');
    await eventually(() => expect(clock.alarms()).toContain(now + 1));
    await clock.advanceBy(1);
    await eventually(() => expect(subscriber.payloads(`${root}/status`).length).toBe(before + 1));
    await site.stop({ removed: true });
  });

  it('stops after its nodes, so that what they clear is still heard', async () => {
    const { site, clock, said } = await started('dayahead/order');
    site.takeTopic('device', 'car', car);
    site.publishDevice('car', { on: true, plan, demand });
    await said('window/car/state', 'ON');
    const stopped = site.stop({ removed: false });
    await clock.advanceBy(1);
    await subscriber.settled();
    site.releaseTopic('device', 'car', car, { removed: true });
    await stopped;
    await said('window/car/state', '');
    expect(subscriber.payloads('dayahead/order/status').at(-1)).toBe('online');
  });

  it('does not wait for ever for a node that gives nothing back', async () => {
    const { site, clock, said } = await started('dayahead/patience');
    site.takeTopic('device', 'car', car);
    await said('status', 'online');
    const stopped = site.stop({ removed: true });
    await clock.advanceBy(3);
    await stopped;
    await said('status', '');
  });
});
