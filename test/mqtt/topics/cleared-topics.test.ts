import { describe, expect, it } from 'vitest';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { CurrentPrice } from '../../../src/messages/series.ts';
import { siteAnnouncement } from '../../../src/mqtt/discovery/site-entities.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import type { Publication } from '../../../src/mqtt/topics.ts';
import { windowTopics } from '../../../src/mqtt/window-topics.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const known = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-15T23:00:00Z',
  resolution: 3600,
  total: (hour) => hour,
});
const series = {
  ...known,
  feedin: known.prices,
  forecast: [{ start: NOON + 86_400, end: NOON + 90_000, total: 1, low: 0, high: 2 }],
};
const now: CurrentPrice = {
  ...{ now: 1, next: 2, start: NOON, end: NOON + 3600, rank: 1, slots: 24, level: 'CHEAP' },
  ...{ min: 1, max: 2, average: 1.5, currency: 'EUR', unit: 'EUR/kWh', timeZone: 'Europe/Berlin' },
};
const namesOf = (topics: readonly Publication[]) => topics.map(({ topic }) => topic).toSorted();
const filledIn = (topics: readonly Publication[]) => namesOf(topics.filter(({ payload }) => payload !== ''));

describe.each(['price', 'price-garage'])('the topics below %s', (prefix) => {
  const said = priceTopics(series, now, NOON, prefix);

  it('are all filled in where everything is known', () => {
    expect(filledIn(said)).toEqual(namesOf(said));
  });

  it('are all cleared where nothing is known, but for those that say so', () => {
    const cleared = priceTopics(undefined, undefined, NOON, prefix);
    expect(namesOf(cleared)).toEqual(namesOf(said));
    expect(filledIn(cleared)).toEqual([`${prefix}/availability`, `${prefix}/state`]);
    expect(cleared.find(({ topic }) => topic === `${prefix}/availability`)?.payload).toBe('offline');
  });

  it('are the same where the present interval is not known, and say nothing of now', () => {
    const stale = priceTopics(series, undefined, NOON, prefix);
    expect(namesOf(stale)).toEqual(namesOf(said));
    const cleared = stale.filter(({ payload }) => payload === '');
    expect(namesOf(cleared)).toEqual(
      ['level', 'next', 'now', 'rank', 'valid_until'].map((name) => `${prefix}/${name}`),
    );
  });

  it('are the same without exports and without expected prices, which are cleared', () => {
    const some = priceTopics(known, now, NOON, prefix);
    expect(namesOf(some)).toEqual(namesOf(said));
    const feedin = prefix.replace('price', 'feedin');
    const empty = [...['ha_list', 'next', 'now', 'series'].map((name) => `${feedin}/${name}`), `${prefix}/forecast`];
    expect(namesOf(some.filter(({ payload }) => payload === ''))).toEqual(empty.toSorted());
  });

  it('are all that Home Assistant is sent to', () => {
    const at = { discoveryPrefix: 'homeassistant', site: 'home', root: 'dayahead/home', id: 'site' };
    const { entities } = siteAnnouncement(at, 'Home', [{ id: 'prices', prefix, series }]);
    const named = JSON.stringify(entities).match(/"dayahead\/home\/(price|feedin)[^"]*"/g) ?? [];
    const topics = new Set(said.map(({ topic }) => `"dayahead/home/${topic}"`));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((topic) => !topics.has(topic))).toEqual([]);
  });
});

it('the topics of a device are the same with a plan and an account as without, which are cleared', () => {
  const sums = { since: NOON, energyKwh: 4, pricedKwh: 4, cost: 0.4, saved: 0.8 };
  const account = { currency: 'EUR', timeZone: 'Europe/Berlin', day: sums, month: sums, total: sums, bill: sums };
  const plan = { ...nothingPlanned, start: NOON, end: NOON + 3600, cost: 1 };
  const demand: DemandPatch = {
    ...{
      energyKwh: 1,
      minutes: 2,
      readyBy: '07:00',
      enabled: true,
      override: 'on',
      overrideUntil: '2026-01-15T12:00Z',
    },
    ...{ maxPrice: 3, soc: 4, targetSoc: 5, connected: true, measuredKw: 6, measuredKwh: 7 },
  };
  const full = windowTopics('car', { on: true, plan, demand, account }, NOON);
  expect(filledIn(full)).toEqual(namesOf(full));
  const bare = windowTopics('car', { on: false, plan: nothingPlanned, demand: {} }, NOON);
  expect(namesOf(bare)).toEqual(namesOf(full));
  expect(filledIn(bare)).toEqual(['window/car/ha_plan', 'window/car/plan', 'window/car/state']);
});
