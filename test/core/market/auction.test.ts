import { describe, expect, it } from 'vitest';
import { auctionLimits, latestInterval, tradedInterval } from '../../../src/core/market/auction.ts';
import { householdLimits } from '../../../src/core/market/currency.ts';
import { markets } from '../../../src/core/markets.ts';

it.each([
  ['2025-11-01', { min: -0.5, max: 4 }],
  ['2026-05-28', { min: -0.5, max: 4 }],
  ['2026-05-29', { min: -0.6, max: 4 }],
  ['2027-01-01', { min: -0.6, max: 4 }],
])('the auction for %s has the limits of its trading day', (date, limits) => {
  expect(auctionLimits(date)).toEqual(limits);
});

it.each([
  ['DE-LU', '2025-09-30', 3600],
  ['DE-LU', '2025-10-01', 900],
  ['NO1', '2026-11-26', 900],
  ['CH', '2026-11-26', 3600],
  ['IE-SEM', '2026-11-26', 3600],
])('%s trades intervals on %s of %i seconds', (zone, date, seconds) => {
  expect(tradedInterval(zone, date)).toBe(seconds);
});

it('the newest interval is that of a contract at the exchange price', () => {
  expect([latestInterval('FR'), latestInterval('CH')]).toEqual([900, 3600]);
});

describe('what a household can pay per kWh', () => {
  it.each([
    ['EUR', { min: -0.9, max: 6 }],
    ['HUF', { min: -350, max: 2300 }],
    ['SEK', { min: -9.9, max: 66 }],
  ])('in %s', (currency, limits) => {
    expect(householdLimits(currency)).toEqual(limits);
  });

  it('is known in the currency of every market, and of no other', () => {
    const currencies = new Set(Object.values(markets).map(({ currency }) => currency));
    expect([...currencies].filter((currency) => !householdLimits(currency))).toEqual([]);
    expect(householdLimits('USD')).toBeUndefined();
  });
});
