import { afterEach, expect, it } from 'vitest';
import { startBroker } from '../../../scripts/demo/broker.mts';
import { openPriceSeries } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';

const MIDNIGHT = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const hour = (index: number) => new Date((MIDNIGHT + index * 3600) * 1000).toISOString();
const HOME = 'dayahead/home';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it('prices that came with a message are published with their parts and their origin, and taken back after the last of them', async () => {
  const { url, stop } = await startBroker(0);
  const heard = await subscribe(url, 4);
  const clock = manualClock(MIDNIGHT + 22.5 * 3600);
  const site = await createSite({ clock, broker: { url, clientId: 'home' } });
  site.start();
  const node = await openPriceSeries({
    site,
    config: { country: 'DE' },
    demo: false,
    topic: 'prices',
    owner: { id: 'p', name: 'Prices' },
    keeping: {},
    onUpdate: () => undefined,
    onTrouble: () => undefined,
  });
  cleanups.push(
    stop,
    heard.close,
    () => site.stop({ removed: false }),
    () => node.stop({ removed: false }),
  );
  const shown = (topic: string) => heard.shown()[`${HOME}/${topic}`];
  const read = (topic: string) => JSON.parse(shown(topic) ?? 'null');

  const today = Array.from({ length: 24 }, (_, i) => ({
    startsAt: hour(i),
    total: 0.2 + i / 100,
    energy: 0.05,
    currency: 'EUR',
  }));
  await node.input({ today, tomorrow: [] }, 'whatever');
  await eventually(async () => {
    await clock.advanceBy(1);
    expect(shown('price/availability')).toBe('online');
  });
  expect([shown('price/now'), shown('price/next'), shown('price/rank')]).toEqual(['0.42', '0.43', '23']);
  expect(read('price/components')[22]).toEqual({
    start: '2026-01-15T21:00:00Z',
    end: '2026-01-15T22:00:00Z',
    energy: 0.05,
    fees: 0.37,
    total: 0.42,
  });
  expect(read('price/stats').today).toMatchObject({ min: 0.2, max: 0.43, slots: 24 });
  expect(read('meta').source).toMatchObject({ kind: 'external', feed: 'tibber' });

  await clock.advanceBy(1.5 * 3600);
  await eventually(async () => {
    await clock.advanceBy(1);
    expect(shown('price/availability')).toBe('offline');
  });
  await heard.settled();
  expect(shown('price/now')).toBeUndefined();
});
