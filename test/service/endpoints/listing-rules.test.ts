import { describe, expect, it } from 'vitest';
import type { CountryStatistics } from '../../../src/api/bodies.ts';
import { ask, componentsAt, openMarkets } from '../../support/service/markets.ts';
import { book, flat, openService, tariff } from '../../support/service/service-fixture.ts';

/** "`postal_code` on the listing of network operators", and what the coverage counts. */

const { body } = openMarkets();
const ids = async (path: string) => (await body(path)).map(({ id }: { id: string }) => id);

describe('`postal_code` on the listing of network operators', () => {
  it.each([
    ['ch', '8109', ['ekz']],
    ['ch', '8956', ['aew']],
    ['gb', 'EN5 1AA', ['gb-london']],
  ])('companies postal_code rule 1: %s %s is served by %j', async (country, code, operators) => {
    expect(await ids(`/v2/${country}/grid/companies?postal_code=${code}`)).toEqual(operators);
  });

  it.each([
    ['cz', '20000', 'whose operator files no tariff'],
    ['it', '00100', 'of an operator under the national price'],
    ['no', '7000', 'that is not mapped'],
    ['gb', 'BT1 1AA', 'in Northern Ireland'],
    ['fr', '98000', 'in Monaco'],
  ])('companies postal_code rule 2: %s lists nobody for %s, a code %s', async (country, code) => {
    expect(await ids(`/v2/${country}/grid/companies?postal_code=${code}`)).toEqual([]);
  });

  it('companies postal_code rule 2: under a national price only the operator that files it is listed', async () => {
    expect(await ids('/v2/it/grid/companies')).toEqual(['distribuzione']);
    expect(await ids('/v2/it/grid/companies?postal_code=20121')).toEqual(['distribuzione']);
  });

  it.each([
    ['no?consumption_tariff=no-spot-1', '0150', 'elvia'],
    ['ch?consumption_tariff=ekz-h4', '8956', 'aew'],
    ['be?consumption_tariff=be-dual-v', '2000', 'fluvius'],
  ])('companies postal_code rule 3: it is the operator that %s is priced on at %s', async (query, code, operator) => {
    const country = query.slice(0, 2);
    const grid = (await ask(`${query}&postal_code=${code}`)).grid_tariff?.id;
    expect(await ids(`/v2/${country}/grid/companies?postal_code=${code}`)).toEqual([operator]);
    expect(await ids(`/v2/${country}/grid/${operator}/tariffs`)).toContain(grid);
  });

  it.each([
    ['of whose tariffs none is that of a household', '6020'],
    ['all of whose tariffs are commercial', '4020'],
  ])(
    'companies postal_code rules 2 and 3: an operator %s is not listed at %s, where no network is priced',
    async (_, code) => {
      expect(await ids(`/v2/at/grid/companies?postal_code=${code}`)).toEqual([]);
    },
  );

  it('companies postal_code rule 3: under a national price an operator with rows of its own is not listed at its codes', async () => {
    const rows = [
      tariff('a/in', 'consumption', flat(0.1)),
      tariff('b/all', 'grid', flat(0.05)),
      tariff('c/own', 'grid', flat(0.01)),
    ];
    const sold = book('LT', rows, {
      network: { national: 'all' },
      areas: [
        { codes: ['1'], operator: 'b' },
        { codes: ['2'], operator: 'c' },
      ],
    });
    const { get } = openService({ catalogue: { books: new Map([['LT', sold]]), sources: [] } });
    const listed = async (code: string) => (await get(`/v2/lt/grid/companies?postal_code=${code}`)).json();
    const priced = async (code: string) =>
      (await (await get(`/v2/lt/dayahead?consumption_tariff=in&postal_code=${code}`)).json()).grid_tariff.id;
    expect([await listed('10000'), await priced('10000')]).toEqual([[expect.objectContaining({ id: 'b' })], 'all']);
    expect([await listed('20000'), await priced('20000')]).toEqual([[], 'all']);
  });

  it('companies postal_code rule 4: a supplier lists one tariff per bidding zone', async () => {
    expect(await ids('/v2/no/consumption/kraft/tariffs')).toEqual(['no-spot-1', 'no-spot-4']);
    expect(await ids('/v2/no/consumption/companies?postal_code=7000')).toEqual(['kraft']);
  });
});

describe('what the coverage says of these markets', () => {
  const statistics = async (country: 'GB' | 'GR' | 'IT' | 'MC' | 'NL' | 'NO'): Promise<CountryStatistics> =>
    (await body('/public/country-stats'))[country];

  it('country-stats rule 2: the total counts suppliers and never operators', async () => {
    expect((await statistics('NO')).companies).toEqual({ consumption: 1, feedin: 0, grid: 2, total: 1 });
  });

  it('country-stats rule 3: the Dutch grid tariffs are the bands that the listings return', async () => {
    const listed = await ids('/v2/nl/grid/liander/tariffs');
    expect((await statistics('NL')).tariffs.grid).toBe(listed.length);
  });

  it('country-stats rule 4: hasTariffs is true with a tariff in any sector', async () => {
    expect([(await statistics('GR')).hasTariffs, (await statistics('MC')).hasTariffs]).toEqual([true, false]);
  });

  it('country-stats rule 5: fee coverage is complete where a market provably levies nothing', async () => {
    expect(await statistics('GB')).toMatchObject({ hasFees: false, feeCoverageComplete: true });
    expect(await statistics('NL')).toMatchObject({ hasFees: true, feeCoverageComplete: true });
  });

  it('country-stats rule 6: a fee or VAT of one place makes hasLocationScopedFees true', async () => {
    expect([(await statistics('IT')).hasLocationScopedFees, (await statistics('NL')).hasLocationScopedFees]).toEqual([
      true,
      false,
    ]);
  });

  it('country-stats rule 7: a market with a settled fee answer is listed with 0 in every sector', async () => {
    expect(await statistics('MC')).toMatchObject({
      companies: { consumption: 0, feedin: 0, grid: 0, total: 0 },
      tariffs: { consumption: 0, feedin: 0, grid: 0 },
      feeCoverageComplete: true,
    });
  });

  it('country-stats rule 7: postalCodes can be 0 while every call carries a national grid', async () => {
    expect((await statistics('GR')).postalCodes).toBe(0);
    expect(componentsAt(await ask('gr?consumption_tariff=gr-fixed')).grid).toBe(0.0226);
  });

  it('country-stats rule 8: no currency is reported', async () => {
    expect(JSON.stringify(await body('/public/country-stats'))).not.toMatch(/currency|GBP|EUR/i);
  });
});
