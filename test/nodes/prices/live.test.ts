import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import { deliveryDay } from '../../../src/core/window.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { eventually } from '../../support/eventually.ts';
import { feedServer } from '../../support/feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Flow, type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(config, priceSeries);
/** Euro per MWh: another in each quarter hour of ten days. */
const priceAt = (_zone: string, instant: number) => Math.round((instant / 900) % 960) / 10;
const known = (until: string) => ({ priceAt, until: deliveryDay(until).end });
const MORNING = '2026-04-15T08:00:00Z';

let userDir = '';
let feeds: Awaited<ReturnType<typeof feedServer>>;
let clock: ManualClock;
beforeEach(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'dayahead-live-'));
  userDirs.push(userDir);
  feeds = await feedServer(known('2026-04-15'));
  clock = manualClock(Date.parse(MORNING) / 1000);
});
afterEach(() => feeds.stop());
// Node-RED writes there until it is unloaded, which is after each test.
const userDirs: string[] = [];
afterAll(() => Promise.all(userDirs.map((dir) => rm(dir, { recursive: true }))));

const site = (fields: object = {}): FlowNode => ({ id: 'site', type: 'dayahead-config', schema: 2, ...fields });
const prices = (fields: object = {}): FlowNode => ({
  id: 'prices',
  type: 'dayahead-price-series',
  schema: 2,
  name: 'Prices',
  config: 'site',
  country: 'DE',
  consumption: { id: 'de-example-spot-15min' },
  wires: [['out'], []],
  ...fields,
});
const out: FlowNode = { id: 'out', type: 'collect', wires: [] };

const sources = () => ['energy-charts', 'energi-data-service'].map((feed) => `${feed}=${feeds.url}`).join('\n');
const run = (flow: readonly FlowNode[], credentials: object = {}) =>
  start(clock, flow, credentials, { userDir, dayahead: { sources: sources() } });
/** Turns the clock until it is so: the stand-in answers by a connection. */
const until = (check: () => unknown, seconds = 1) =>
  eventually(async () => {
    await clock.advanceBy(seconds);
    await check();
  });
const payload = (flow: Flow) => flow.received('out').at(-1)?.payload as SeriesPayload;
const texts = (flow: Flow, id = 'prices') => flow.statuses(id).map(({ fill, text }) => `${fill} ${text}`);

/** The stand-ins that a zone is asked of, in the order of the questions. */
const asked = () => feeds.paths.map((path) => /(price\?bzn=|DayAheadPrices)/.exec(path)?.[0] ?? path);

