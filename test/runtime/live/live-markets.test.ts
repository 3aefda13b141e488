import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DayAheadBody } from '../../../src/api/bodies.ts';
import { PRICE_SOURCE } from '../../../src/api/price-source.ts';
import { deliveryDay } from '../../../src/core/window.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { tradedPrices } from '../../../src/feeds/zones.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import { exchangeId } from '../../../src/service/contracts/exchange.ts';
import type { Service } from '../../../src/service/in-process.ts';
import { createService } from '../../../src/service/service.ts';
import { feedAnswer } from '../../support/feeds/feed-answers.ts';
import { isLive, keyless, type LiveMarket, liveMarkets } from '../../support/feeds/live-markets.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { minorAt } from '../../support/service/shipped-service.ts';

const NOON = '2026-04-15T12:00:00+02:00';
const now = Date.parse(NOON) / 1000;
/** Euro per MWh: 54.00 at noon on that day, another price in each quarter hour of a week. */
const priceAt = (_zone: string, start: number) => 54 + ((start - now) / 900) * 0.05;
const world = { priceAt, until: deliveryDay('2026-04-15').end };

async function* chunks(text: string) {
  yield Buffer.from(text);
}
let dir = '';
let service: Service;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'live-markets-'));
  const answering: FeedFetch = async (address, { body }) => {
    const answer = feedAnswer(new URL(address), world, body);
    return { status: answer.status, headers: { get: () => null }, body: chunks(answer.body) };
  };
  const clock = manualClock(now);
  const prices = livePrices({
    zones: liveMarkets.filter(isLive).flatMap(({ zones }) => zones),
    dir: join(dir, 'live'),
    clock,
    random: () => 0.5,
    version: '9.9.9',
    chosen: new Map([...keyless.map(({ name }) => name), 'ecb'].map((name) => [name, undefined])),
    fetch: answering,
    onNews: () => {},
  });
  prices.start();
  await clock.advanceBy(900);
  await prices.stop();
  const live = { dir: join(dir, 'live'), prices, exchange: tradedPrices, sources: () => [] };
  service = createService({ live, now: () => now });
});
afterAll(() => rmSync(dir, { recursive: true }));

async function ask({ country, book }: LiveMarket, zone: string) {
  const grid = [...book.tariffs.values()].find(
    ({ sector, household, versions }) => sector === 'grid' && household && versions[0].price.kind !== 'registers',
  );
  const network = grid && book.network === 'operator' ? `&grid_tariff=${grid.id}` : '';
  const query = `consumption_tariff=${exchangeId(country)}-${zone.toLowerCase()}&include=fees,vat&resolution=3600${network}`;
  const headers = { authorization: `Bearer ${service.tokens.production}` };
  const answer = await service.fetch(new Request(`http://x/v2/${country}/dayahead?${query}`, { headers }));
  return { source: answer.headers.get(PRICE_SOURCE), body: (await answer.json()) as DayAheadBody };
}

/** In hundredths of the currency per kWh: the exchange price is the mean of the hour, 54.075 EUR/MWh, at the day's rate. */
const prices: [string, string, Record<string, number>][] = [
  ['AT', 'live; feed=energy-charts', { energy: 5.4075, grid: 8.46, fees: 0.72, vat: 2.9175, total: 17.505 }],
  ['BE', 'live; feed=energy-charts', { energy: 5.4075, grid: 5.05027, fees: 4.94072, vat: 0.923909, total: 16.322399 }],
  ['CH', 'live; feed=energy-charts', { energy: 4.9749, grid: 11.25, fees: 2.3, vat: 1.500517, total: 20.025417 }],
  [
    'CZ',
    'live; feed=energy-charts',
    { energy: 132.48375, grid: 201.895, fees: 2.83, vat: 70.813838, total: 408.022587 },
  ],
  ['DE', 'live; feed=energy-charts', { energy: 5.4075, grid: 7.46, fees: 6.316, vat: 3.644865, total: 22.828365 }],
  ['DK', 'live; feed=energy-charts', { energy: 40.33995, grid: 20.8, fees: 0.8, vat: 15.484987, total: 77.424937 }],
  ['EE', 'live; feed=energy-charts', { energy: 5.4075, grid: 7.72, fees: 2.181, vat: 3.67404, total: 18.98254 }],
  ['ES', 'live; feed=energy-charts', { energy: 5.4075, grid: 9.7553, fees: 0.1, vat: 1.52628, total: 16.78908 }],
  ['FI', 'live; feed=energy-charts', { energy: 5.4075, grid: 3.537849, fees: 2.325, vat: 2.873939, total: 14.144288 }],
  ['FR', 'live; feed=energy-charts', { energy: 5.4075, grid: 4.84, fees: 3.085, vat: 2.6665, total: 15.999 }],
  ['GB', 'live; feed=octopus; examples=grid', { energy: 2.204875, grid: 3.2, vat: 0.270244, total: 5.675119 }],
  [
    'GR',
    'live; feed=energy-charts; examples=grid,fees',
    { energy: 5.4075, grid: 2.5, fees: 0.69, vat: 0.51585, total: 9.11335 },
  ],
  ['HU', 'live; feed=energy-charts', { energy: 2054.85, grid: 2340, vat: 1186.6095, total: 5581.4595 }],
  ['IT', 'live; feed=energy-charts', { energy: 5.4075, grid: 1.473, fees: 5.2995, vat: 1.218, total: 13.398 }],
  ['LT', 'live; feed=energy-charts', { energy: 5.4075, grid: 9.2, fees: -0.044, vat: 3.058335, total: 17.621835 }],
  ['NL', 'live; feed=energy-charts', { energy: 5.4075, grid: 0, fees: 9.161, vat: 3.059385, total: 17.627885 }],
  ['NO', 'live; feed=energy-charts', { energy: 63.26775, grid: 13.1, fees: 7.13, vat: 20.874438, total: 104.372188 }],
  ['PL', 'live; feed=energy-charts', { energy: 22.981875, grid: 27.96, fees: 1.53, vat: 12.068531, total: 64.540406 }],
  ['PT', 'live; feed=energy-charts', { energy: 5.4075, grid: 6.07, fees: 0.1, vat: 0.69465, total: 12.27215 }],
  ['SE', 'live; feed=energy-charts', { energy: 58.94175, grid: 35.6, fees: 36, vat: 32.635437, total: 163.177187 }],
  [
    'SI',
    'live; feed=energy-charts; expired=fees:2024-12-31',
    { energy: 5.4075, grid: 1.998, fees: 0.246, vat: 1.68333, total: 9.33483 },
  ],
];

it.each(prices)('%s has a price %s with all that its catalogue has', async (country, origin, components) => {
  const market = liveMarkets.find((each) => each.country === country);
  if (!market) throw new Error(`no market ${country}`);
  const [zone = '', ...others] = market.zones;
  const { source, body } = await ask(market, zone);
  expect([source, minorAt(body, NOON)]).toEqual([origin, components]);
  for (const other of others) {
    const { source, body } = await ask(market, other);
    expect([other, source, minorAt(body, NOON).energy]).toEqual([
      other,
      expect.stringMatching(/^live; /),
      expect.any(Number),
    ]);
  }
});

it('so has every market that is live', () => {
  expect(prices.map(([country]) => country)).toEqual(liveMarkets.filter(isLive).map(({ country }) => country));
});
