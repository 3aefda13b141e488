import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../src/client/errors.ts';
import {
  boardAt,
  forgetful,
  HOUR,
  heldNotices,
  midnight,
  question,
  selection,
  statistics,
} from '../../support/feeds/price-board.ts';

describe('PriceBoard and what is to be said of the market', () => {
  it('has its prices before it knows what else is to be said of the market', async () => {
    const { attribution, tell } = heldNotices();
    const { board, asked, news, states, settle } = boardAt(10, {
      configured: selection('a'),
      include: ['fees'],
      client: { attribution, countryStatistics: async () => ({ DE: statistics }), allowance: () => undefined },
    });
    board.start();
    asked[0]?.answer();
    await board.latest();
    await settle();
    expect(states.at(-1)?.prices?.series).toMatchObject({ missing: ['grid'], source: { attribution: [] } });
    tell([{ name: 'S', publisher: 'P', licence: 'L', notice: 'N', updated: '2026-08-23' }]);
    await settle();
    const { missing, source } = states.at(-1)?.prices?.series ?? {};
    expect(missing).toEqual(['grid', 'fees']);
    expect(source?.attribution).toEqual([{ publisher: 'P', licence: 'L', notice: 'N', updated: '2026-08-23' }]);
    expect(news).toMatchObject([['own', { series: { source: { attribution: [{ notice: 'N' }] } } }]]);
    board.stop();
  });

  it('keeps telling a problem while it learns of the market', async () => {
    const { attribution, tell } = heldNotices();
    const { board, asked, states, settle } = boardAt(10, {
      configured: selection('a'),
      client: { attribution, countryStatistics: async () => ({}), allowance: () => undefined },
    });
    board.start();
    asked[0]?.answer();
    await board.latest();
    const refused = board.refresh();
    asked[1]?.fail(new NetworkError(question, 'no route'));
    await expect(refused).rejects.toThrow('no route');
    tell([{ publisher: 'P', licence: 'L', notice: 'N' }]);
    await settle();
    expect(states.at(-1)).toMatchObject({
      problem: { kind: 'network' },
      prices: { series: { source: { attribution: [{ notice: 'N' }] } } },
    });
    board.stop();
  });

  // Promise P-568 use/adjustments: another country's contract is left alone
  it.each([
    ['NO', 'no-fixed-price', 0.45],
    ['DE', undefined, 0.1],
  ] as const)('adjusts the prices of the country whose rule it is: of %s by %s', async (country, kind, price) => {
    const { board, asked, states, settle } = boardAt(10, {
      configured: { country, consumption: { id: 'a' } },
      adjustment: { kind: 'no-fixed-price', rate: 0.05 },
    });
    board.start();
    asked[0]?.answer();
    await settle();
    expect(states.at(-1)?.prices?.series.adjustment).toBe(kind);
    expect(states.at(-1)?.prices?.now?.now).toBe(price);
    board.stop();
  });

  // Promise P-961 use/adjustments: as in the bill of this month, the price is that of one more kWh, if its owner chose it
  it('follows the price of one more kWh in the bill of the month, if its owner chose it', async () => {
    const start = midnight + 10 * HOUR;
    /** Support takes 0.02 of the first half hour at 0.10, and 0.01 of the second. */
    const prices = [0.08, 0.08, 0.09, 0.09].map((energy, i) => ({
      ...{ start: start + i * 900, end: start + (i + 1) * 900 },
      consumption: { energy, grid: 0, fees: 0, vat: 0 },
    }));
    let change = () => {};
    const bill = (contract: string) => ({
      followPrices(onChange: () => void) {
        change = onChange;
        return { latest: { contract, prices }, renew: () => undefined, stop: () => undefined };
      },
    });
    const pricesAt = async (contract: string, kind?: 'bill') => {
      const { board, asked, news, states, settle } = boardAt(10, {
        configured: { country: 'NO', consumption: { id: 'a' } },
        bill: bill(contract),
        ...(kind && { adjustment: { kind, rate: 0 } }),
      });
      board.start();
      asked[0]?.answer();
      await settle();
      const before = news.length;
      change();
      const points = states
        .at(-1)
        ?.prices?.series.prices.slice(10, 12)
        .map(({ total }) => total);
      board.stop();
      return [points, news.length - before];
    };
    expect(await pricesAt('a', 'bill')).toEqual([[0.085, 0.11], 1]);
    expect(await pricesAt('another', 'bill')).toEqual([[0.1, 0.11], 1]);
    change = () => {};
    expect(await pricesAt('a')).toEqual([[0.1, 0.11], 0]);
  });

  it('misses levies only in a market that has some', async () => {
    const { board, asked, states, settle } = boardAt(10, {
      configured: { country: 'GB', consumption: { id: 'a' } },
      include: ['fees'],
    });
    board.start();
    await settle();
    asked[0]?.answer();
    await settle();
    expect(states.at(-1)?.prices?.series.missing).toEqual(['grid']);
    board.stop();
  });

  // Promise P-053 operate/live: the attribution of a live source survives a restart
  it('keeps the credit of a live source over a restart on the next day, when the service has read no zone yet', async () => {
    const credit = { publisher: 'Exchange', licence: 'CC BY 4.0', notice: 'N' };
    let isZoneOpen = false;
    const origin = { kind: 'live', feed: 'energy-charts' } as const;
    const points = [{ start: midnight, end: midnight + 48 * HOUR, energy: 0.1 }];
    const series = { currency: 'EUR', next: midnight + 37 * HOUR, origin, consumption: { points } };
    const recalled = {
      answer: { series, fetchedAt: midnight + 13 * HOUR, nextPoll: midnight + 37 * HOUR },
      market: { notices: [credit], hasFees: true, hasGridTariffs: false, hasLocationScopedFees: false },
    };
    const { board, clock, asked, states, settle } = boardAt(32, {
      configured: selection('a'),
      memory: { ...forgetful, recall: () => recalled },
      client: {
        attribution: async () => (isZoneOpen ? [credit] : []),
        countryStatistics: async () => ({ DE: statistics }),
        allowance: () => undefined,
      },
    });
    board.start();
    await settle();
    expect(states.at(-1)?.prices?.series.source).toMatchObject({ ...origin, attribution: [credit] });
    await clock.advanceTo(midnight + 37 * HOUR + 60);
    isZoneOpen = true;
    asked[0]?.answer();
    await settle();
    expect(states.at(-1)?.prices?.series.source.attribution).toEqual([credit]);
    board.stop();
  });

  it('warns once of notices that cannot be had, and keeps those it has', async () => {
    const { board, clock, asked, states, problems, settle, lose } = boardAt(1, { configured: selection('a') });
    board.start();
    await settle();
    for (const request of [0, 1, 2]) {
      asked[request]?.answer();
      lose('notices');
      await clock.advanceBy(12 * HOUR + 120);
    }
    expect(asked).toHaveLength(4);
    expect(problems).toEqual(['notices cannot be had']);
    expect(states.at(-1)).toMatchObject({
      problem: undefined,
      prices: { series: { source: { attribution: [{ notice: 'N' }] } } },
    });
    board.stop();
  });
});
