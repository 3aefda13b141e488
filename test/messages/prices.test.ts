import { describe, expect, it } from 'vitest';
import { MessageError } from '../../src/messages/parse.ts';
import { isPrices, readPrices } from '../../src/messages/prices.ts';

const HOUR = 3600;
const t0 = Date.parse('2026-04-15T00:00:00+02:00') / 1000;
const iso = (hours: number) => new Date((t0 + hours * HOUR) * 1000).toISOString();
const span = (from: number, until: number, price: number) => ({
  start: t0 + from * HOUR,
  end: t0 + until * HOUR,
  price,
});

describe('a payload is told apart by its keys', () => {
  it.each([
    [[], true],
    [{ prices: [] }, true],
    [{ priceData: [] }, true],
    [{ minutes: 60 }, false],
    [{}, false],
  ])('%j: prices %s', (payload, expected) => {
    expect(isPrices(payload)).toBe(expected);
  });
});

describe('prices are read', () => {
  const byMessage = { origin: { kind: 'external', feed: 'message' }, attribution: [] };
  const spans = [span(0, 1, 0.3), span(1, 2, -0.1)];

  it.each([
    ['an array with total', [0.3, -0.1].map((total, i) => ({ start: iso(i), end: iso(i + 1), total }))],
    ['an array with value', [0.3, -0.1].map((value, i) => ({ start: iso(i), end: iso(i + 1), value }))],
    ['prices with price and without ends', { prices: [0.3, -0.1].map((price, i) => ({ start: iso(i), price })) }],
    ["power-saver's form", { source: 'Tibber', priceData: [0.3, -0.1].map((value, i) => ({ start: iso(i), value })) }],
    [
      'any offset, with fractions of a second or without seconds',
      [
        { start: '2026-04-15T00:00:00.000+02:00', value: 0.3 },
        { start: '2026-04-15T01:00+02:00', value: -0.1 },
      ],
    ],
  ])('%s', (_name, payload) => {
    const { origin, ...read } = readPrices(payload, 0);
    expect(read).toEqual({ spans, attribution: [] });
    expect(origin.kind).toBe('external');
  });

  it('a series with what is expected after it, whose band is of no account', () => {
    const forecast = [{ start: iso(1), end: iso(2), total: 0.2, low: 0.1, high: 0.3 }];
    const prices = [{ start: iso(0), end: iso(1), total: 0.3 }];
    expect(readPrices({ prices, forecast }, 0)).toEqual({
      spans: [span(0, 1, 0.3)],
      forecast: [span(1, 2, 0.2)],
      ...byMessage,
    });
    expect(readPrices({ prices, forecast, forecastGains: [0.01, 0.02] }, 0).gains).toEqual([0.01, 0.02]);
    // Only a forecast of our own has them, and a plan is possible without.
    expect(readPrices({ prices, forecast, forecastGains: [-0.01] }, 0).gains).toBeUndefined();
  });

  it('a series with its feed-in and its zone; the total counts, not a component', () => {
    const entry = { start: iso(0), end: iso(1), energy: 0.1, total: 0.3 };
    expect(
      readPrices({ prices: [entry], feedin: [{ ...entry, total: 0.07 }], timeZone: 'Europe/Oslo', stale: false }, 0),
    ).toEqual({
      spans: [span(0, 1, 0.3)],
      feedin: [span(0, 1, 0.07)],
      timeZone: 'Europe/Oslo',
      ...byMessage,
    });
  });

  it('a series of another node with its origin, its marks and the credit of its sources', () => {
    const source = {
      ...{ kind: 'live', feed: 'energy-charts', fetchedAt: iso(0) },
      ...{ examples: ['grid'], proposed: ['vat'], expired: { fees: '2026-12-31' }, doubtful: true },
    };
    const attribution = [{ publisher: 'P', licence: 'CC BY 4.0', notice: 'N' }];
    const { fetchedAt, ...origin } = source;
    const prices = [{ start: iso(0), end: iso(1), total: 0.3 }];
    expect(readPrices({ prices, source, attribution }, 0)).toMatchObject({ origin, attribution });
  });

  it('a series of export prices alone', () => {
    const feedin = [{ start: iso(0), end: iso(1), total: 0.07 }];
    expect(readPrices({ prices: [], feedin }, 0)).toEqual({ spans: [], feedin: [span(0, 1, 0.07)], ...byMessage });
  });

  it('a missing end is the next start, and the last repeats the length before it', () => {
    const payload = [
      { start: iso(0), price: 1 },
      { start: iso(1), price: 2 },
      { start: iso(1.25), price: 3 },
    ];
    expect(readPrices(payload, 0).spans).toEqual([span(0, 1, 1), span(1, 1.25, 2), span(1.25, 1.5, 3)]);
  });
});

