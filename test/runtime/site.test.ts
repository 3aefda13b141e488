import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemandPatch } from '../../src/messages/demand.ts';
import type { PlanPayload } from '../../src/messages/plan.ts';
import { createSite } from '../../src/runtime/site.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mosquitto.ts';
import { seriesMessageOf } from '../support/series-message.ts';
import { type Subscriber, subscribe } from '../support/subscriber.ts';

const now = Date.parse('2026-01-15T08:00:00Z') / 1000;
const car = { id: 'c', name: 'Car' };
const prices = { id: 'p', name: 'Prices' };

const plan: PlanPayload = {
  device: 'Car',
  runs: [],
  start: null,
  end: null,
  cost: null,
  energyKwh: 0,
  averagePrice: null,
  baselineCost: null,
  saving: null,
  complete: false,
  provisional: false,
  overrun: false,
  shortMinutes: 0,
  reason: 'no-prices',
  next: null,
};

const demand: DemandPatch = { enabled: true, minutes: 90 };

const series = seriesMessageOf({
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
    expect(site.claim('price', 'price', prices)).toBeUndefined();
    expect(site.claim('price', 'price', car)).toBeUndefined();
    site.publishPrices('price', series);
    site.publishWindow('car', { on: true, plan, demand });
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
    expect(site.claim('window', 'car', car)).toBeUndefined();
    expect(site.claim('window', 'car', prices)).toBe('Car');
    expect(site.claim('price', 'car', prices)).toBeUndefined();
    site.release('window', 'car', prices, { removed: true });
    expect(site.claim('window', 'car', prices)).toBe('Car');
    site.release('window', 'car', car, { removed: false });
    expect(site.claim('window', 'car', prices)).toBeUndefined();
    for (const [kind, slug] of [
      ['window', 'car'],
      ['price', 'car'],
    ] as const) {
      site.release(kind, slug, prices, { removed: false });
    }
    await site.stop({ removed: true });
  });

  it('publishes a device, and clears it when its node is removed', async () => {
    const { site, clock, said } = await started('dayahead/device');
    site.claim('window', 'car', car);
    site.publishWindow('car', { on: true, plan, demand });
    await said('window/car/state', 'ON');
    await clock.advanceBy(1);
    site.publishWindow('car', { on: false, plan, demand });
    await said('window/car/state', 'OFF');
    await clock.advanceBy(1);
    site.release('window', 'car', car, { removed: true });
    await said('window/car/state', '');
    await said('window/car/plan', '');
    await said('window/car/minutes', '');
    await site.stop({ removed: true });
  });

  it('publishes prices with what is wrong, and clears them with their export prices', async () => {
    const { site, clock, said } = await started('dayahead/prices');
    site.claim('price', 'price-b', prices);
    site.publishPrices('price-b', { ...series, feedin: series.prices }, undefined, 'network');
    await said('price-b/availability', 'offline');
    await subscriber.settled();
    const meta = subscriber.payloads('dayahead/prices/meta').at(-1) ?? '{}';
    expect(JSON.parse(meta)).toMatchObject({ problem: 'ON', reason: 'network' });
    expect(subscriber.payloads('dayahead/prices/feedin-b/series').at(-1)).toContain('"value":0.23');
    await clock.advanceBy(1);
    site.release('price', 'price-b', prices, { removed: true });
    await said('price-b/series', '');
    await said('feedin-b/series', '');
    await site.stop({ removed: true });
  });

  it('stops after its nodes, so that what they clear is still heard', async () => {
    const { site, clock, said } = await started('dayahead/order');
    site.claim('window', 'car', car);
    site.publishWindow('car', { on: true, plan, demand });
    await said('window/car/state', 'ON');
    const stopped = site.stop({ removed: false });
    await clock.advanceBy(1);
    await subscriber.settled();
    site.release('window', 'car', car, { removed: true });
    await stopped;
    await said('window/car/state', '');
    expect(subscriber.payloads('dayahead/order/status').at(-1)).toBe('online');
  });

  it('does not wait for ever for a node that gives nothing back', async () => {
    const { site, clock, said } = await started('dayahead/patience');
    site.claim('window', 'car', car);
    await said('status', 'online');
    const stopped = site.stop({ removed: true });
    await clock.advanceBy(3);
    await stopped;
    await said('status', '');
  });
});
