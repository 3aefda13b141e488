import { describe, expect, it } from 'vitest';
import { readSeries } from '../../src/api/read-series.ts';

const T = 1_763_593_200; // 2025-11-20T00:00+01:00
const NEXT = 1_763_641_020;
const tariff = { id: 'SPOT', type: 'dynamic' };
const prices = [
  { from_utc: T, energy: 0.08123, grid: 0.0911, fees: 0.0431, vat: 0.04093 },
  { from_utc: T + 900, energy: -0.01, grid: 0, fees: 0.0431, vat: 0.006289 },
];
const points = [
  { start: T, end: T + 900, energy: 0.08123, grid: 0.0911, fees: 0.0431, vat: 0.04093 },
  { start: T + 900, end: T + 1800, energy: -0.01, grid: 0, fees: 0.0431, vat: 0.006289 },
];
const envelope = { currency: 'EUR', next: NEXT };

describe('reading a series body', () => {
  it('reads the embedded service’s own shape', () => {
    const body = {
      ...envelope,
      consumption: { tariff, prices },
      feedin: { tariff: { id: 'SUN', type: 'static' }, prices: [{ from_utc: T, energy: 0.0712 }] },
      grid_tariff: { id: 'NET', type: null },
    };
    expect(readSeries(body, 900)).toEqual({
      currency: 'EUR',
      next: NEXT,
      consumption: { tariff, points },
      feedin: { tariff: { id: 'SUN', type: 'static' }, points: [{ start: T, end: T + 900, energy: 0.0712 }] },
      gridTariff: { id: 'NET', type: null },
    });
  });

  it.each([
    ['the array itself under the sector', { consumption: prices, consumption_tariff: tariff }],
    ['a longer key', { consumption_prices: prices, tariff: { consumption: tariff } }],
    ['camel case', { consumptionSeries: { ...tariff, points: prices } }],
    ['sectors below a common key', { series: { consumption: { tariff, data: { values: prices } } } }],
    ['other things beside it', { series: { consumption: { tariff, unit: 'kWh', prices } }, links: [{ rel: 'self' }] }],
  ])('finds a series in another nesting: %s', (_, nested) => {
    expect(readSeries({ ...envelope, ...nested }, 900)).toEqual({ ...envelope, consumption: { tariff, points } });
  });

  it.each(['feedin', 'feed_in', 'feedIn', 'feed-in', 'FEEDIN', 'feedin_prices'])('knows feed-in as %s', (key) => {
    const read = readSeries({ ...envelope, [key]: [{ from_utc: T, energy: 0.07 }] }, 3600);
    expect(read).toEqual({ ...envelope, feedin: { points: [{ start: T, end: T + 3600, energy: 0.07 }] } });
  });

  it.each([
    ['seconds', T, NEXT],
    ['milliseconds', T * 1000, NEXT * 1000],
    ['ISO 8601 in UTC', '2025-11-19T23:00:00Z', '2025-11-20T12:17:00.000Z'],
    ['ISO 8601 with an offset', '2025-11-20T00:00:00+01:00', '2025-11-20T13:17:00+01:00'],
  ])('reads times in %s', (_, from_utc, next) => {
    expect(readSeries({ currency: 'EUR', next, consumption: [{ from_utc, energy: 0.1 }] }, 900)).toEqual({
      ...envelope,
      consumption: { points: [{ start: T, end: T + 900, energy: 0.1 }] },
    });
  });

  it('client rule 2: leaves an absent or null component out: absent is not zero', () => {
    const body = { ...envelope, consumption: [{ from_utc: T, energy: 0.1, grid: null, vat: 0 }] };
    expect(readSeries(body, 900).consumption?.points.map(Object.keys)).toEqual([['start', 'end', 'energy', 'vat']]);
  });

  it('sorts the points and keeps a gap a gap', () => {
    const body = { ...envelope, consumption: [T + 2700, T, T + 900].map((from_utc) => ({ from_utc, energy: 0.1 })) };
    expect(readSeries(body, 900).consumption?.points.map(({ start, end }) => [start - T, end - T])).toEqual([
      [0, 900],
      [900, 1800],
      [2700, 3600],
    ]);
  });

  it('takes a type it does not know as not classified', () => {
    const read = readSeries({ ...envelope, consumption: { tariff: { id: 'X', type: 'hybrid' }, prices } }, 900);
    expect(read.consumption?.tariff).toEqual({ id: 'X', type: null });
  });

  it('reads the answer for a grid tariff alone, which holds no series', () => {
    expect(readSeries(envelope, 900)).toEqual(envelope);
  });
});

