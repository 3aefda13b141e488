import { describe, expect, it } from 'vitest';
import type { CountryStatistics } from '../../../src/api/bodies.ts';
import type { SeriesFacts } from '../../../src/messages/series.ts';
import { type PricedSelection, pricesOf } from '../../../src/runtime/prices/from-answer.ts';
import { learnMarket, type MarketFacts } from '../../../src/runtime/prices/market-facts.ts';

const NOW = 1776204000;
const statistics = (grid: number): CountryStatistics => ({
  companies: { consumption: 1, feedin: 0, grid, total: 1 },
  tariffs: { consumption: 1, feedin: 0, grid },
  hasTariffs: true,
  postalCodes: 3,
  hasFees: false,
  feeCoverageComplete: false,
  hasLocationScopedFees: false,
});
const source = { publisher: 'P', licence: 'ODbL 1.0', notice: 'N' };
const learn = async (grid: number, sources: readonly object[] = []) =>
  (
    await learnMarket(
      {
        attribution: async () => sources.map((more) => ({ ...source, ...more })),
        countryStatistics: async () => ({ CZ: statistics(grid) }),
      },
      'CZ',
    )
  ).facts;

describe('the credits of a market', () => {
  it('attribution rule 1: say which licence a dataset made of the figures must keep', async () => {
    const { notices } = await learn(1, [{ shareAlike: true, updated: '2026-03-01' }, { shareAlike: false }]);
    expect(notices).toEqual([{ ...source, updated: '2026-03-01', shareAlike: true }, source]);
  });
});

describe('the hint at a missing network charge', () => {
  const priced: PricedSelection = {
    ...{ resolution: 3600, include: [], soon: false },
    selection: { country: 'CZ', consumption: { id: 'spot' } },
  };
  const seriesIn = (market: MarketFacts) => {
    const points = [{ start: NOW, end: NOW + 3600, energy: 2 }];
    const facts: SeriesFacts = {
      country: 'CZ',
      resolution: 3600,
      currency: 'CZK',
      consumption: { points },
      asked: ['energy', 'grid'],
      fetchedAt: NOW,
      nextPoll: NOW,
      attribution: [],
    };
    return pricesOf(priced, facts, NOW, market, undefined).series;
  };

  it('asks for a postal code where one can name a network tariff', async () => {
    expect(seriesIn(await learn(2))).toMatchObject({ missing: ['grid'], warnings: ['grid-needs-postal-code'] });
  });

  it('is not given in a market without network tariffs, whose price lacks the charge all the same', async () => {
    const series = seriesIn(await learn(0));
    expect([series.missing, series.warnings]).toEqual([['grid'], undefined]);
  });

  it('is given where nothing is known of the market', () => {
    expect(seriesIn({}).warnings).toEqual(['grid-needs-postal-code']);
  });
});
