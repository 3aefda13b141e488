import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PRICE_SOURCE } from '../../../src/api/price-source.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import { createService } from '../../../src/service/service.ts';
import { feedAnswer } from '../../support/feeds/feed-answers.ts';
import { pvpcDay, vseDay } from '../../support/feeds/published-series.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { minorAt } from '../../support/service/shipped-service.ts';

const NOON = '2026-04-15T12:00:00+02:00';
const now = Date.parse(NOON) / 1000;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'published-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function* chunks(text: string) {
  yield Buffer.from(text);
}
const fetch: FeedFetch = async (address) => {
  const url = new URL(address);
  const answer = (body: string) => ({ status: 200, headers: { get: () => null }, body: chunks(body) });
  const date = url.searchParams.get('date') ?? '';
  if (url.host === 'api.esios.ree.es') return answer(date <= '2026-04-15' ? pvpcDay(date, 24) : '{"message":"none"}');
  if (url.host === 'api.tariffs.ekz.ch') return answer(vseDay('2026-04-15'));
  return answer(feedAnswer(url, { priceAt: () => 0, until: now }).body);
};

it.each<[string, string, string, string, Record<string, number>]>([
  // 220.25 EUR/MWh are energy, 9.7553 ct of them tolls; the tax of 0.5 % and VAT of 10 % of that spring come on top.
  ['PVPC', 'pvpc', 'es', 'es-pvpc', { energy: 12.2697, grid: 9.7553, fees: 0.110125, vat: 2.213512, total: 24.348637 }],
  // 24.8 Rp are energy, network and levies; a file has a hundredth of a euro per MWh.
  [
    'CH-EKZ',
    'vse-ekz',
    'ch',
    'ch-ekz-dynamic',
    { energy: 14.27044, grid: 8.23, fees: 2.3, vat: 2.008836, total: 26.809276 },
  ],
])(
  '%s is in the price of its tariff, together with what is in it and without what is not',
  async (zone, feed, country, tariff, components) => {
    const clock = manualClock(now);
    const live = livePrices({
      ...{ zones: [zone], dir, clock, random: () => 0.5, version: '9.9.9', fetch },
      chosen: new Map([feed, 'ecb'].map((name) => [name, undefined])),
      onNews: () => {},
    });
    live.start();
    await clock.advanceBy(120);
    await live.stop();
    const service = createService({ live: { dir, prices: live, sources: () => [] }, now: () => now });
    const headers = { authorization: `Bearer ${service.tokens.production}` };
    const query = `/v2/${country}/dayahead?consumption_tariff=${tariff}&include=fees,vat&resolution=900`;
    const answer = await service.fetch(new Request(`http://x${query}`, { headers }));
    expect(answer.headers.get(PRICE_SOURCE)).toBe(`live; feed=${feed}`);
    const body = await answer.json();
    expect(minorAt(body, NOON)).toEqual(components);
    // Published in the evening: until then nothing is late.
    const due = new Date(body.next * 1000).toISOString().slice(11, 13);
    expect(due).toBe(zone === 'PVPC' ? '18' : '16');
  },
);

it('such a tariff is not there where prices are a replay', async () => {
  const service = createService({ now: () => now });
  const headers = { authorization: `Bearer ${service.tokens.production}` };
  const answer = await service.fetch(new Request('http://x/v2/es/dayahead?consumption_tariff=es-pvpc', { headers }));
  const message = 'consumption_tariff: the tariff "es-pvpc" does not exist';
  expect([answer.status, await answer.json()]).toEqual([400, { statusCode: 400, message }]);
});
