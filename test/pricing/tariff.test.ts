import { describe, expect, it } from 'vitest';
import { isPublished, type PriceRule, versionOn } from '../../src/pricing/tariff.ts';
import { tariffOf } from '../support/service/pricing-fixture.ts';

describe('the version of a tariff', () => {
  const price = { kind: 'clock', rates: [{ price: 1 }] } as const;
  const tariff = tariffOf('t', { '20250101': price, '20250401': price, '20260101': price });

  it.each([
    ['20250331', '20250101'],
    ['20250401', '20250401'],
    ['20251231', '20250401'],
    ['20991231', '20260101'],
    ['20200101', '20250101'],
  ])('on %s is %s', (day, version) => {
    expect(versionOn(tariff, day).version).toBe(version);
  });
});

it.each<[PriceRule['kind'], PriceRule, boolean]>([
  ['spot', { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1, margin: 0 }, true],
  ['calendar', { kind: 'calendar', publishedAt: '11:00', clocks: {}, days: {} }, true],
  ['clock', { kind: 'clock', rates: [{ price: 1 }] }, false],
  ['registers', { kind: 'registers', prices: { low: 1 } }, false],
  ['periods', { kind: 'periods', periods: [] }, false],
])('whether a price of kind %s is read from a published series', (_, rule, published) => {
  expect(isPublished(rule)).toBe(published);
});
