import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import type { TariffNews } from '../../../src/runtime/live/told-tariffs.ts';
import { createService } from '../../../src/service/service.ts';
import { charge, pricelist } from '../../support/feeds/danish-pricelist.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { minorAt } from '../../support/service/shipped-service.ts';

const RADIUS = '5790000705689';
const ENERGINET = '5790000432752';
/** Kroner per kWh by the hour: 0.10 at night, 0.50 in the evening peak. */
const hours = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 0.1 : hour >= 17 && hour < 21 ? 0.5 : 0.25));
const told = pricelist(
  charge(RADIUS, 'DT_C_01', '2026-10-01', null, hours),
  charge(ENERGINET, '40000', '2026-01-01', null, 0.05, 'P1D'),
);

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'told-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function* chunks(text: string) {
  yield Buffer.from(text);
}

/** Denmark on a day, its price list answering `status` and `body`; nobody else answers. */
function house(start: string, answer: () => { status: number; body: string; retryAfter?: string }, zones = ['DK1']) {
  const clock = manualClock(Date.parse(start) / 1000);
  const asked: string[] = [];
  const news: string[] = [];
  const fetch: FeedFetch = async (address) => {
    const { pathname } = new URL(address);
    if (!pathname.endsWith('/DatahubPricelist')) return { status: 404, headers: { get: () => null }, body: chunks('') };
    asked.push(new Date(clock.now() * 1000).toISOString().slice(0, 19));
    const { status, body, retryAfter = null } = answer();
    const header = (name: string) => (name === 'retry-after' ? retryAfter : null);
    return { status, headers: { get: header }, body: chunks(body) };
  };
  const open = () => {
    const live = livePrices({
      ...{ zones, dir, clock, random: () => 0.5, version: '9.9.9', chosen: new Map(), fetch },
      onNews: () => {},
      onTariffNews: ({ outcome, problem }: TariffNews) => news.push([outcome, problem].join(' ').trim()),
    });
    live.start();
    return live;
  };
  return { clock, asked, news, open, live: open() };
}
/** The service's price of a fixed Danish contract on the network of Radius. */
function service(clock: ManualClock) {
  const { fetch, tokens } = createService({
    live: { dir, prices: { get: () => undefined }, sources: () => [] },
    now: () => clock.now(),
  });
  const headers = { authorization: `Bearer ${tokens.production}` };
  const query = 'consumption_tariff=dk-example-fixed&grid_tariff=dk-radius-c&include=fees,vat&resolution=900';
  return async (time: string) => {
    const answer = await fetch(new Request(`http://x/v2/dk/dayahead?${query}`, { headers }));
    return minorAt(await answer.json(), time);
  };
}
/** The same hour by the shipped catalogue. */
const BEFORE = 107.0573;
const FILE = 'tariffs/dk/datahub-pricelist.json';

