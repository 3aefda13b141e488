import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import type { KnownSeries } from '../../../src/messages/series.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import type { Publication } from '../../../src/mqtt/topics.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const utc = (time: string) => Date.parse(time) / 1000;

function topicOf(name: string, series: KnownSeries, at: number): Publication {
  const topic = priceTopics(series, undefined, at).find((one) => one.topic === `price/${name}`);
  if (!topic) throw new Error(`nothing is said on ${name}`);
  return topic;
}

describe('the statistics', () => {
  it.each([
    ['2026-03-28T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 96, 92],
    ['2025-10-25T12:00:00Z', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z', 96, 100],
    ['2025-10-26T12:00:00Z', '2025-10-26T23:00:00Z', '2025-10-26T23:00:00Z', 100, undefined],
  ])('at %s hold until %s and know to %s: %d and %s intervals', (at, midnight, until, today, tomorrow) => {
    const from = new Date(utc(midnight) * 1000 - today * 900_000).toISOString();
    const series = knownSeriesOf({ country: 'DE', from, until, resolution: 900, total: (i) => i / 1000 });
    const topic = topicOf('stats', series, utc(at));
    const stats = JSON.parse(topic.payload);
    expect(topic.expiresAt).toBe(utc(midnight));
    expect(stats.today.slots).toBe(today);
    expect(stats.tomorrow?.slots).toBe(tomorrow);
    expect(stats.today).toMatchObject({ min: 0, max: (today - 1) / 1000 });
  });

  it('have an average to six decimals', () => {
    const thirds = knownSeriesOf({
      country: 'DE',
      from: '2026-11-19T23:00:00Z',
      until: '2026-11-20T23:00:00Z',
      resolution: 3600,
      total: (i) => (i < 8 ? 0.1 : 0.2),
    });
    const { today } = JSON.parse(topicOf('stats', thirds, utc('2026-11-20T10:20:00Z')).payload);
    expect(today.average).toBe(0.166667);
  });
});

describe('the statistics of a day of which a part is unknown', () => {
  it.each<[CountryCode, 900 | 3600, string, string, (number | undefined)[]]>([
    ['FI', 900, '2026-04-14T21:00:00Z', '2026-04-15T22:00:00Z', [96, undefined]],
    ['FI', 900, '2026-04-14T21:00:00Z', '2026-04-16T22:00:00Z', [96, 96]],
    ['EE', 3600, '2026-04-14T21:00:00Z', '2026-04-15T22:00:00Z', [24, undefined]],
    ['GR', 3600, '2026-04-14T21:00:00Z', '2026-04-15T22:00:00Z', [24, undefined]],
    ['GB', 900, '2026-04-14T23:00:00Z', '2026-04-15T22:00:00Z', [92, undefined]],
    ['GB', 900, '2026-04-14T23:00:00Z', '2026-04-16T22:00:00Z', [96, 92]],
    ['DE', 900, '2026-04-15T06:00:00Z', '2026-04-16T12:00:00Z', [undefined, undefined]],
  ])('in %s by %d s, with prices from %s to %s, are null: %j', (country, resolution, from, until, slots) => {
    const series = knownSeriesOf({ country, from, until, resolution, total: (i) => i / 1000 });
    const { today, tomorrow } = JSON.parse(topicOf('stats', series, utc('2026-04-15T10:20:00Z')).payload);
    expect([today?.slots, tomorrow?.slots]).toEqual(slots);
    expect([today === null, tomorrow === null]).toEqual(slots.map((count) => count === undefined));
  });
});

describe('the attributes for Home Assistant', () => {
  it('are today and tomorrow by the clock on the wall', () => {
    const series = knownSeriesOf({
      country: 'DE',
      from: '2026-11-18T23:00:00Z',
      until: '2026-11-21T23:00:00Z',
      resolution: 3600,
      total: (hour) => hour / 100,
    });
    const topic = topicOf('ha_attributes', series, utc('2026-11-20T13:00:00Z'));
    const { raw_today, raw_tomorrow, tomorrow_valid } = JSON.parse(topic.payload);
    expect([raw_today.length, raw_tomorrow.length, tomorrow_valid]).toEqual([24, 24, true]);
    expect(raw_today[0]).toEqual({ start: '2026-11-20T00:00:00+01:00', value: 0.24 });
    expect(raw_tomorrow[23]).toEqual({ start: '2026-11-21T23:00:00+01:00', value: 0.71 });
    expect(topic.expiresAt).toBe(utc('2026-11-21T23:00:00Z'));
  });

  it.each<[CountryCode, string, string, boolean]>([
    ['DE', '2026-04-15T10:20:00Z', '2026-04-15T22:00:00Z', false],
    ['DE', '2026-04-15T12:20:00Z', '2026-04-16T22:00:00Z', true],
    ['DE', '2026-04-16T00:20:00Z', '2026-04-16T22:00:00Z', false],
    ['GB', '2026-04-15T12:20:00Z', '2026-04-16T22:00:00Z', true],
    ['FI', '2026-04-15T10:20:00Z', '2026-04-15T22:00:00Z', false],
    ['FI', '2026-04-15T12:20:00Z', '2026-04-16T22:00:00Z', true],
  ])('in %s at %s, with prices to %s, call tomorrow valid: %s', (country, at, until, valid) => {
    const from = '2026-04-14T21:00:00Z';
    const series = knownSeriesOf({ country, from, until, resolution: 3600, total: () => 0.3 });
    expect(JSON.parse(topicOf('ha_attributes', series, utc(at)).payload).tomorrow_valid).toBe(valid);
  });

  // Promise P-346
  it('stay under 16,000 bytes with the longest prices on the longest two days', () => {
    const series = knownSeriesOf({
      country: 'HU',
      from: '2025-10-25T22:00:00Z',
      until: '2025-10-27T23:00:00Z',
      resolution: 900,
      total: (i) => -12_345.123456 - i / 1000,
    });
    const { payload } = topicOf('ha_attributes', series, utc('2025-10-26T12:00:00Z'));
    const { raw_today, raw_tomorrow } = JSON.parse(payload);
    expect([raw_today.length, raw_tomorrow.length]).toEqual([100, 96]);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(16_000);
  });

  it.each(['ha_attributes', 'ha_list'])('are cleared on %s with a series that is empty', (name) => {
    const nothing = { country: 'DE', from: '2026-11-20T10:00:00Z', until: '2026-11-20T10:00:00Z' } as const;
    const series = knownSeriesOf({ ...nothing, resolution: 3600, total: () => 0 });
    expect(topicOf(name, series, utc('2026-11-20T10:20:00Z'))).toEqual({ topic: `price/${name}`, payload: '' });
  });

  // Promise P-347 integrate/topics: the attributes of *list* have the `end` of each price, and exceed 16,384 bytes
  it('are there once more with the end of each price, as Predbat reads them, which the recorder has no room for', () => {
    const series = knownSeriesOf({
      country: 'DE',
      from: '2026-10-24T22:00:00Z',
      until: '2026-10-26T23:00:00Z',
      resolution: 900,
      total: (i) => i / 1000,
    });
    const at = utc('2026-10-25T12:00:00Z');
    const list = topicOf('ha_list', series, at);
    const { raw_today, raw_tomorrow, tomorrow_valid } = JSON.parse(list.payload);
    expect([raw_today.length, raw_tomorrow.length, tomorrow_valid]).toEqual([100, 96, true]);
    expect(raw_today[11]).toEqual({
      start: '2026-10-25T02:45:00+02:00',
      end: '2026-10-25T02:00:00+01:00',
      value: 0.011,
    });
    expect(raw_tomorrow[95]).toEqual({
      start: '2026-10-26T23:45:00+01:00',
      end: '2026-10-27T00:00:00+01:00',
      value: 0.195,
    });
    expect(list.expiresAt).toBe(topicOf('ha_attributes', series, at).expiresAt);
    expect(Buffer.byteLength(list.payload)).toBeGreaterThan(16_384);
    expect(topicOf('ha_attributes', series, at).payload).not.toContain('"end"');
  });

  // Promise P-863 integrate/topics: the feed-in prices are listed with their ends too
  it('list what is paid for exports in the same way, with their own end', () => {
    const day = { country: 'DE', from: '2026-11-19T23:00:00Z', resolution: 3600 } as const;
    const series = knownSeriesOf({ ...day, until: '2026-11-21T23:00:00Z', total: () => 0.3 });
    const { prices: feedin } = knownSeriesOf({ ...day, until: '2026-11-20T23:00:00Z', total: () => 0.08 });
    const topics = priceTopics({ ...series, feedin }, undefined, utc('2026-11-20T13:00:00Z'), 'price-b');
    const list = topics.find(({ topic }) => topic === 'feedin-b/ha_list');
    const { raw_today, raw_tomorrow, tomorrow_valid } = JSON.parse(list?.payload ?? '');
    expect([raw_today.length, raw_tomorrow, tomorrow_valid]).toEqual([24, [], false]);
    expect(raw_today[23]).toEqual({
      start: '2026-11-20T23:00:00+01:00',
      end: '2026-11-21T00:00:00+01:00',
      value: 0.08,
    });
    expect(list?.expiresAt).toBe(utc('2026-11-20T23:00:00Z'));
  });
});
