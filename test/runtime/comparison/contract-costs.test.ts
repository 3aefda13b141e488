import { describe, expect, it } from 'vitest';
import type { MeterReading } from '../../../src/core/series.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';
import { byFairness, contractCosts } from '../../../src/runtime/comparison/contract-costs.ts';
import { type CostQuestion, CostQuestionError } from '../../../src/runtime/comparison/cost-place.ts';
import { heldPrices } from '../../../src/service/exchange/held-prices.ts';
import { at, bookOf, tariffOf } from '../../support/service/pricing-fixture.ts';

const flat = (price: number): PriceRule => ({ kind: 'clock', rates: [{ price }] });
const spot: PriceRule = { kind: 'spot', zone: 'DE-LU', settlement: 3600, coefficient: 1, margin: 0 };
const registers: PriceRule = { kind: 'registers', prices: { day: 0.3 } };
const sold = { sector: 'feedin' } as const;
const tariffs = [
  tariffOf('cheap', { '20250101': flat(0.2) }),
  tariffOf('own', { '20260115': flat(0.3) }),
  tariffOf('own-feedin', { '20260115': flat(0.08) }, { ...sold, companyId: 'own-company' }),
  tariffOf('roof', { '20250101': flat(0.07) }, sold),
  tariffOf('auction', { '20250101': spot }),
  tariffOf('switched', { '20250101': registers }),
  tariffOf('ended', { '20250101': flat(0.1) }, { available: false }),
  tariffOf('wire', { '20250101': flat(0.1) }, { sector: 'grid' }),
];
const book = bookOf({
  tariffs: new Map(tariffs.map((tariff): [string, Tariff] => [tariff.id, tariff])),
  companies: new Map([['own-company', { id: 'own-company', name: 'Myself' }]]),
});
const hours = (kWh: number): MeterReading[] =>
  [0, 1].map((hour) => ({
    start: at('2026-01-10T00:00:00Z') + hour * 3600,
    end: at('2026-01-10T01:00:00Z') + hour * 3600,
    kWh,
  }));
const ask = (question: Partial<CostQuestion> = {}, metered = { consumption: hours(2), feedIn: hours(1) }) =>
  contractCosts({ country: 'DE', ...question }, book, metered, { exchange: heldPrices([], 0) });
const totals = (rows: readonly { readonly id: string; readonly sum: { readonly total: number } }[]) =>
  rows.map(({ id, sum }) => [id, sum.total]);

describe('what the contracts of a market would have cost', () => {
  it('has a contract that is typed together with what it pays for feed-in, and the others on feed-in by themselves', () => {
    const { contracts, feedins, kWh, feedInKwh } = ask({ grid: 'wire' });
    // 4 kWh x 20 and 30 ct, with 10 ct for the network; 2 kWh come back for 8 and 7 ct.
    expect(totals(contracts)).toEqual([
      ['cheap', 1.2],
      ['own', 1.44],
      ['auction', 0],
    ]);
    expect(totals(feedins)).toEqual([['roof', -0.14]]);
    expect([kWh, feedInKwh]).toEqual([4, 2]);
  });

  // Promise P-549 use/compare: `since` is the first day of the terms of a contract
  it('says since when the terms of a contract are, and whose it is', () => {
    const [, own] = ask({ grid: 'wire' }).contracts;
    expect(own).toMatchObject({ id: 'own', company: 'Myself', since: '2026-01-15' });
  });

  it('says of which days an exchange price is missing, and which contract cannot be priced', () => {
    const { missingDays, refused, contracts } = ask({ grid: 'wire' });
    expect(missingDays).toEqual([{ zone: 'DE-LU', days: ['2026-01-10'] }]);
    expect(refused).toEqual([
      expect.objectContaining({ id: 'switched', reason: expect.stringContaining('switching times') }),
    ]);
    expect(contracts.find(({ id }) => id === 'auction')?.unpriced).toMatchObject([{ kWh: 4, reason: 'no-price' }]);
  });

  it('puts a contract of which nothing could be reckoned behind those without a network charge', () => {
    expect(ask().contracts.map(({ id, share, withoutNetwork }) => [id, share, withoutNetwork])).toEqual([
      ['cheap', 1, true],
      ['own', 1, true],
      ['auction', 0, undefined],
    ]);
  });

  // Promise P-535 use/compare: an operator's charge for peaks counts from the first day of its rule on
  it('charges for the peaks of the operator from the first day of its rule on, and says when that was', () => {
    const rule = { measure: 60, pick: 1, per: 'month', perKw: 31 } as const;
    const { companyId } = tariffs.find(({ id }) => id === 'wire') ?? expect.unreachable();
    const costs = (from: string) =>
      contractCosts(
        { country: 'DE', grid: 'wire', tariffs: ['cheap'] },
        book,
        { consumption: hours(2), feedIn: [] },
        {
          exchange: heldPrices([], 0),
          peaks: new Map([[companyId, [{ from, value: rule }]]]),
        },
      ).contracts[0];
    // A day of January is metered: a 31st of 2 kW x 31.
    expect(costs('2025-01-01')).toMatchObject({ sum: { peak: 2, total: 3.2 } });
    expect(costs('2025-01-01')).not.toHaveProperty('peakSince');
    expect(costs('2026-02-01')).toMatchObject({ sum: { total: 1.2 }, peakSince: '2026-02-01' });
    expect(costs('2026-02-01')?.sum).not.toHaveProperty('peak');
  });

  // Promise P-547 use/compare: first the comparable contracts, then those without the network charge, then those
  //   calculated in part
  it('puts first what can be held against each other, by what it would be in full, and last what leaves most out', () => {
    const row = (id: string, share: number, total: number, more: object = {}) => ({
      id,
      share,
      sum: { total, ...more },
    });
    const rows = [
      row('nothing', 0, 0),
      row('half of a year', 0.5, 400),
      row('three weeks', 0.06, 60),
      { ...row('all, without the network', 1, 700), withoutNetwork: true as const },
      { ...row('more of it', 1, 650), withoutNetwork: true as const },
      { ...row('half, without the network', 0.5, 350), withoutNetwork: true as const },
      row('all', 1, 1000),
      row('all but a month', 0.92, 935),
      row('the same, of which 120 is charged by month', 0.92, 935, { monthly: 120 }),
    ];
    expect(rows.sort(byFairness).map(({ id }) => id)).toEqual([
      'all',
      'the same, of which 120 is charged by month',
      'all but a month',
      'more of it',
      'all, without the network',
      'half of a year',
      'three weeks',
      'half, without the network',
      'nothing',
    ]);
  });

  it('reckons the contracts that are named, be it one that has ended, and nothing bought where nothing was', () => {
    expect(totals(ask({ tariffs: ['ended', 'roof'], grid: 'wire' }).contracts)).toEqual([['ended', 0.8]]);
    const { contracts, feedins } = ask({}, { consumption: [], feedIn: hours(1) });
    expect([contracts, feedins.map(({ id }) => id)]).toEqual([[], ['own-feedin', 'roof']]);
  });

  it.each([
    [{ tariffs: ['wire'] }, '"wire" is none of: cheap, own, own-feedin'],
    [{ grid: 'cheap' }, '"cheap" is none of: wire'],
  ])('refuses %j', (question, message) => {
    expect(() => ask(question)).toThrow(CostQuestionError);
    expect(() => ask(question)).toThrow(message);
  });
});
