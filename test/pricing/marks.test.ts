import { describe, expect, it } from 'vitest';
import type { DatedRate, Levy } from '../../src/pricing/book.ts';
import { priceSeries } from '../../src/pricing/price-series.ts';
import type { Question } from '../../src/pricing/question.ts';
import type { PriceRule, RatePeriod, Tariff } from '../../src/pricing/tariff.ts';
import { at, bookOf, exchangeOf, tariffOf } from '../support/service/pricing-fixture.ts';

const flat: PriceRule = { kind: 'clock', rates: [{ price: 0.1 }] };
const contract = tariffOf('contract', { '20260101': flat });
const network = (...periods: RatePeriod[]): Tariff =>
  tariffOf('network', { '20260101': { kind: 'periods', periods } }, { sector: 'grid' });
const rates = [{ price: 0.05 }];
const levy = (rate: Partial<DatedRate>, more: Partial<Levy> = {}): Levy => ({
  ...{ name: 'levy', component: 'fees', basis: 'kwh', source: 'a test' },
  rates: [{ from: '2026-01-01', value: 0.01, ...rate }],
  ...more,
});

const exchange = exchangeOf(at('2027-01-02T23:00:00Z'), () => 0.1);
const eve = '2026-12-31T12:00:00+01:00';
const marksAt = (now: string, question: Partial<Question>, book = bookOf(), prices = exchange) =>
  priceSeries(
    { now: at(now), historicDays: 0, include: new Set(['fees', 'vat']), resolution: 3600, ...question },
    book,
    prices,
  ).marks;

describe('a series is marked', () => {
  it.each([
    ['nothing', contract, {}],
    ['an example of a tariff', { ...contract, grade: 'X' as const }, { examples: ['energy'] }],
    [
      'an example of a version',
      { ...contract, versions: [{ ...contract.versions[0], grade: 'X' }] },
      { examples: ['energy'] },
    ],
    [
      'a version that a source confirms, of a tariff of examples',
      { ...contract, grade: 'X', versions: [{ ...contract.versions[0], grade: 'A' }] },
      {},
    ],
    [
      'a proposed price',
      { ...contract, versions: [{ ...contract.versions[0], status: 'proposed' }] },
      { proposed: ['energy'] },
    ],
    [
      'a price whose last day has passed',
      { ...contract, versions: [{ ...contract.versions[0], until: '2026-06-30' }] },
      { expired: { energy: '2026-06-30' } },
    ],
  ] as const)('with what its energy price rests on: %s', (_, consumption, marks) => {
    expect(marksAt(eve, { consumption: consumption as Tariff })).toEqual(marks);
  });

  it('from the day on which a network charge of another standing begins, asked on the eve', () => {
    const grid = network(
      { from: '2026-01-01', to: '2026-12-31', rates, grade: 'A' },
      { from: '2027-01-01', rates, status: 'proposed' },
    );
    expect(marksAt('2026-12-30T12:00:00+01:00', { consumption: contract, grid })).toEqual({});
    expect(marksAt(eve, { consumption: contract, grid })).toEqual({ proposed: ['grid'] });
  });

  it('with the last day of a network charge that is carried on', () => {
    const grid = network({ from: '2026-01-01', to: '2026-12-31', rates });
    expect(marksAt(eve, { consumption: contract, grid })).toEqual({ expired: { grid: '2026-12-31' } });
    expect(marksAt('2027-01-01T12:00:00+01:00', { consumption: contract, grid })).toEqual({
      expired: { grid: '2026-12-31' },
    });
  });

  it('with nothing where the operator itself has published the charge of the day', () => {
    const told = { kind: 'periods', periods: [{ from: '2026-12-01', to: '2027-01-31', rates }] } as const;
    const grid = { ...network({ from: '2026-01-01', rates, grade: 'X' }), told };
    expect(marksAt(eve, { consumption: contract, grid })).toEqual({});
  });

  it('by the version that prices a network charge today, though another begins tomorrow', () => {
    const [version] = tariffOf('network', { '20260101': flat }).versions;
    const grid: Tariff = {
      ...tariffOf('network', { '20260101': flat }, { sector: 'grid' }),
      versions: [
        { ...version, until: '2026-12-31' },
        { ...version, version: '20270101', grade: 'A' },
      ],
    };
    expect(marksAt(eve, { consumption: contract, grid })).toEqual({ expired: { grid: '2026-12-31' } });
    expect(marksAt('2027-01-01T12:00:00+01:00', { consumption: contract, grid })).toEqual({});
  });

  it('with levies and VAT by their components', () => {
    const levies = [
      levy({ grade: 'X' }),
      levy({ until: '2026-06-30' }, { name: 'older' }),
      levy({ until: '2026-09-30' }, { name: 'newer' }),
    ];
    const vat = [{ rates: [{ from: '2026-01-01', value: 0.2, status: 'proposed' as const }], source: 'a test' }];
    expect(marksAt(eve, { consumption: contract }, bookOf({ levies, vat }))).toEqual({
      examples: ['fees'],
      proposed: ['vat'],
      expired: { fees: '2026-06-30' },
    });
  });

  it('with none of the levies and the VAT that were not asked for, nor with levies inside a network charge that is not there', () => {
    const levies = [levy({ grade: 'X' }), levy({ grade: 'X' }, { name: 'inside', component: 'grid' })];
    const vat = [{ rates: [{ from: '2026-01-01', value: 0.2, grade: 'X' as const }], source: 'a test' }];
    expect(marksAt(eve, { consumption: contract, include: new Set() }, bookOf({ levies, vat }))).toEqual({});
  });

  it('with an example of an exchange rate, where the exchange price does not bring a real one', () => {
    const consumption = tariffOf('spot', {
      '20260101': { kind: 'spot', zone: 'NO1', settlement: 3600, coefficient: 1, margin: 0 },
    });
    const book = bookOf({ country: 'NO', exchangeRates: [{ from: '2026-01-01', value: 11.5, grade: 'X' }] });
    const rated = {
      ...exchange,
      pointsOf: (...asked: Parameters<typeof exchange.pointsOf>) =>
        exchange.pointsOf(...asked).map((point) => ({ ...point, perEuro: 11.7 })),
    };
    expect(marksAt(eve, { consumption }, book)).toEqual({ examples: ['energy'] });
    expect(marksAt(eve, { consumption }, book, rated)).toEqual({});
    expect(marksAt(eve, { consumption: contract }, book)).toEqual({});
  });

  it('on a feed-in price by its own figure alone', () => {
    const feedin = tariffOf('sun', { '20260101': flat }, { sector: 'feedin', grade: 'X' });
    expect(marksAt(eve, { feedin }, bookOf({ levies: [levy({ status: 'proposed' })] }))).toEqual({
      examples: ['energy'],
    });
  });
});
