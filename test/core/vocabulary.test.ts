import { describe, expect, it } from 'vitest';
import {
  hundredths,
  leastReal,
  originKinds,
  type PriceOrigin,
  QUARTER_HOUR,
  resolutions,
  sectors,
} from '../../src/core/vocabulary.ts';

it('a household has three kinds of tariff', () => {
  expect(sectors).toEqual(['consumption', 'feedin', 'grid']);
});

it('a price interval is asked in hours, half hours or quarter hours, hours where nothing is said', () => {
  expect(resolutions).toEqual([60 * 60, 30 * 60, 15 * 60]);
  expect(QUARTER_HOUR).toBe(15 * 60);
});

it('bills count in hundredths, but for Czech, Hungarian and Romanian ones', () => {
  expect(hundredths).toEqual({ CHF: 'Rp.', DKK: 'øre', EUR: 'ct', GBP: 'p', NOK: 'øre', PLN: 'gr', SEK: 'öre' });
});

describe('the origin to name where prices have several', () => {
  it.each<[string, PriceOrigin['kind'][], string | undefined]>([
    ['a replay before all others', ['service', 'own', 'live', 'replay'], 'replay'],
    ['a public feed before files of the user and the service', ['service', 'own', 'live'], 'live'],
    ['files of the user before the service', ['service', 'own'], 'own'],
    ['the service where it is alone', ['service'], 'service'],
    ['none where there is none', [], undefined],
  ])('is %s', (_, kinds, named) => {
    expect(leastReal(kinds.map((kind) => ({ kind })))?.kind).toBe(named);
  });

  it('is the first of its kind', () => {
    expect(
      leastReal([
        { kind: 'live', feed: 'pse' },
        { kind: 'live', feed: 'omie' },
      ]),
    ).toEqual({
      kind: 'live',
      feed: 'pse',
    });
  });

  it('is one of four', () => {
    expect(originKinds).toEqual(['replay', 'live', 'own', 'service']);
  });
});
