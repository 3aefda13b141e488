import { describe, expect, it } from 'vitest';
import { markets } from '../../src/core/markets.ts';
import { versionsAsListed } from '../../src/service/endpoints/listings.ts';
import { openMarkets } from '../support/service/markets.ts';
import { book, flat, openService, tariff } from '../support/service/service-fixture.ts';

/** "What the service does", "Resources and their fields" and "States and transitions". */

const { get, fetch } = openService();
const body = async (path: string) => (await get(path)).json();
const ids = async (path: string) => (await body(path)).map(({ id }: { id: string }) => id);

describe('what the service does', () => {
  it('service rule 1: three listings give companies, their tariffs and the versions of one', async () => {
    const [{ id: company }] = await body('/v2/de/consumption/companies');
    const [, { id }] = await body(`/v2/de/consumption/${company}/tariffs`);
    const [{ version }] = await body(`/v2/de/consumption/${id}/versions`);
    expect([company, id, version]).toEqual(['stromer', 'de-fixed', '20250401']);
  });

  it('service rule 2: one series endpoint prices consumption, feed-in and grid in one answer', async () => {
    const answer = await body('/v2/de/dayahead?consumption_tariff=de-spot&feedin_tariff=sun&grid_tariff=house');
    expect(Object.keys(answer)).toEqual(['currency', 'next', 'consumption', 'feedin', 'grid_tariff']);
  });

  it.each(['/public/country-stats', '/public/attribution'])('service rule 3: %s needs no token', async (path) => {
    expect((await fetch(path)).status).toBe(200);
  });

  it('service rule 4: an id from the companies lists tariffs, an id from the tariffs prices', async () => {
    for (const company of await ids('/v2/de/consumption/companies'))
      for (const id of await ids(`/v2/de/consumption/${company}/tariffs`))
        expect((await get(`/v2/de/dayahead?consumption_tariff=${id}`)).status).toBe(200);
    expect.assertions(2);
  });

  it.each([
    ['consumption', ['stromer']],
    ['feedin', ['stromer']],
    ['grid', ['netz']],
  ])('service rule 5: the sector %s lists %j', async (sector, companies) => {
    expect(await ids(`/v2/de/${sector}/companies`)).toEqual(companies);
  });

  it('service rule 6: nothing that the household catalogue leaves out is named by any answer of its own accord', async () => {
    const texts = await Promise.all(
      [
        '/v2/de/consumption/companies',
        '/v2/de/consumption/stromer/tariffs',
        '/v2/de/consumption/grosser/tariffs',
        '/v2/de/consumption/WHOLESALE/versions',
        '/v2/de/consumption/Business/versions',
        '/v2/de/dayahead?consumption_tariff=Business',
        '/public/country-stats',
      ].map(async (path) => (await get(path)).text()),
    );
    for (const text of texts) expect(text).not.toMatch(/\b(business|wholesale)\b/);
  });

  it('service rule 6: the row to send instead is one that a listing shows', async () => {
    const sold = (region: string, more: object) =>
      tariff(`a/${region.toLowerCase()}`, 'consumption', flat(0.1), { region, product: 'p', ...more });
    const net = (id: string) => ({ id, name: id });
    const regional = book('BE', [sold('V', {}), sold('W', { household: false })], {
      companies: new Map(['a', 'north', 'south'].map((id) => [id, net(id)])),
      areas: [{ codes: ['5000'], operator: 'south' }],
      regions: [
        { id: 'V', name: 'Flanders', operators: ['north'] },
        { id: 'W', name: 'Wallonia', operators: ['south'] },
      ],
    });
    const { get } = openService({ catalogue: { books: new Map([['BE', regional]]), sources: [] } });
    const { message } = await (await get('/v2/be/dayahead?consumption_tariff=v&postal_code=5000')).json();
    expect(message).toBe('consumption_tariff: "v" is sold in Flanders, the postal_code lies in Wallonia');
  });

  it('service rule 8: ids are case-sensitive', async () => {
    expect((await get('/v2/de/consumption/stromer/tariffs')).status).toBe(200);
    expect((await get('/v2/de/consumption/STROMER/tariffs')).status).toBe(400);
    expect((await get('/v2/de/dayahead?consumption_tariff=DE-SPOT')).status).toBe(400);
  });

  it('service rule 8: a listing returns only what belongs to the country of its path', async () => {
    expect(await ids('/v2/dk/consumption/companies')).toEqual(['elskab']);
    expect(await body('/v2/dk/consumption/companies')).toEqual([expect.objectContaining({ country: 'DK' })]);
  });

  const national: Record<string, string> = {
    ...{ CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', HU: 'HUF', NO: 'NOK', PL: 'PLN', RO: 'RON', SE: 'SEK' },
  };
  it.each(Object.keys(markets))('service rule 9: the currency of %s is the market’s own', async (country) => {
    const held = book('DE', [tariff('a/fixed', 'consumption', flat(0.1))]);
    const code = country as keyof typeof markets;
    const books = new Map([[code, { ...held, country: code }]]);
    const { get } = openService({ catalogue: { books, sources: [] } });
    const { currency } = await (await get(`/v2/${country}/dayahead?consumption_tariff=fixed`)).json();
    expect(currency).toBe(national[country] ?? 'EUR');
  });

  it.each(['de', 'DE', 'De'])('companies rule 3: the country is read in any case: %s', async (country) => {
    expect((await get(`/v2/${country}/dayahead?consumption_tariff=de-fixed`)).status).toBe(200);
  });
});

describe('resources', () => {
  it('company rule 1: id, name and country, and a url where there is one', async () => {
    expect(await body('/v2/de/consumption/companies')).toEqual([
      { id: 'stromer', name: 'Stromer', country: 'DE', url: 'https://stromer.example' },
    ]);
    expect(await body('/v2/de/grid/companies')).toEqual([{ id: 'netz', name: 'Netz', country: 'DE' }]);
  });

  it('tariff rule 1: link, description and type are null where they are not known', async () => {
    const vague = book('DE', [tariff('a/vague', 'consumption', flat(0.1), { type: null })]);
    const { get } = openService({ catalogue: { books: new Map([['DE', vague]]), sources: [] } });
    expect(await (await get('/v2/de/consumption/a/tariffs')).json()).toEqual([
      { id: 'vague', companyid: 'a', name: 'Tariff vague', link: null, description: null, type: null, available: true },
    ]);
    expect(await (await get('/v2/de/consumption/a/tariffs?type=static')).json()).toEqual([]);
    const { consumption } = await (await get('/v2/de/dayahead?consumption_tariff=vague')).json();
    expect(consumption.tariff).toEqual({ id: 'vague', type: null });
  });

  it.each([
    ['no', 'kraft', { 'no-spot-1': 'dynamic', 'no-spot-4': 'dynamic' }],
    ['fr', 'bleu', { 'fr-base': 'static', 'fr-own-clock': 'static', 'fr-colours': 'dynamic' }],
    ['be', 'cociter', { 'be-variable': 'static', 'be-dual-v': 'static', 'be-dual-w': 'static' }],
    ['gb', 'bright', { 'gb-fix-a': 'static', 'gb-fix-c': 'static', 'gb-agile-c': 'dynamic' }],
  ])(
    'tariff rules 2, 3 and 4: dynamic is read from a published series, a capped one too; %s',
    async (country, company, types) => {
      const listed = await openMarkets().body(`/v2/${country}/consumption/${company}/tariffs`);
      const typeOf = ({ id, type }: { id: string; type: string }) => [id, type];
      expect(Object.fromEntries(listed.map(typeOf))).toEqual(types);
    },
  );

  it('tariff version rule 1: a date, and an older flag that says nothing about today', async () => {
    expect(await body('/v2/de/consumption/de-fixed/versions')).toEqual([
      { version: '20250401', available: false },
      { version: '20250101', available: true },
    ]);
  });

  it('tariff version rule 1: what is to take effect later is not shown, and the flag is that of the newest shown', () => {
    const dated = (version: string) => ({ version, available: false, price: flat(0.1) });
    const planned = tariff('a/planned', 'consumption', flat(0.1), {
      versions: [dated('20250101'), dated('20260101'), dated('20270101')],
    });
    expect(versionsAsListed(planned, '20261231')).toEqual([
      { version: '20260101', available: true },
      { version: '20250101', available: false },
    ]);
    expect(versionsAsListed(planned, '20241231')).toEqual([{ version: '20250101', available: true }]);
  });
});

describe('the versions of a tariff', () => {
  const { body } = openMarkets();

  it('versions rule 1: each of them is a version to price', async () => {
    const priced = async ({ version }: { version: string }) => {
      const query = `consumption_tariff=gb-fix-a&version=${version}&resolution=900`;
      const { consumption } = await body(`/v2/gb/dayahead?${query}`);
      return [version, consumption.prices[0].energy];
    };
    const listed = await body('/v2/gb/consumption/gb-fix-a/versions');
    expect(await Promise.all(listed.map(priced))).toEqual([
      ['20260401', 0.22],
      ['20260101', 0.24],
    ]);
  });

  it('versions rule 2: a product issued anew under a dated code has a version per issue', async () => {
    expect(await body('/v2/gb/consumption/gb-fix-a/versions')).toEqual([
      { version: '20260401', available: true },
      { version: '20260101', available: false },
    ]);
  });

  it('versions rule 3: where every issue has its own code each is a tariff, the earlier one still priced', async () => {
    const listed = await body('/v2/it/consumption/luce/tariffs');
    expect(listed).toMatchObject([
      { id: 'it-march', name: 'Luce Fissa', available: false },
      { id: 'it-april', name: 'Luce Fissa', available: true },
    ]);
    const energy = async (id: string) =>
      (await body(`/v2/it/dayahead?consumption_tariff=${id}&version=20260415`)).consumption.prices[0].energy;
    expect([await energy('it-march'), await energy('it-april')]).toEqual([0.13, 0.12]);
  });
});

describe('states', () => {
  it('states rule 1, tariff rule 5: a tariff no longer published stays listed unless available=true is passed', async () => {
    expect(await ids('/v2/de/consumption/stromer/tariffs')).toEqual(['de-spot', 'de-fixed']);
    expect(await ids('/v2/de/consumption/stromer/tariffs?available=true')).toEqual(['de-spot']);
  });

  it('states rule 1, tariff rule 6: it keeps its versions and keeps pricing', async () => {
    expect(await body('/v2/de/consumption/de-fixed/versions')).toHaveLength(2);
    expect((await get('/v2/de/dayahead?consumption_tariff=de-fixed')).status).toBe(200);
  });
});

describe('attribution', () => {
  it('attribution rule 1: publisher, licence, the notice to show, updated and shareAlike, without a token', async () => {
    const { fetch } = openMarkets();
    expect(await (await fetch('/public/attribution?country=ch')).json()).toEqual({
      sources: [
        {
          publisher: 'Example Statistics',
          licence: 'ODbL 1.0',
          notice: 'Contains data of Example Statistics',
          countries: ['CH'],
          updated: '2026-03-01',
          shareAlike: true,
        },
      ],
    });
    expect(await (await fetch('/public/attribution?country=no')).json()).toEqual({ sources: [] });
  });

  it.each(['/public/country-stats', '/v2/de/dayahead', '/v2/xx/grid/companies', '/nowhere'])(
    'attribution rule 3: every answer links to it: %s',
    async (path) => {
      expect((await fetch(path)).headers.get('Link')).toBe('</public/attribution>; rel="license"');
    },
  );
});
