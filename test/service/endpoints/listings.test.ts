import { describe, expect, it } from 'vitest';
import { book, flat, openService, tariff } from '../../support/service/service-fixture.ts';

const { get } = openService();
const bodyOf = async (path: string) => (await get(path)).json();
const idsOf = async (path: string) => (await bodyOf(path)).map(({ id }: { id: string }) => id);
const refusalOf = async (path: string) => {
  const response = await get(path);
  return [response.status, (await response.json()).message];
};

describe('GET /v2/{country}/{sector}/companies', () => {
  it('companies rule 1: lists suppliers with a household tariff in the sector, and for grid the operators', async () => {
    expect(await bodyOf('/v2/de/consumption/companies')).toEqual([
      { id: 'stromer', name: 'Stromer', country: 'DE', url: 'https://stromer.example' },
    ]);
    expect(await idsOf('/v2/DE/feedin/companies')).toEqual(['stromer']);
    expect(await bodyOf('/v2/De/grid/companies')).toEqual([{ id: 'netz', name: 'Netz', country: 'DE' }]);
  });

  it.each(['/v2/gr/feedin/companies', '/v2/mt/consumption/companies', '/v2/mt/grid/companies?postal_code=1'])(
    'companies rule 2: %s holds no data: an empty array with 200',
    async (path) => {
      expect(await bodyOf(path)).toEqual([]);
    },
  );

  it.each([
    ['/v2/uk/grid/companies', /^country must be one of AT, BE/],
    ['/v2/ger/grid/companies', /^country must be one of/],
    ['/v2/de/gas/companies', 'sector must be one of consumption, feedin, grid'],
    ['/v2/de/GRID/companies', 'sector must be one of consumption, feedin, grid'],
    ['/v2/xx/gas/companies', /^country must be .*; sector must be/],
  ])('companies rule 3: %s is 400 with one message', async (path, message) => {
    const text = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await refusalOf(path)).toEqual([400, text]);
  });

  it.each([
    ['10115', ['netz']],
    ['DE-10 115', ['netz']],
    ['10115&postal_code=99999', ['netz']],
    ['', ['netz']],
    ['%20-', ['netz']],
    ['99999', []],
    ['20095', []],
    ['CH-8001', []],
    ['10', []],
    ['no code at all', []],
  ])('companies postal_code rule 5: postal_code=%s leaves %j', async (postalCode, ids) => {
    expect(await idsOf(`/v2/de/grid/companies?postal_code=${postalCode}`)).toEqual(ids);
  });

  it('companies postal_code rule 3: an empty list tells an unmapped address from a mapped one, also under a national price', async () => {
    expect(await idsOf('/v2/gr/grid/companies?postal_code=10431')).toEqual(['deddie']);
    expect(await idsOf('/v2/gr/grid/companies?postal_code=99999')).toEqual([]);
  });

  it('companies postal_code rule 4: suppliers are listed whatever the address', async () => {
    for (const sector of ['consumption', 'feedin'])
      for (const code of ['99999', '10115', 'CH-8001'])
        expect(await idsOf(`/v2/de/${sector}/companies?postal_code=${code}`)).toEqual(['stromer']);
  });

  it('companies rule 4: ignores a parameter the route does not define', async () => {
    expect(await idsOf('/v2/de/grid/companies?type=nonsense&page=2')).toEqual(['netz']);
  });
});

