import { afterEach, expect, it } from 'vitest';
import { startBroker } from '../../../scripts/demo/broker.mts';
import type { CurrentPrice } from '../../../src/messages/series.ts';
import { openPriceSeries } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { eventually } from '../../support/eventually.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';
import { rawServer } from '../../support/service/raw-server.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const DAY = 86_400;
const HOME = 'dayahead/home';
const owner = { id: 'p', name: 'Prices' };
const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-15T23:00:00Z',
  resolution: 3600,
  total: (hour) => hour / 100,
});

const current: CurrentPrice = {
  now: 0.12,
  next: 0.13,
  start: NOON,
  end: NOON + 3600,
  rank: 13,
  slots: 24,
  level: 'NORMAL',
  min: 0,
  max: 0.23,
  average: 0.115,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

// Promise P-032 integrate/mqtt: after days off no old value is published as current
// Promise P-711 integrate/recipes/*: no old value is published as current on 3.1.1
it.each([
  ['3.1.1', 4, () => startBroker(0)],
  ['MQTT 5', 5, () => startMosquitto()],
] as const)(
  'after three days off, with a service that never answers, nothing old is said to be current on %s',
  async (_, version, startIt) => {
    const { url, stop } = await startIt();
    cleanups.push(stop);
    const mute = await rawServer(() => undefined);
    cleanups.push(mute.stop);
    let kept: string | undefined;
    const context = {
      name: 'the place',
      read: async () => kept,
      remove: async () => undefined,
      write: async (text: string) => {
        kept = text;
      },
    };
    const siteAt = (now: number) =>
      createSite({
        clock: manualClock(now),
        broker: { url, clientId: 'home' },
        service: { kind: 'remote', url: mute.url, token: 'secret' },
        topics: { context },
      });
    const heard = await subscribe(url, version);
    cleanups.push(heard.close);

    const before = await siteAt(NOON);
    before.start();
    before.takeTopic('price', 'price', owner);
    before.publishPrices('price', series, current);
    await heard.until(`${HOME}/price/availability`, 'online');
    before.releaseTopic('price', 'price', owner, { removed: false });
    await before.stop({ removed: false });
    await heard.settled();
    const old = heard.received.length;

    const site = await siteAt(NOON + 3 * DAY);
    site.start();
    const node = await openPriceSeries({
      site,
      config: { country: 'DE', consumption: { id: 'SPOT' } },
      demo: false,
      topic: 'prices',
      owner,
      keeping: {},
      onUpdate: () => undefined,
      onTrouble: () => undefined,
    });
    cleanups.push(async () => {
      await node.stop({ removed: false });
      await site.stop({ removed: false });
    });
    const vouching = () =>
      heard.received
        .slice(old)
        .map(({ topic, payload }) => `${topic.slice(HOME.length + 1)}=${payload}`)
        .filter((text) => /^(status|price\/availability)/.test(text));
    await eventually(() => expect(vouching()).toEqual(['price/availability=offline', 'status=online']));
    expect(heard.shown()).not.toHaveProperty([`${HOME}/price/now`]);
  },
);
