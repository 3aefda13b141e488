import { describe, expect, it } from 'vitest';
import { assertNearPrices } from '../../src/messages/near.ts';

const NOW = Date.parse('2026-04-15T12:00:00Z') / 1000;
const HOUR = 3600;
const YEAR = 366 * 24 * HOUR;

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
