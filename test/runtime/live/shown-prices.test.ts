import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays } from '../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';
import { metaTopic, type PriceView } from '../../../src/mqtt/house/meta-topic.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import type { LiveMeans } from '../../../src/runtime/live/shared-live.ts';
import { openPriceSeries, type SeriesState } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { isTrial } from '../../support/cases.ts';
import { feedAnswer } from '../../support/feeds/feed-answers.ts';
import { manualClock } from '../../support/manual-clock.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const HOUR = 3600;
/** The clock change and the week are in both. */
const [START, END] = isTrial
  ? [at('2025-10-01T08:00:00Z'), at('2026-10-01T08:00:00Z')]
  : [at('2026-03-11T08:00:00Z'), at('2026-04-02T08:00:00Z')];
const DOWN = [at('2026-03-18T00:00:00Z'), at('2026-03-25T09:00:00Z')] as const;
/** Euro per MWh: another in each quarter hour of ten days. */
const priceAt = (_zone: string, start: number) => Math.round((start / 900) % 960) / 10;
/** Euro per kWh, as an hour of it is shown. */
const hourAt = (start: number) =>
  [0, 1, 2, 3].reduce((sum, i) => sum + Number((priceAt('', start + i * 900) / 1000).toFixed(5)), 0) / 4;

type SharedLive = NonNullable<ReturnType<LiveMeans['running']['get']>>;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'live-year-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function* chunks(text: string) {
  yield Buffer.from(text);
}

// Promise P-084 operate/live: with two sources down for a week no price is shown but of its interval
it('with two sources down for a week a node shows no price but of its interval, and every one when they are back', async () => {
  const clock = manualClock(START);
  const asked: number[] = [];
  const listeners: SharedLive['listeners'] = new Set();
  const prices = livePrices({
    zones: [],
    dir: join(dir, 'prices'),
    clock,
    random: () => 0.5,
    version: '9.9.9',
    chosen: new Map(['energy-charts', 'energi-data-service'].map((name) => [name, undefined])),
    async fetch(address, { body }) {
      asked.push(clock.now());
      const isDown = clock.now() >= DOWN[0] && clock.now() < DOWN[1];
      const until = deliveryDay(deliveryDate(clock.now() + 11 * HOUR + 120)).end;
      const answer = isDown ? { status: 500, body: '' } : feedAnswer(new URL(address), { priceAt, until }, body);
      return { status: answer.status, headers: { get: () => null }, body: chunks(answer.body) };
    },
    onNews: (news) => {
      for (const listener of listeners) listener(news);
    },
  });
  prices.start();
  const site = await createSite({
    clock,
    service: { kind: 'embedded', live: { sources: '' } },
    live: { folder: dir, running: new Map([[JSON.stringify(['', undefined]), { prices, listeners }]]) },
  });
  let view: PriceView = { series: undefined };
  let state: SeriesState | undefined;
  const hours = new Set<number>();
  const wrong: unknown[] = [];
  const check = (start: number, shown: number) => {
    if (Math.abs(shown - hourAt(start)) > 1e-6) wrong.push([start, shown]);
  };
  const series = await openPriceSeries({
    site: {
      ...site,
      publishPrices: (_prefix, series, _now, problem, nextTry) => {
        view = {
          series,
          problem,
          ...(nextTry !== undefined && { nextTry: { at: nextTry, timeZone: 'Europe/Berlin' } }),
        };
      },
    },
    config: {
      country: 'DE',
      consumption: { id: 'de-exchange-de-lu' },
      resolution: HOUR,
      includeFees: false,
      includeVat: false,
    },
    demo: false,
    topic: 'Prices',
    owner: { id: 'node', name: 'Prices' },
    keeping: {},
    onUpdate({ news, state: next }) {
      state = next ?? state;
      for (const point of news?.series?.prices ?? []) check(point.start, point.total);
      const { now } = news ?? {};
      if (!now) return;
      if (now.start > clock.now() || clock.now() >= now.end) wrong.push(now);
      check(now.start, now.now);
      hours.add(now.start);
    },
    onTrouble: () => undefined,
  });
  const meta = () => JSON.parse(metaTopic([view]).payload);

  await clock.advanceTo(START + HOUR);
  expect(state?.prices?.series.forecast?.length).toBe(8 * 24);
  await clock.advanceTo(DOWN[0] + 14 * HOUR);
  expect([state?.prices?.now?.start, meta().reason]).toEqual([clock.now(), 'source']);
  await clock.advanceTo(DOWN[1] - 1);
  expect([state?.prices?.now, meta().reason, meta().covers_until]).toEqual([
    undefined,
    'source',
    '2026-03-19T00:00:00+01:00',
  ]);
  expect(at(meta().next_poll) - clock.now()).toBeLessThanOrEqual(HOUR);
  await clock.advanceTo(END);
  expect(wrong).toEqual([]);
  expect([state?.prices?.now?.start, meta().reason]).toEqual([END, null]);
  const all = Array.from({ length: (END - START) / HOUR + 1 }, (_, i) => START + i * HOUR);
  const dark = all.filter((start) => !hours.has(start));
  expect([dark[0], dark.at(-1), dark.length]).toEqual([at('2026-03-18T23:00:00Z'), at('2026-03-25T08:00:00Z'), 154]);

  const days = [...(prices.get('DE-LU')?.days.values() ?? [])];
  expect(days.map(({ date }) => date)).toEqual(days.map((_, i) => addDays(deliveryDate(START), i - 14)));
  expect(days.length).toBe((END - START) / 86_400 + 15);
  for (const { date, prices, count } of days) {
    const { start, end } = deliveryDay(date);
    expect(count).toBe((end - start) / 900);
    expect(prices).toEqual(prices.map((_, i) => Number((priceAt('', start + i * 900) / 1000).toFixed(5))));
  }
  const perDay = new Map<string, number>();
  for (const time of asked.filter((time) => time < DOWN[0] || time > DOWN[1] + 86_400))
    perDay.set(deliveryDate(time), (perDay.get(deliveryDate(time)) ?? 0) + 1);
  expect(Math.max(...perDay.values())).toBeLessThanOrEqual(6);
  await series.stop({ removed: false });
  await site.stop({ removed: false });
});
