import { describe, expect, it } from 'vitest';
import type { CurrentPrice, KnownSeries } from '../../../src/messages/series.ts';
import { announcement } from '../../../src/mqtt/discovery/discovery.ts';
import { siteAnnouncement } from '../../../src/mqtt/discovery/site-entities.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const utc = (time: string) => Date.parse(time) / 1000;

/** A Friday in Berlin by the hour, at 30 ct. */
const series: KnownSeries = knownSeriesOf({
  country: 'DE',
  from: '2026-11-19T23:00:00Z',
  until: '2026-11-20T23:00:00Z',
  resolution: 3600,
  total: () => 0.3,
});
const END = utc('2026-11-20T23:00:00Z');
/** Saturday, cheaper and dearer than any known price. */
const forecast = Array.from({ length: 24 }, (_, hour) => ({
  start: END + hour * 3600,
  end: END + (hour + 1) * 3600,
  total: hour % 2 ? 9 : -9,
  low: -10,
  high: 10,
}));
const expecting: KnownSeries = { ...series, forecast, forecastAccuracy: { meanError: 0.02, inside: 0.8, days: 30 } };

/** The hour that begins then. */
const nowAt = (start: number): CurrentPrice => ({
  now: 0.3,
  next: null,
  start,
  end: start + 3600,
  rank: 1,
  slots: 24,
  level: 'NORMAL',
  min: 0.3,
  max: 0.3,
  average: 0.3,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
});

it('is no entity, nor part of one, in Home Assistant', () => {
  const at = { discoveryPrefix: 'homeassistant', site: 'home', root: 'dayahead/home', id: 'c0ffee' };
  const { payload } = announcement(siteAnnouncement(at, 'Home', [{ id: 'p', prefix: 'price', series: expecting }]));
  expect(payload).toContain('price/state');
  expect(payload).not.toContain('forecast');
});

describe('price/forecast', () => {
  const topicsAt = (known: KnownSeries, at: number) =>
    priceTopics(known, at < END ? nowAt(at) : undefined, at, 'price-ev');
  const [told] = topicsAt(expecting, utc('2026-11-20T10:00:00Z')).filter(({ topic }) => topic === 'price-ev/forecast');

  // Promise P-862 integrate/topics: an expected price also has the key of a known one
  it('lists what is expected with its band, and as the `value` that readers of price lists take, until the known prices end', () => {
    expect(told?.expiresAt).toBe(END);
    expect(JSON.parse(told?.payload ?? '')).toHaveLength(24);
    expect(told?.payload).toContain(
      '[{"start":"2026-11-20T23:00:00Z","end":"2026-11-21T00:00:00Z","total":-9,"low":-10,"high":10,"value":-9}',
    );
  });

  it('expires with its own last price where none is known', () => {
    expect(priceTopics({ ...expecting, prices: [] }, undefined, END)).toContainEqual(
      expect.objectContaining({ topic: 'price/forecast', expiresAt: END + 24 * 3600 }),
    );
  });

  it('is cleared where nothing is expected, or nothing known', () => {
    const cleared = { topic: 'price/forecast', payload: '' };
    expect(priceTopics(series, undefined, END)).toContainEqual(cleared);
    expect(priceTopics(undefined, undefined, END)).toContainEqual(cleared);
  });

  // Promise P-250 internals/forecast: no other topic is taken from the forecast
  // Promise P-268 integrate/topics: `price/forecast` is no price
  it.each(['2026-11-20T10:00:00Z', '2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T10:00:00Z'])(
    'is the only topic that tells of it: at %s all others are as without it',
    (time) => {
      const others = (known: KnownSeries) =>
        topicsAt(known, utc(time)).filter(({ topic }) => topic !== 'price-ev/forecast');
      expect(others(expecting)).toEqual(others(series));
    },
  );
});
