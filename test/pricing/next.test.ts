import { describe, expect, it } from 'vitest';
import { nextCall } from '../../src/pricing/next.ts';
import type { PriceRule } from '../../src/pricing/tariff.ts';
import { at, exchangeOf, tariffOf } from '../support/pricing-fixture.ts';

const berlin = 'Europe/Berlin';
const fixed: PriceRule = { kind: 'clock', rates: [{ price: 1 }] };
const spot: PriceRule = { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1, margin: 0 };
const fixedTariff = tariffOf('fixed', { '20250101': fixed });
const spotTariff = tariffOf('spot', { '20240101': fixed, '20250101': spot });

/** Next publication at 11:00 UTC. */
const exchange = exchangeOf(at('2026-01-14T10:59:00Z'), () => 0);
const now = at('2026-01-14T10:20:00Z');

describe('the recommended time of the next call', () => {
  it.each([
    [0, '2026-01-14T11:00:00Z'],
    [0.5, '2026-01-14T11:15:00Z'],
    [0.9999, '2026-01-14T11:29:59Z'],
  ])('of a spot tariff follows the publication by up to half an hour: random %d', (random, next) => {
    expect(nextCall([spotTariff], exchange, now, () => random, berlin)).toBe(at(next));
  });

  it('is drawn anew for every request', () => {
    const draws = [0.1, 0.6];
    const random = () => draws.shift() ?? 0;
    const calls = [1, 2].map(() => nextCall([spotTariff], exchange, now, random, berlin));
    expect(new Set(calls).size).toBe(2);
  });

  it.each([
    ['2026-01-14T05:59:59Z', '2026-01-14T06:00:00Z'],
    ['2026-01-14T06:00:00Z', '2026-01-15T06:00:00Z'],
    ['2026-03-28T10:20:00Z', '2026-03-29T05:00:00Z'],
    ['2026-10-24T10:20:00Z', '2026-10-25T06:00:00Z'],
  ])('of a static tariff is 07:00 in the market: asked at %s, %s', (asked, next) => {
    expect(nextCall([fixedTariff], exchange, at(asked), () => 0.5, berlin)).toBe(at(next));
  });

  it('of two tariffs is the earlier', () => {
    expect(nextCall([fixedTariff, spotTariff], exchange, now, () => 0, berlin)).toBe(at('2026-01-14T11:00:00Z'));
  });

  it('without a priced tariff is 07:00, as nothing is published', () => {
    expect(nextCall([], exchange, now, () => 0, berlin)).toBe(at('2026-01-15T06:00:00Z'));
  });
});
