import { describe, expect, it } from 'vitest';
import type { CurrentPrice, KnownSeries } from '../../../src/messages/series.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import type { Publication } from '../../../src/mqtt/topics.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const utc = (time: string) => Date.parse(time) / 1000;

/** A Friday in Berlin by the hour: 0.20 at midnight and a cent more every hour. */
const series: KnownSeries = knownSeriesOf({
  country: 'DE',
  from: '2026-11-19T23:00:00Z',
  until: '2026-11-20T23:00:00Z',
  resolution: 3600,
  total: (hour) => (20 + hour) / 100,
});
const now: CurrentPrice = {
  now: 0.31,
  next: 0.32,
  start: utc('2026-11-20T11:00:00+01:00'),
  end: utc('2026-11-20T12:00:00+01:00'),
  rank: 12,
  slots: 24,
  level: 'NORMAL',
  min: 0.2,
  max: 0.43,
  average: 0.315,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
};
const AT = utc('2026-11-20T10:20:00Z');

const byTopic = (publications: readonly Publication[]) => new Map(publications.map((one) => [one.topic, one]));
const jsonOf = (publications: readonly Publication[], topic: string) =>
  JSON.parse(byTopic(publications).get(topic)?.payload ?? '');

describe('while an interval is known', () => {
  const topics = byTopic(priceTopics(series, now, AT));

  // Promise P-261 integrate/topics: `price/…` until the end of the interval, `price/stats` until local midnight
  it.each([
    ['price/now', '0.31', '2026-11-20T11:00:00Z'],
    ['price/next', '0.32', '2026-11-20T11:00:00Z'],
    ['price/level', 'NORMAL', '2026-11-20T11:00:00Z'],
    ['price/rank', '12', '2026-11-20T11:00:00Z'],
    ['price/valid_until', '1795172400', '2026-11-20T11:00:00Z'],
    [
      'price/state',
      '{"now":0.31,"next":0.32,"start":"2026-11-20T11:00:00+01:00","end":"2026-11-20T12:00:00+01:00",' +
        '"level":"NORMAL","rank":12,"slots":24,"currency":"EUR","unit":"EUR/kWh"}',
      '2026-11-20T11:00:00Z',
    ],
    [
      'price/stats',
      '{"today":{"min":0.2,"max":0.43,"average":0.315,"slots":24},"tomorrow":null}',
      '2026-11-20T23:00:00Z',
    ],
  ])('%s says %s until %s', (topic, payload, until) => {
    expect(topics.get(topic)).toEqual({ topic, payload, expiresAt: utc(until) });
  });

  // Promise P-706 integrate/recipes/*: `price/availability` is `online` only while the price of this moment is known
  it('vouches for the values, after them, for as long as nothing else is said', () => {
    expect(priceTopics(series, now, AT).at(-1)).toEqual({ topic: 'price/availability', payload: 'online' });
  });

  it('clears the next price where it is not known', () => {
    const last = byTopic(priceTopics(series, { ...now, next: null }, AT));
    expect(last.get('price/next')?.payload).toBe('');
    expect(jsonOf([...last.values()], 'price/state').next).toBeNull();
  });

  // Promise P-269 integrate/topics: `feedin/…` where there is such a tariff
  it('clears what is said of exports where there are none', () => {
    expect(['now', 'next', 'series'].map((name) => topics.get(`feedin/${name}`)?.payload)).toEqual(['', '', '']);
  });
});

