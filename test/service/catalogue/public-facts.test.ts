import { describe, expect, it } from 'vitest';
import type { CountryStatistics } from '../../../src/api/bodies.ts';
import { at, book, flat, openService, tariff } from '../../support/service/service-fixture.ts';

const publicly = async (path: string) => (await openService().fetch(path)).json();

describe('GET /public/country-stats', () => {
  it('country-stats rule 1: counts what is held, not what the listings show', async () => {
    expect((await publicly('/public/country-stats')).DE).toEqual({
      companies: { consumption: 2, feedin: 1, grid: 1, total: 2 },
      tariffs: { consumption: 4, feedin: 1, grid: 2 },
      hasTariffs: true,
      postalCodes: 3000,
      hasFees: true,
      feeCoverageComplete: true,
      hasLocationScopedFees: true,
    } satisfies CountryStatistics);
  });

  it('country-stats rule 1: postal codes are those that resolve to an operator, not the rows of the map', async () => {
    const sold = book('AT', [tariff('a/b', 'grid', flat(1))], {
      areas: [
        { codes: ['6', '60'], operator: 'a', share: 0.6 },
        { codes: ['6', '1010'], operator: 'b', share: 0.4 },
      ],
      territories: [{ codes: ['66', '1011'], reason: 'an example' }],
    });
    const { fetch } = openService({ catalogue: { books: new Map([['AT', sold]]), sources: [] } });
    expect((await (await fetch('/public/country-stats')).json()).AT.postalCodes).toBe(901);
  });

  it('country-stats rule 2: a company that only buys counts in the total, one that does both counts once', async () => {
    const sold = book('AT', [
      tariff('both/a', 'consumption', flat(1)),
      tariff('both/b', 'feedin', flat(1)),
      tariff('buyer/c', 'feedin', flat(1)),
      tariff('net/d', 'grid', flat(1)),
    ]);
    const { fetch } = openService({ catalogue: { books: new Map([['AT', sold]]), sources: [] } });
    const { AT } = await (await fetch('/public/country-stats')).json();
    expect(AT.companies).toEqual({ consumption: 1, feedin: 2, grid: 1, total: 2 });
  });

  it('country-stats rule 5: fee coverage is not complete where nothing is settled', async () => {
    expect((await publicly('/public/country-stats')).DK).toMatchObject({ hasFees: false, feeCoverageComplete: false });
  });

  it.each([
    ['on its last day', '2026-12-31T22:59:59Z', true],
    ['after it', '2026-12-31T23:00:00Z', false],
  ])(
    'country-stats rule 5: fee coverage ends with the earliest levy whose successor is not published: %s',
    async (_, time, complete) => {
      const levy = (name: string, until?: string) => ({
        ...{ name, component: 'fees' as const, basis: 'kwh' as const, source: 'example' },
        rates: [{ from: '2026-01-01', value: 0.01, ...(until && { until }) }],
      });
      const levies = [levy('lasting'), levy('late', '2027-12-31'), levy('yearly', '2026-12-31')];
      const books = new Map([['DE', book('DE', [tariff('a/b', 'consumption', flat(1))], { levies })]] as const);
      const { fetch, clock } = openService({ catalogue: { books, sources: [] } });
      clock.now = at(time);
      const { DE } = await (await fetch('/public/country-stats')).json();
      expect(DE).toMatchObject({ hasFees: true, feeCoverageComplete: complete });
      expect(DE).not.toHaveProperty('feesUntil');
    },
  );

  it('country-stats rule 6: a VAT rate of one place is scoped to an address as a fee is', async () => {
    const rates = [{ from: '2020-01-01', value: 0.2 }];
    const vat = [
      { rates, source: 'example' },
      { rates, source: 'example', scope: { postalCodes: ['99'] } },
    ];
    const books = new Map([['AT', book('AT', [tariff('a/b', 'consumption', flat(1))], { vat })]] as const);
    const { fetch } = openService({ catalogue: { books, sources: [] } });
    expect((await (await fetch('/public/country-stats')).json()).AT).toMatchObject({
      hasFees: false,
      hasLocationScopedFees: true,
    });
  });

  it('country-stats rule 7: a country that holds nothing is absent', async () => {
    expect(Object.keys(await publicly('/public/country-stats'))).not.toContain('MT');
  });
});

describe('GET /public/attribution', () => {
  it('attribution rule 1: lists every source', async () => {
    expect((await publicly('/public/attribution')).sources).toEqual([
      {
        publisher: 'Example Agency',
        licence: 'CC BY 4.0',
        notice: 'Source: Example',
        countries: ['DE'],
        shareAlike: false,
      },
      { publisher: 'Everywhere', licence: 'CC0', notice: 'Everywhere' },
    ]);
  });

  it.each([
    ['de', ['Example Agency', 'Everywhere']],
    ['DK', ['Everywhere']],
  ])('attribution rule 2: country=%s narrows it to %j', async (country, publishers) => {
    const { sources } = await publicly(`/public/attribution?country=${country}`);
    expect(sources.map(({ publisher }: { publisher: string }) => publisher)).toEqual(publishers);
  });

  it('attribution rule 2: refuses a country it does not know', async () => {
    expect(await publicly('/public/attribution?country=uk')).toEqual({
      statusCode: 400,
      message: [expect.stringMatching(/^country must be one of/)],
    });
  });
});
