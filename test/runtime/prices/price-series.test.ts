import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import type { DailyClient } from '../../../src/runtime/polling/once-a-day.ts';
import { sharedPollers } from '../../../src/runtime/polling/shared-pollers.ts';
import type { KnownPrices } from '../../../src/runtime/prices/from-answer.ts';
import { openPriceSeries, type SeriesState } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { manualClock } from '../../support/manual-clock.ts';

const HOUR = 3600;
const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const config = { country: 'DE', consumption: { id: 'de-example-spot-15min' } };

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'price-series-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Node-RED from a start to a stop, with a service that answers or not. */
async function session(clock: ReturnType<typeof manualClock>, online: boolean, removed = false) {
  const embedded = await createSite({ clock });
  const real = await embedded.client();
  let asked = 0;
  let learned = 0;
  const offline = async () => {
    learned++;
    throw new Error('no route');
  };
  const client: Client = {
    ...real,
    ...(!online && { attribution: offline, countryStatistics: offline }),
    dayAhead(question) {
      asked++;
      return online ? real.dayAhead(question) : offline();
    },
  };
  const site = {
    ...embedded,
    client: async () => client,
    follow: sharedPollers({ client, clock, random: () => 0 }).follow,
  };
  const states: SeriesState[] = [];
  const news: Partial<KnownPrices>[] = [];
  const series = await openPriceSeries({
    site,
    config,
    keeping: { file: join(directory, 'node.json') },
    demo: false,
    topic: 'Prices',
    owner: { id: 'node', name: 'Prices' },
    onUpdate(update) {
      if (update.news) news.push(update.news);
      if (update.state) states.push(update.state);
    },
    onTrouble: () => {},
  });
  return {
    states,
    news,
    asked: () => asked,
    /** Requests for notices and statistics that failed. */
    learned: () => learned,
    input: (payload: object, topic: string) => series.input(payload, topic),
    async stop() {
      await series.stop({ removed });
      await site.stop({ removed: false });
    },
  };
}

// Promise P-504 operate/reactions: selections of inputs hold over a restart until `{reset: true}`
it('prices the selections of inputs again after a restart, at once and without the service, until it is told to forget them', async () => {
  const clock = manualClock(NOON);
  const first = await session(clock, true);
  await first.input({ consumption: { id: 'de-example-fixed' } }, 'Prices');
  await first.input({ country: 'DK', consumption: { id: 'dk-example-fixed' } }, 'Other');
  await first.stop();

  const tariffs = ({ news }: typeof first) => news.map(({ series }) => series?.tariff.consumption?.id);
  const second = await session(clock, false);
  expect(tariffs(second)).toEqual(['de-example-fixed', 'dk-example-fixed']);
  expect(second.asked()).toBe(0);
  expect((await second.input({ reset: true }, 'Prices')).series?.tariff.consumption?.id).toBe('de-example-spot-15min');
  await second.stop();

  const third = await session(clock, false, true);
  expect(tariffs(third)).toEqual(['de-example-spot-15min']);
  await third.stop();
  expect(clock.alarms()).toEqual([]);
});

// Promise P-501 operate/reactions: a restart shows the last prices at once and requests new ones when that is due
it('shows its prices at once after a restart, asks nothing before it is due, and forgets them when it is removed', async () => {
  const clock = manualClock(NOON);
  const first = await session(clock, true);
  await clock.advanceBy(60);
  const { prices } = first.states.at(-1) ?? {};
  expect(prices?.series.stale).toBe(false);
  await first.stop();

  const second = await session(clock, false);
  expect(second.news).toEqual([prices]);
  await clock.advanceBy(60);
  expect([second.asked(), second.learned()]).toEqual([0, 0]);
  await clock.advanceBy(3 * HOUR);
  expect(second.asked()).toBeGreaterThan(0);
  expect(second.states.at(-1)).toMatchObject({
    problem: { message: 'no route' },
    prices: { series: { stale: false } },
  });
  await second.stop();

  const third = await session(clock, false, true);
  expect(third.news).toHaveLength(1);
  await third.stop();

  const fourth = await session(clock, false);
  expect(fourth.news).toEqual([]);
  await fourth.stop();
  expect(clock.alarms()).toEqual([]);
});

it.each([
  ['while it runs', false, 2],
  ['not after it has stopped', true, 1],
])('keeps what it learns of past days %s', async (_, hasStopped, kept) => {
  const clock = manualClock(NOON);
  const embedded = await createSite({ clock });
  const real = await embedded.client();
  const held = new EventEmitter();
  const origin = { kind: 'live', feed: 'smard' } as const;
  const client: DailyClient = {
    ...real,
    dayAhead: async (question) => ({ ...(await real.dayAhead(question)), origin }),
    openPast: () => async (question, at) => {
      if (at < NOON - 2 * 86_400) throw new Error('no price is published yet');
      const answer = await real.dayAhead({ ...question, historicDays: 3 });
      held.emit('asked');
      await once(held, 'answered');
      return { ...answer, origin };
    },
  };
  const written: string[] = [];
  const context = {
    name: 'a context store',
    read: async () => undefined,
    write: async (text: string) => void written.push(text),
    remove: async () => undefined,
  };
  const series = await openPriceSeries({
    site: { ...embedded, client: async () => client, follow: sharedPollers({ client, clock, random: () => 0 }).follow },
    ...{ config, keeping: {}, past: { context }, demo: false, topic: 'Prices' },
    owner: { id: 'node', name: 'Prices' },
    onUpdate: () => {},
    onTrouble: () => {},
  });
  await Promise.all([once(held, 'asked'), series.input(undefined, undefined)]);
  if (hasStopped) await series.stop({ removed: false });
  held.emit('answered');
  if (hasStopped) await clock.advanceBy(0);
  else await vi.waitFor(() => expect(written).toHaveLength(kept));
  await embedded.stop({ removed: false });
  expect(written).toHaveLength(kept);
  if (!hasStopped) await series.stop({ removed: false });
});