describe('a new site', () => {
  it('has a live price, credited to the source it came from, without anything being typed', async () => {
    const flow = await run([site(), prices(), out]);
    await until(() => expect(flow.received('out').length).toBeGreaterThan(0));
    expect(payload(flow).source).toMatchObject({ kind: 'live', feed: 'energy-charts' });
    expect(texts(flow).at(-1)).toMatch(/^yellow \d.* ct .*missing.grid.*origin.live$/);
    await until(() => expect(JSON.stringify(payload(flow).attribution)).toContain('Energy-Charts'));
    expect(JSON.stringify(payload(flow).attribution)).not.toContain('replay');
    expect(asked()).toEqual(['price?bzn=']);
    expect((await readdir(join(userDir, 'dayahead'))).filter((name) => name.startsWith('prices-'))).toHaveLength(1);
  });

  // Promise P-041 operate/live: a source that fails is named, with the time of the next try
  // Promise P-496 operate/reactions: a public source that has none yet: the price the moment it has one
  it('says that it has no price yet and when it is asked again, and has it the moment it is there', async () => {
    feeds.answer(500);
    const flow = await run([site(), prices(), out]);
    await until(() =>
      expect(texts(flow).at(-1)).toBe(
        'yellow @dayahead/node-red-tariffs/dayahead-config:fault.source-failed (@dayahead/node-red-tariffs/dayahead-config:fault.http-broken)',
      ),
    );
    await until(() => expect(asked()).toContain('DayAheadPrices'), 30);
    expect(flow.received('out')).toEqual([]);
    const { error } = await flow.input('prices', { payload: 'again' });
    expect(error?.message).toMatch(
      /^no prices yet, asked again at 2026-04-15T1\d:\d\d:\d\d\+02:00: energy-charts does not answer \(answers 500\)/,
    );
    expect(texts(flow).at(-1)).toMatch(/^yellow .*fault.source-failed/);
    feeds.answer(known('2026-04-15'));
    const before = asked().length;
    await until(() => expect(flow.received('out').length).toBeGreaterThan(0), 30);
    expect(asked().length).toBe(before + 1);
    expect(payload(flow).coverage.today).toBe(true);
    expect(texts(flow).at(-1)).toMatch(/^yellow \d/);
  });

  // Promise P-040 operate/live: each new price is there the moment it has come
  it('has tomorrow when it is there, not when a cache or the service’s next says so', async () => {
    const flow = await run([site(), prices(), out]);
    await until(() => expect(payload(flow).coverage.today).toBe(true));
    feeds.answer(known('2026-04-16'));
    await clock.advanceTo(Date.parse('2026-04-15T10:59:00Z') / 1000);
    expect(payload(flow).coverage.tomorrow).toBe(false);
    await until(() => expect(payload(flow).coverage.tomorrow).toBe(true), 10);
    expect(clock.now()).toBeLessThan(Date.parse('2026-04-15T11:10:00Z') / 1000);
  });

  // Promise P-042 operate/live: the price of today stays while tomorrow fails
  it('says beside the price of today that tomorrow fails', async () => {
    const flow = await run([site(), prices(), out]);
    await until(() => expect(payload(flow).coverage.today).toBe(true));
    feeds.answer(503);
    await clock.advanceTo(Date.parse('2026-04-15T10:59:00Z') / 1000);
    await until(() => expect(texts(flow).at(-1)).toMatch(/^yellow \d.* ct .*fault.tomorrow-failed/), 30);
    feeds.answer(known('2026-04-16'));
    await until(() => expect(payload(flow).coverage.tomorrow).toBe(true), 30);
    expect(texts(flow).at(-1)).not.toContain('fault');
  });

  it('says nothing against the price it knows while the days that were kept are gone and no source answers', async () => {
    const flow = await run([site(), prices(), out]);
    await until(() => expect(payload(flow).coverage.today).toBe(true));
    feeds.answer(503);
    for (const name of await readdir(join(userDir, 'dayahead')))
      if (name.startsWith('prices-')) await rm(join(userDir, 'dayahead', name), { recursive: true });
    const again = flow.input('prices', { payload: { refresh: true } });
    await until(() => expect(texts(flow).at(-1)).toMatch(/^yellow \d.* ct .*fault.renewal-nothing.*origin.live$/), 30);
    expect((await again).error?.message).toContain('energy-charts');
    await clock.advanceTo(Date.parse('2026-04-15T22:00:01Z') / 1000);
    await until(() => expect(texts(flow).at(-1)).toMatch(/^yellow \S*fault.source-failed/), 30);
  });

  // Promise P-076 operate/live: two sources that disagree cause one warning
  it('says in the log of Node-RED, once, that two sources disagree about a day', async () => {
    const flow = await run([site(), prices(), prices({ id: 'others' }), out]);
    await until(() => expect(payload(flow).coverage.today).toBe(true));
    feeds.answer(503);
    await clock.advanceTo(Date.parse('2026-04-15T11:00:00Z') / 1000);
    await until(() => expect(feeds.paths).toHaveLength(2), 30);
    const dearer = (zone: string, instant: number) => priceAt(zone, instant) + 1;
    feeds.answer({ ...known('2026-04-16'), priceAt: dearer });
    await until(() => expect(payload(flow).coverage.tomorrow).toBe(true), 30);
    expect(flow.warnings().filter((text) => text.includes('says other'))).toEqual([
      '[dayahead] DE-LU: energi-data-service says other prices of 2026-04-15 than energy-charts, which count',
    ]);
  });

  // Promise P-039 operate/live: one process requests a zone once for all its sites and nodes
  it('shares its questions with every other site and node, and asks nothing again after a restart', async () => {
    const second = [site({ id: 'second' }), prices({ id: 'others', config: 'second' })];
    const none = prices({ id: 'none', config: '' });
    const flow = await run([site(), prices(), ...second, none, out]);
    await until(() =>
      expect(new Set(['prices', 'others', 'none'].map((id) => texts(flow, id).at(-1)?.[0]))).toEqual(new Set(['y'])),
    );
    await until(() => expect(flow.received('out').length).toBeGreaterThan(2));
    expect(asked()).toEqual(['price?bzn=']);
    await flow.deploy([site({ name: 'House' }), prices({ name: 'Renamed' }), ...second, out]);
    await until(() => expect(texts(flow).at(-1)).toMatch(/origin.live$/));
    expect(asked()).toEqual(['price?bzn=']);
  });

  // Promise P-038 operate/live: only zones in which a contract is priced are requested
  it('asks for the zones that are priced, and for no others', async () => {
    const flow = await run([site(), prices(), out]);
    await until(() => expect(flow.received('out').length).toBeGreaterThan(0));
    const answered = flow.input('prices', {
      payload: { country: 'AT', consumption: { id: 'at-example-spot-15min' } },
      topic: 'at',
    });
    await until(() => expect(feeds.paths.map((path) => /bzn=([\w-]+)/.exec(path)?.[1])).toEqual(['DE-LU', 'AT']), 6);
    // An input waits for the first answer of a source instead of being refused.
    expect((await answered).error).toBeUndefined();
  });
});

