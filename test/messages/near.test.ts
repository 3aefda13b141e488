import { describe, expect, it } from 'vitest';
import { assertNearDemand, assertNearPrices } from '../../src/messages/near.ts';
import { MessageError } from '../../src/messages/parse.ts';

const NOW = Date.parse('2026-04-15T12:00:00Z') / 1000;
const HOUR = 3600;
const YEAR = 366 * 24 * HOUR;

describe('a demand', () => {
  it.each([
    [{ readyBy: '2027-04-16T12:00:00Z' }],
    [{ earliest: '2025-04-14T12:00:00Z' }],
    [{ readyBy: 'Mon-Fri 06:30', earliest: '22:00', overrideUntil: 44_640 }],
    [{ readyBy: null, minutes: 60 }],
  ])('%j is near', (patch) => {
    expect(() => assertNearDemand(patch, NOW)).not.toThrow();
  });

  it.each([
    [
      { readyBy: '9999-12-31T23:59:00Z' },
      'readyBy: 9999-12-31T23:59:00Z is more than a year away; a time within a year is allowed',
    ],
    [
      { readyBy: '2027-04-16T12:00:01Z' },
      'readyBy: 2027-04-16T12:00:01Z is more than a year away; a time within a year is allowed',
    ],
    [
      { earliest: '2206-04-15T12:00Z' },
      'earliest: 2206-04-15T12:00Z is more than a year away; a time within a year is allowed',
    ],
    [
      { earliest: '1970-01-01T00:00:00Z' },
      'earliest: 1970-01-01T00:00:00Z is more than a year away; a time within a year is allowed',
    ],
    [
      { overrideUntil: '2036-04-15T12:00:00Z' },
      'overrideUntil: 2036-04-15T12:00:00Z is more than a year away; a time within a year is allowed',
    ],
    [{ readyBy: '2020-01-01T00:00:00Z' }, 'readyBy: 2020-01-01T00:00:00Z has passed; a time to come is allowed'],
    [{ overrideUntil: '2020-01-01T00:00Z' }, 'overrideUntil: 2020-01-01T00:00Z has passed; a time to come is allowed'],
  ])('%j is not', (patch, text) => {
    expect(() => assertNearDemand(patch, NOW)).toThrow(new MessageError(text));
  });
});

describe('prices', () => {
  const span = (start: number, end = start + HOUR) => ({ start, end, price: 0.3 });

  it.each([
    ['of now', [span(NOW)]],
    ['of a year ago until in a year', [span(NOW - YEAR), span(NOW + YEAR - HOUR)]],
  ])('%s are near', (_, spans) => {
    expect(() => assertNearPrices({ spans }, NOW)).not.toThrow();
  });

  it.each([
    ['one begins in the year 3000', { spans: [span(NOW), span(32_503_680_000)] }, '3000-01-01T00:00:00Z to '],
    ['one lasts until then', { spans: [span(NOW, 32_503_680_000)] }, ' to 3000-01-01T00:00:00Z'],
    ['one of those for export does', { spans: [span(NOW)], feedin: [span(32_503_680_000)] }, '3000-01-01T00:00:00Z'],
    ['one is of 1970', { spans: [span(0)] }, '1970-01-01T00:00:00Z to '],
  ])('are not where %s', (_, prices, text) => {
    expect(() => assertNearPrices(prices, NOW)).toThrow(text);
  });
});
