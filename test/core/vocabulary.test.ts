import { describe, expect, it } from 'vitest';
import {
  hundredths,
  joinedOrigin,
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

describe('the origin of prices that were made from several', () => {
  it.each<[string, PriceOrigin['kind'][], string | undefined]>([
    ['a replay before all others', ['service', 'own', 'live', 'external', 'replay'], 'replay'],
    ['a message before a public feed', ['service', 'own', 'live', 'external'], 'external'],
    ['a public feed before files of the user and the service', ['service', 'own', 'live'], 'live'],
    ['files of the user before the service', ['service', 'own'], 'own'],
    ['the service where it is alone', ['service'], 'service'],
    ['none where there is none', [], undefined],
  ])('is %s', (_, kinds, named) => {
    expect(joinedOrigin(kinds.map((kind) => ({ kind })))?.kind).toBe(named);
  });

  it('is the first of its kind', () => {
    expect(
      joinedOrigin([
        { kind: 'live', feed: 'pse' },
        { kind: 'live', feed: 'omie' },
      ]),
    ).toEqual({ kind: 'live', feed: 'pse' });
  });

  it('has the marks of all of them, and of two expired figures the earlier day', () => {
    expect(
      joinedOrigin([
        { kind: 'service', examples: ['grid'], expired: { fees: '2026-12-31' }, doubtful: true },
        { kind: 'replay', examples: ['grid', 'fees'], proposed: ['vat'], expired: { fees: '2026-06-30' } },
      ]),
    ).toEqual({
      kind: 'replay',
      examples: ['grid', 'fees'],
      proposed: ['vat'],
      expired: { fees: '2026-06-30' },
      doubtful: true,
    });
  });

  it('is one of five', () => {
    expect(originKinds).toEqual(['replay', 'external', 'live', 'own', 'service']);
  });
});