describe('a replay', () => {
  it.each([
    ['a site of 0.1', { schema: 1 }, {}],
    ['a site that was told so', { prices: 'replay' }, {}],
    ['a node of 0.1 without a site', {}, { schema: 1, config: '' }],
  ])('stays one: %s asks nobody', async (_, ofSite, ofNode) => {
    const flow = await run([site(ofSite), prices(ofNode), out]);
    await until(() => expect(payload(flow).source).toMatchObject({ kind: 'replay' }), 60);
    expect(feeds.paths).toEqual([]);
  });

  // Promise P-054 operate/live: a replay is never recalled as a live price, nor the other way round
  it('is not recalled when the site is live, nor is a live price in a replay', async () => {
    feeds.answer(500);
    const flow = await run([site({ prices: 'replay' }), prices(), out]);
    await until(() => expect(payload(flow).source.kind).toBe('replay'));
    const heard = flow.received('out').length;
    await flow.deploy([site({ prices: 'live' }), prices(), out]);
    await until(() => expect(texts(flow).at(-1)).toMatch(/fault.source-failed/));
    expect(flow.received('out').slice(heard)).toEqual([]);
    feeds.answer(known('2026-04-15'));
    await until(() => expect(payload(flow).source.kind).toBe('live'), 30);
    await flow.deploy([site({ prices: 'replay' }), prices(), out]);
    await until(() => expect(payload(flow).source.kind).toBe('replay'));
  });
});

describe('own files', () => {
  it('are the only prices where they are chosen: without one there is none, and it is said', async () => {
    const own = join(userDir, 'own');
    await mkdir(join(own, 'prices'), { recursive: true });
    const flow = await run([site({ prices: 'own', catalogue: own }), prices(), out]);
    await until(() =>
      expect(texts(flow).at(-1)).toBe('yellow @dayahead/node-red-tariffs/dayahead-config:fault.source-own (DE-LU)'),
    );
    const price = new Array(96).fill(0).with(0, 5000).join(' ');
    await writeFile(join(own, 'prices', 'DE-LU.txt'), `zone: DE-LU\nreplay: no\n\n2026-04-15 900 ${price}\n`);
    await until(() => expect(payload(flow).source).toMatchObject({ kind: 'own' }), 30);
    expect(feeds.paths).toEqual([]);
  });
});

// Promise P-049 operate/live: the token of ENTSO-E goes to its address alone
it('a token of ENTSO-E reaches its address, and no message, status, file or question beside it', async () => {
  const token = '11111111-2222-3333-4444-555555555555';
  feeds.answer(500);
  const credentials = { site: { entsoeToken: token, entsoeUrl: feeds.url } };
  const flow = await run(
    [site({ sources: `entsoe=${feeds.url}\nenergy-charts=${feeds.url}` }), prices(), out],
    credentials,
  );
  await until(() => expect(feeds.paths.filter((path) => path.includes(token))).toHaveLength(1), 30);
  feeds.answer(known('2026-04-15'));
  await until(() => expect(flow.received('out').length).toBeGreaterThan(0), 30);
  expect(feeds.paths.filter((path) => path.includes(token)).every((path) => path.startsWith('/api?'))).toBe(true);
  const files = await readdir(userDir, { recursive: true, withFileTypes: true });
  const kept = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  expect(JSON.stringify([kept, flow.received('out'), texts(flow)])).not.toContain(token);
});

describe('the test of live prices in the dialog', () => {
  const probe = async (typed: object, country: string) => {
    const flow = await run([out]);
    const ask = () => flow.post('/dayahead/typed/service', { typed: { schema: 2, ...typed }, country });
    return { ask, body: (await ask()).body };
  };

  // Promise P-047 operate/live: *Test the service* requests at most once a minute
  it('asks a source at once, whatever the clock says, and not again within a minute', async () => {
    const { ask, body } = await probe({}, 'DE');
    const source = { zone: 'DE-LU', feed: 'energy-charts', today: 96, tomorrow: 0, currency: 'EUR', household: false };
    expect(body).toMatchObject({ ok: true, source: { ...source, price: priceAt('', clock.now()) / 1000 } });
    await ask();
    expect(asked()).toEqual(['price?bzn=']);
  });

  // Promise P-048 operate/live: it requests a zone that the sources have, if no node names one
  it.each([
    ['without a node or a home', '', '', 'energy-charts', 'DE-LU'],
    ['in a country without an auction', 'MT', '', 'energy-charts', 'DE-LU'],
    ['whose sources have other zones', '', 'omie', 'omie', 'ES'],
  ])('asks one for a zone that it has, on a site %s', async (_, country, named, feed, zone) => {
    const { body } = await probe({ sources: named && `${named}=${feeds.url}` }, country);
    expect(body).toMatchObject({ ok: true, source: { feed, zone } });
  });

  it.each([
    ['that does not answer', {}, 'DE', { code: 'source-failed', detail: 'answers 500' }],
    ['that does not answer, for a home that is not known', {}, '', { code: 'source-failed', detail: 'answers 500' }],
    ['that nobody may ask unasked', { sources: `ote=http://127.0.0.1:9` }, 'DE', { code: 'source-none' }],
  ])('says why there is no price: a source %s', async (_, typed, country, fault) => {
    feeds.answer(500);
    expect((await probe(typed, country)).body).toMatchObject({ ok: false, fault });
  });

  // Promise P-044 operate/live: sources for one's own household are used once they are named
  it('marks a source for one’s own household, which is asked once it is named', async () => {
    const { body } = await probe({ sources: `omie=${feeds.url}` }, 'ES');
    expect(body).toMatchObject({ ok: true, source: { zone: 'ES', feed: 'omie', household: true } });
  });
});