// Promise P-450 integrate/outside-prices: times have an offset
describe('prices are refused', () => {
  it.each([
    ['none at all', [], /^expected 1 or more entries$/],
    [
      'a forecast that overlaps itself',
      {
        prices: [{ start: iso(0), end: iso(1), total: 1 }],
        forecast: [0, 1].map((total) => ({ start: iso(1), total, end: iso(2) })),
      },
      /^two prices for 2026-04-14T23:00:00Z/,
    ],
    ['neither bought nor sold', { prices: [], feedin: [] }, /^prices: expected at least one price/],
    ['a price of 1e308', [{ start: iso(0), end: iso(1), total: 1e308 }], /^0\.total: expected 1000000 or less$/],
    ['a price of -1,000,001', { prices: [{ start: iso(0), end: iso(1), value: -1_000_001 }] }, /^prices\.0\.value: /],
    ['10,001 of them', Array.from({ length: 10_001 }, () => ({})), /^at most 10000 prices$/],
    ['10,001 for export', { prices: [], feedin: new Array(10_001).fill(0) }, /^feedin: at most 10000 prices$/],
    ['twelve that are none, of which ten are told', new Array(12).fill(0), /^0: .*; 9: [^;]*; 2 more$/],
    ['no price', [{ start: iso(0), end: iso(1) }], /^0: has none of total, value, price/],
    ['a price in a string', [{ start: iso(0), end: iso(1), total: '0.3' }], /^0\.total: expected a number, not text/],
    [
      'a start without an offset',
      { prices: [{ start: '2026-04-15T00:00:00', value: 1 }] },
      /^prices\.0\.start: expected ISO 8601 with an offset/,
    ],
    ['one without an end', { priceData: [{ start: iso(0), value: 1 }] }, /^0\.end: a single price needs an end/],
    [
      'an unknown zone',
      { prices: [{ start: iso(0), end: iso(1), value: 1 }], timeZone: 'Mars/Base' },
      /^timeZone: expected an IANA zone/,
    ],
  ])('%s', (_name, payload, text) => {
    expect(() => readPrices(payload, 0)).toThrow(MessageError);
    expect(() => readPrices(payload, 0)).toThrow(text);
  });
});

describe('prices per MWh', () => {
  const priced = (value: number, currency?: string) => ({ prices: [{ start: iso(0), end: iso(1), value }], currency });

  // Promise P-449 integrate/outside-prices: a document of another zone is refused by its currency
  it.each([
    [90, 'EUR'],
    [120, 'SEK'],
    [-50, 'EUR'],
  ])('of %d %s/kWh are refused with the question whether they are such', (value, currency) => {
    expect(() => readPrices(priced(value, currency), 0)).toThrow(/ got -?\d+: per MWh\?/);
  });

  it.each([
    [49, 'HUF'],
    [90, undefined],
  ])('%d %s/kWh is none', (value, currency) => {
    expect(readPrices(priced(value, currency), 0).spans).toEqual([span(0, 1, value)]);
  });
});