describe('GET /v2/{country}/{sector}/{company}/tariffs', () => {
  it('tariffs rule 1, tariff rule 1: lists the household catalogue with every field', async () => {
    const [spot, fixed, ...others] = await bodyOf('/v2/de/consumption/stromer/tariffs');
    expect(spot).toEqual({
      id: 'de-spot',
      companyid: 'stromer',
      name: 'Tariff de-spot',
      link: null,
      description: null,
      type: 'dynamic',
      available: true,
    });
    expect(fixed).toMatchObject({
      id: 'de-fixed',
      link: 'https://stromer.example/de-fixed',
      description: 'Closed',
      available: false,
    });
    expect(others).toEqual([]);
  });

  it.each([
    ['available=true', ['de-spot']],
    ['available=false', ['de-fixed']],
    ['type=static', ['de-fixed']],
    ['type=dynamic', ['de-spot']],
    ['type=dynamic&available=false', []],
    ['typ=dynamic', ['de-spot', 'de-fixed']],
  ])('tariffs rules 1, 2, 3 and 5: %s leaves %j', async (query, ids) => {
    expect(await idsOf(`/v2/de/consumption/stromer/tariffs?${query}`)).toEqual(ids);
  });

  it.each([
    ['type=both', ['type must be one of dynamic, static']],
    ['available=yes&type=', ['type must be one of dynamic, static', 'available must be one of true, false']],
  ])('tariffs rules 2 and 3, errors rule 2: %s is 400 with a message for each', async (query, messages) => {
    expect(await refusalOf(`/v2/de/consumption/stromer/tariffs?${query}`)).toEqual([400, messages]);
  });

  it('service rule 7: an empty answer says nothing about another sector', async () => {
    expect(await bodyOf('/v2/dk/feedin/elskab/tariffs')).toEqual([]);
    expect(await idsOf('/v2/dk/consumption/elskab/tariffs')).toEqual(['dk2-spot']);
    expect(await refusalOf('/v2/dk/dayahead?feedin_tariff=dk2-spot')).toEqual([
      400,
      'feedin_tariff: "dk2-spot" is a tariff of sector consumption, not of feedin',
    ]);
  });

  it('service rule 6: a company with no household tariff lists none', async () => {
    expect(await bodyOf('/v2/de/consumption/grosser/tariffs')).toEqual([]);
  });

  it.each([
    ['/v2/de/consumption/nobody/tariffs', 'company: the company "nobody" does not exist'],
    [
      '/v2/de/consumption/Stromer/tariffs',
      'company: the company "Stromer" does not exist; it differs only in case from "stromer"',
    ],
    ['/v2/de/consumption/GROSSER/tariffs', 'company: the company "GROSSER" does not exist'],
    ['/v2/de/consumption/netz/tariffs', 'company: "netz" names a network operator, not a supplier'],
    ['/v2/de/feedin/ohne/tariffs', 'company: "ohne" names a network operator, not a supplier'],
    ['/v2/de/grid/stromer/tariffs', 'company: "stromer" names a supplier, not a network operator'],
    ['/v2/de/consumption/de-spot/tariffs', 'company: "de-spot" names a tariff, not a company'],
    ['/v2/de/consumption/elskab/tariffs', 'company: the company "elskab" belongs to DK, not to DE'],
    ['/v2/mt/consumption/elskab/tariffs', 'company: the company "elskab" belongs to DK, not to MT'],
    ['/v2/de/consumption/dk2-spot/tariffs', 'company: "dk2-spot" names a tariff of DK, not a company'],
    ['/v2/de/consumption/%E0%A4%A/tariffs', 'company: the company "%E0%A4%A" does not exist'],
    ['/v2/de/consumption/%2Fetc%2Fpasswd/tariffs', 'company: the company "/etc/passwd" does not exist'],
  ])('tariffs rule 4, errors rule 1: %s is 400: %s', async (path, message) => {
    expect(await refusalOf(path)).toEqual([400, message]);
  });
});

describe('GET /v2/{country}/{sector}/{tariff}/versions', () => {
  it('versions rule 4, tariff version rule 1: newest first; the newest flag is the tariff’s', async () => {
    expect(await bodyOf('/v2/de/consumption/de-fixed/versions')).toEqual([
      { version: '20250401', available: false },
      { version: '20250101', available: true },
    ]);
  });

  it('versions rule 1: a tariff that no listing shows has versions too, parameters are ignored', async () => {
    expect(await bodyOf('/v2/de/consumption/business/versions?x=1')).toHaveLength(1);
  });

  it.each([
    ['/v2/de/consumption/nothing/versions', 'tariff: the tariff "nothing" does not exist'],
    [
      '/v2/de/consumption/DE-SPOT/versions',
      'tariff: the tariff "DE-SPOT" does not exist; it differs only in case from "de-spot"',
    ],
    ['/v2/de/consumption/BUSINESS/versions', 'tariff: the tariff "BUSINESS" does not exist'],
    ['/v2/de/grid/de-spot/versions', 'tariff: "de-spot" is a tariff of sector consumption, not of grid'],
    ['/v2/de/grid/netz/versions', 'tariff: "netz" names a company, not a tariff'],
    ['/v2/de/consumption/dk2-spot/versions', 'tariff: the tariff "dk2-spot" belongs to DK, not to DE'],
    ['/v2/mt/consumption/dk2-spot/versions', 'tariff: the tariff "dk2-spot" belongs to DK, not to MT'],
  ])('versions rule 5, errors rule 1: %s is 400: %s', async (path, message) => {
    expect(await refusalOf(path)).toEqual([400, message]);
  });
});

it('companies rule 1: a company that runs a network and sells energy has tariffs of both kinds', async () => {
  const both = book('DE', [tariff('stadt/energy', 'consumption', flat(0.1)), tariff('stadt/net', 'grid', flat(0.1))]);
  const { get } = openService({ catalogue: { books: new Map([['DE', both]]), sources: [] } });
  expect(await (await get('/v2/de/consumption/stadt/tariffs')).json()).toMatchObject([{ id: 'energy' }]);
  expect(await (await get('/v2/de/grid/stadt/tariffs')).json()).toMatchObject([{ id: 'net' }]);
});

describe('ids', () => {
  it('service rule 8: one string can be a company and a tariff: its place decides', async () => {
    const twins = book('DE', [tariff('same/same', 'consumption', flat(0.1))]);
    const { get } = openService({ catalogue: { books: new Map([['DE', twins]]), sources: [] } });
    expect((await get('/v2/de/consumption/same/tariffs')).status).toBe(200);
    expect((await get('/v2/de/consumption/same/versions')).status).toBe(200);
    expect((await get('/v2/de/dayahead?consumption_tariff=same')).status).toBe(200);
  });
});