describe('the series', () => {
  // Promise P-266 integrate/topics: `price/series` until its end
  it('is a list in UTC that lasts as long as it reaches', () => {
    const topic = byTopic(priceTopics(series, now, AT)).get('price/series');
    const list = JSON.parse(topic?.payload ?? '');
    expect(list).toHaveLength(24);
    expect(list[0]).toEqual({ start: '2026-11-19T23:00:00Z', end: '2026-11-20T00:00:00Z', value: 0.2 });
    expect(list[23]).toEqual({ start: '2026-11-20T22:00:00Z', end: '2026-11-20T23:00:00Z', value: 0.43 });
    expect(topic?.expiresAt).toBe(utc('2026-11-20T23:00:00Z'));
  });

  // Promise P-267 integrate/topics: a component that the service did not send is absent
  it('lists the components as they were sent, an absent one absent', () => {
    const [first] = series.prices;
    const some = first && { ...first, energy: 1e-7, vat: 0, total: 0.2 };
    const payload = byTopic(priceTopics({ ...series, prices: some ? [some] : [] }, now, AT)).get('price/components');
    expect(payload?.payload).toBe(
      '[{"start":"2026-11-19T23:00:00Z","end":"2026-11-20T00:00:00Z","energy":0.0000001,"vat":0,"total":0.2}]',
    );
  });

  it.each([
    ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 92],
    ['2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z', 100],
  ])('has from %s to %s %d quarter hours without a gap or an overlap', (from, until, count) => {
    const day = knownSeriesOf({ country: 'DE', from, until, resolution: 900, total: () => 0.3 });
    const list: { start: string; end: string }[] = jsonOf(priceTopics(day, undefined, utc(from)), 'price/series');
    expect(list).toHaveLength(count);
    expect(list.slice(1).map(({ start }) => start)).toEqual(list.slice(0, -1).map(({ end }) => end));
  });
});

describe('exports', () => {
  const feedin = series.prices.map((entry, hour) => ({ ...entry, total: hour / 100 }));

  it.each([
    ['feedin/now', '2026-11-20T00:00:00Z', '0.01', '2026-11-20T01:00:00Z'],
    ['feedin/next', '2026-11-20T00:00:00Z', '0.02', '2026-11-20T01:00:00Z'],
    ['feedin/now', '2026-11-20T22:00:00Z', '0.23', '2026-11-20T23:00:00Z'],
  ])('%s at %s says %j until %s', (topic, at, payload, until) => {
    const said = byTopic(priceTopics({ ...series, feedin }, now, utc(at))).get(topic);
    expect(said).toEqual({ topic, payload, expiresAt: utc(until) });
  });

  it('clear the next price where it is not known', () => {
    const said = byTopic(priceTopics({ ...series, feedin }, now, utc('2026-11-20T22:00:00Z'))).get('feedin/next');
    expect(said).toEqual({ topic: 'feedin/next', payload: '' });
  });

  it('go beside a series that has a name', () => {
    const topics = priceTopics({ ...series, feedin }, now, AT, 'price-garage').map(({ topic }) => topic);
    expect(topics.every((topic) => /^(price|feedin)-garage\//.test(topic))).toBe(true);
    expect(topics).toContain('feedin-garage/now');
  });
});

describe('when no known interval covers the moment', () => {
  // Promise P-262 integrate/topics: `price/availability` is `online` only while the current price is known
  // Promise P-500 operate/reactions: the current price disappears from topics
  // Promise P-707 integrate/recipes/*: `price/availability` is `offline` otherwise, with cleared topics, which are
  //   empty
  it.each([
    ['it is past the last', now, '2026-11-20T23:00:00Z'],
    ['nothing is known of it', undefined, '2026-11-20T10:20:00Z'],
  ])('because %s, the state empties first, then availability goes, then the scalars', (_, payload, at) => {
    expect(priceTopics(series, payload, utc(at)).slice(0, 7)).toEqual([
      {
        topic: 'price/state',
        payload:
          '{"now":null,"next":null,"start":null,"end":null,"level":null,"rank":null,"slots":null,' +
          '"currency":"EUR","unit":"EUR/kWh"}',
      },
      { topic: 'price/availability', payload: 'offline' },
      { topic: 'price/now', payload: '' },
      { topic: 'price/next', payload: '' },
      { topic: 'price/level', payload: '' },
      { topic: 'price/rank', payload: '' },
      { topic: 'price/valid_until', payload: '' },
    ]);
  });
});

it('takes everything back where nothing is known, the state first', () => {
  const topics = priceTopics(undefined, undefined, AT, 'price-b');
  expect(topics.slice(0, 2).map(({ topic, payload }) => [topic, payload.slice(0, 11)])).toEqual([
    ['price-b/state', '{"now":null'],
    ['price-b/availability', 'offline'],
  ]);
  expect(topics.slice(2).map(({ payload }) => payload)).toEqual(Array(topics.length - 2).fill(''));
  expect(topics.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining([
      'price-b/now',
      'price-b/series',
      'price-b/stats',
      'price-b/ha_attributes',
      'price-b/ha_list',
      'feedin-b/now',
    ]),
  );
});