describe('refusing a body', () => {
  const hour = { from_utc: T, energy: 0.1 };
  // Promise P-493 operate/reactions: an answer without a price or with too many is reported
  it.each([
    ['no object', 'hello', 'keys seen: none'],
    ['null', null, 'keys seen: none'],
    ['an array', [hour], 'keys seen: [].from_utc, [].energy'],
    [
      'no series',
      { ...envelope, hours: [{ start: T, price: 1 }] },
      'no price series found; keys seen: currency, next, hours[].start, hours[].price',
    ],
    ['a series without a sector', { ...envelope, prices: [hour] }, 'no price series found'],
    ['points without from_utc', { ...envelope, consumption: [{ start: T }] }, 'no price series found'],
    [
      'an empty series',
      { ...envelope, consumption: { tariff, prices: [] } },
      'keys seen: currency, next, consumption.tariff.id, consumption.tariff.type, consumption.prices',
    ],
    [
      'a price under another name',
      { ...envelope, consumption: [{ from_utc: T, price: 1 }] },
      'consumption.prices.0.energy',
    ],
    ['a price as text', { ...envelope, consumption: [{ from_utc: T, energy: '0.1' }] }, 'consumption.prices.0.energy'],
    [
      'a later point without its time',
      { ...envelope, consumption: [hour, { energy: 1 }] },
      'consumption.prices.1.from_utc',
    ],
    [
      'a time without an offset',
      { ...envelope, consumption: [{ from_utc: '2025-11-20T00:00', energy: 1 }] },
      'not a time',
    ],
    [
      'a time that is a date',
      { ...envelope, consumption: [{ from_utc: 20251120, energy: 1 }] },
      '20251120 is no plausible time',
    ],
    ['a time in microseconds', { ...envelope, consumption: [{ from_utc: T * 1e6, energy: 1 }] }, 'no plausible time'],
    ['no next', { currency: 'EUR', consumption: [hour] }, 'next: not a time'],
    ['no currency', { next: NEXT, consumption: [hour] }, 'currency: '],
    [
      'a currency that is no code',
      { ...envelope, currency: '€', consumption: [hour] },
      'currency: not an ISO 4217 code',
    ],
    ['one time twice', { ...envelope, consumption: [hour, hour] }, 'two prices at 2025-11-19T23:00:00Z'],
    [
      'points closer than asked',
      { ...envelope, consumption: [hour, { from_utc: T + 1800, energy: 1 }] },
      'two prices at 2025-11-19T23:30:00Z',
    ],
    [
      'two series of a sector',
      { ...envelope, consumption: { net: [hour], gross: [hour] } },
      'more than one series of consumption',
    ],
    [
      'a price beyond a million',
      { ...envelope, consumption: [{ ...hour, grid: 1_000_001 }] },
      'consumption.prices.0.grid: Too big: expected number to be <=1000000',
    ],
    [
      'a price of 1e308',
      { ...envelope, consumption: [{ from_utc: T, energy: 1e308, grid: 1e308 }] },
      'consumption.prices.0.energy',
    ],
    [
      '1001 points',
      { ...envelope, consumption: new Array(1001).fill(hour) },
      '1001 prices of consumption, at most 1000',
    ],
    [
      'a point in the year 3000',
      { ...envelope, consumption: [hour, { from_utc: 32_503_680_000, energy: 1 }] },
      'a price at 3000-01-01T00:00:00Z, but next is 2025-11-20T12:17:00Z',
    ],
    [
      'a point of two years ago',
      { ...envelope, feedin: [{ from_utc: NEXT - 2 * 366 * 86_400, energy: 1 }] },
      'a price at 2023-11-19T12:17:00Z',
    ],
    [
      'an id of 65 characters',
      { ...envelope, consumption: { tariff: { ...tariff, id: 'x'.repeat(65) }, prices: [hour] } },
      'consumption.tariff.id: ',
    ],
  ])('names what is wrong with %s', (_, body, text) => {
    expect(() => readSeries(body, 3600)).toThrow(text);
  });

  it('keeps the text short whatever the body holds', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${'k'.repeat(5000)}${i}`, i]));
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    const precise = {
      ...envelope,
      consumption: [{ from_utc: `1980-01-01T00:00:00.${'0'.repeat(70_000)}Z`, energy: 1 }],
    };
    for (const body of [precise, wide, deep, { ...envelope, deep }, { ...envelope, wide }]) {
      expect(messageOf(() => readSeries(body, 3600)).length).toBeLessThan(6000);
    }
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