describe('what a feed tells of tariffs', () => {
  it('is in the next price, at its hour, beside what the catalogue has of the rest', async () => {
    const { clock, asked, news, live } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }));
    const priceAt = service(clock);
    const before = await priceAt('2026-11-18T17:00:00+01:00');
    await clock.advanceBy(1);
    // 50 øre of the operator, 5 of the feed's transmission charge and 7.2 of the catalogue's system charge.
    expect([before.grid, (await priceAt('2026-11-18T17:00:00+01:00')).grid]).toEqual([BEFORE, 62.2]);
    expect((await priceAt('2026-11-19T03:00:00+01:00')).grid).toBe(22.2);
    expect([asked, news]).toEqual([['2026-11-18T09:00:00'], ['told']]);
    expect(live.toldBy().map(({ feed, updated }) => [feed.name, updated])).toEqual([
      ['datahub-pricelist', '2026-11-18'],
    ]);
  });

  // Promise P-851 operate/upgrades: `dayahead/prices/tariffs/<country>/<feed>.json`
  it('leaves the file of a newer version as it is, and says so', async () => {
    mkdirSync(join(dir, 'tariffs/dk'), { recursive: true });
    writeFileSync(join(dir, FILE), '{"schema":2}');
    const { clock, news } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }));
    await clock.advanceBy(1);
    expect(news).toEqual([expect.stringMatching(/^failed .*datahub-pricelist\.json was written by a newer version/)]);
    expect(readFileSync(join(dir, FILE), 'utf8')).toBe('{"schema":2}');
  });

  it('is asked for as soon as the country is, whatever zone prices are of', async () => {
    const { clock, asked, live } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }), []);
    await clock.advanceBy(60);
    expect(asked).toEqual([]);
    const holdings = { dir, prices: live, sources: () => [], wantTariffs: live.wantTariffs };
    const { fetch, tokens } = createService({ live: holdings, now: () => clock.now() });
    const headers = { authorization: `Bearer ${tokens.production}` };
    for (const country of ['de', 'dk']) await fetch(new Request(`http://x/v2/${country}/grid/companies`, { headers }));
    await clock.advanceBy(60);
    expect(asked).toEqual(['2026-11-18T09:01:00']);
  });

  it('is asked for once a day, at a second of the installation’s own, and not again after a restart', async () => {
    const { clock, asked, live, open } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }));
    await clock.advanceBy(60);
    await live.stop();
    open();
    await clock.advanceTo(Date.parse('2026-11-20T09:00:00Z') / 1000);
    expect(asked).toEqual(['2026-11-18T09:00:00', '2026-11-19T03:30:00', '2026-11-20T03:30:00']);
  });

  it.each<[string, { status: number; body: string; retryAfter?: string }, string, string[]]>([
    ['a failure', { status: 500, body: '' }, 'failed answers 500', ['09:00:00', '10:00:00']],
    [
      'a wish to be left alone',
      { status: 429, body: '', retryAfter: '9000' },
      'failed answers 429',
      ['09:00:00', '11:30:00'],
    ],
    ['nothing', { status: 404, body: '' }, 'nothing', ['09:00:00', '10:00:00']],
    ['a web page', { status: 200, body: '<html>' }, 'unusable its answer is no JSON', ['09:00:00', '10:00:00']],
  ])('is asked for twice a day at the most: %s leaves the catalogue’s figure', async (_, answer, said, times) => {
    const { clock, asked, news } = house('2026-11-18T09:00:00Z', () => answer);
    await clock.advanceTo(Date.parse('2026-11-19T03:00:00Z') / 1000);
    expect(asked.map((time) => time.slice(11))).toEqual(times);
    expect(news).toEqual([said, said]);
    expect((await service(clock)('2026-11-19T17:00:00+01:00')).grid).toBe(BEFORE);
    expect(existsSync(join(dir, FILE))).toBe(false);
  });

  // Promise P-082 operate/live: charges from a feed hold at most a month ahead, then the catalogue's
  it('stays where the feed is away, for a month and no longer', async () => {
    let body = told;
    const { clock } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body }));
    await clock.advanceBy(1);
    body = '<html>';
    await clock.jumpTo(Date.parse('2026-12-19T11:00:00Z') / 1000);
    expect((await service(clock)('2026-12-19T17:00:00+01:00')).grid).toBe(62.2);
    expect((await service(clock)('2026-12-20T17:00:00+01:00')).grid).toBe(107.7573);
  });

  it.each([
    ['half of it', (text: string) => text.slice(0, 200)],
    ['another form', () => '{"figures":{"dk-radius-c":[]}}'],
    ['a price beyond all', (text: string) => text.replace('0.5', '1e9')],
  ])('counts for nothing where its file holds %s', async (_, spoilt) => {
    const { clock } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }));
    await clock.advanceBy(1);
    const file = join(dir, FILE);
    writeFileSync(file, spoilt(readFileSync(file, 'utf8')));
    expect((await service(clock)('2026-11-18T17:00:00+01:00')).grid).toBe(BEFORE);
  });

  it('that cannot be kept is news', async () => {
    mkdirSync(join(dir, FILE, 'full'), { recursive: true });
    const { clock, news } = house('2026-11-18T09:00:00Z', () => ({ status: 200, body: told }));
    await clock.advanceBy(1);
    expect(news[0]).toMatch(/^failed /);
  });
});
