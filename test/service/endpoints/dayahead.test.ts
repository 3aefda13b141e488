import { describe, expect, it } from 'vitest';
import type { DayAheadBody } from '../../../src/api/bodies.ts';
import { askedIn } from '../../../src/service/endpoints/dayahead.ts';
import { at, book, flat, openService, steadyPrices, tariff } from '../../support/service/service-fixture.ts';

const { get } = openService();
const ask = (query: string, country = 'de') => get(`/v2/${country}/dayahead?${query}`);
const bodyOf = async (query: string, country = 'de'): Promise<DayAheadBody> => {
  const response = await ask(query, country);
  expect(response.status).toBe(200);
  return response.json();
};
/** The keys of the first consumption point, in their order, without `from_utc`. */
const componentsOf = async (query: string, country = 'de') => {
  const { from_utc: _, ...components } = (await bodyOf(query, country)).consumption?.prices[0] ?? { from_utc: 0 };
  return components;
};
const refusalOf = async (query: string, country = 'de') => {
  const response = await ask(query, country);
  expect(response.status).toBe(400);
  const { message, ...rest } = await response.json();
  expect(rest).toEqual({ statusCode: 400 });
  return message;
};

describe('the answer of dayahead', () => {
  it('names currency, next, the tariffs priced and their points', async () => {
    const body = await bodyOf('consumption_tariff=de-spot&feedin_tariff=sun&postal_code=10115&include=fees,vat');
    expect(body).toEqual({
      currency: 'EUR',
      next: at('2026-04-16T07:00:00+02:00'),
      consumption: { tariff: { id: 'de-spot', type: 'dynamic' }, prices: expect.any(Array) },
      feedin: { tariff: { id: 'sun', type: 'static' }, prices: expect.any(Array) },
      grid_tariff: { id: 'house', type: 'static' },
    });
    expect(body.consumption?.prices[0]).toEqual({
      from_utc: at('2026-04-15T00:00:00+02:00'),
      energy: 0.1,
      grid: 0.09,
      fees: 0.035,
      vat: 0.04275,
    });
    expect(body.feedin?.prices[1]).toEqual({ from_utc: at('2026-04-15T01:00:00+02:00'), energy: 0.08 });
  });

  it('next rule 3: the ETag is a hash of the whole body and If-None-Match never yields 304', async () => {
    let drawn = 0;
    const { fetch, production } = openService({ random: () => (drawn++ % 2) / 2 });
    const again = (etag = '') =>
      fetch('/v2/de/dayahead?consumption_tariff=de-spot', {
        Authorization: `Bearer ${production}`,
        'If-None-Match': etag,
      });
    const first = (await again()).headers.get('ETag') ?? '';
    const other = (await again()).headers.get('ETag');
    const same = await again(first);
    expect(first).toMatch(/^"[\w-]{27}"$/);
    expect(other).not.toBe(first);
    expect([same.status, same.headers.get('ETag')]).toEqual([200, first]);
  });

  it('next rule 1: the publication plus a random offset drawn anew on every request', async () => {
    const until = at('2026-04-16T22:00:00Z');
    const nextAt = async (random: number) => {
      const { get } = openService({ random: () => random, prices: steadyPrices(until) });
      return (await (await get('/v2/de/dayahead?consumption_tariff=de-spot')).json()).next;
    };
    expect(await nextAt(0)).toBe(until - 36_000);
    expect(await nextAt(0.999)).toBe(until - 36_000 + 1798);
  });

  it.each([
    ['consumption_tariff=de-fixed', 'de', '2026-04-16T07:00:00+02:00'],
    ['consumption_tariff=gb-fixed', 'gb', '2026-04-16T07:00:00+01:00'],
    ['grid_tariff=house', 'de', '2026-04-16T07:00:00+02:00'],
  ])('next rule 2: 07:00 local market time for %s in %s', async (query, country, next) => {
    expect((await bodyOf(query, country)).next).toBe(at(next));
  });

  it('a component travels without the noise of floating point', async () => {
    const { get } = openService({ prices: steadyPrices(at('2026-04-16T22:00:00Z'), 0.1 + 0.2) });
    expect(await (await get('/v2/de/dayahead?consumption_tariff=de-spot')).text()).toContain('"energy":0.3}');
  });
});

describe('what is asked', () => {
  const [energy, sun, house] = [
    tariff('stromer/de-fixed', 'consumption', flat(0.3)),
    tariff('stromer/sun', 'feedin', flat(0.08)),
    tariff('netz/house', 'grid', flat(0.09)),
  ];
  const question = {
    now: at('2026-04-15T10:20:00Z'),
    historicDays: 0,
    include: new Set<never>(),
    resolution: 3600,
  } as const;

  it.each([
    ['one tariff', { consumption: energy }, ['de-fixed']],
    ['the combination of several', { grid: house, feedin: sun, consumption: energy }, ['de-fixed', 'sun', 'house']],
    ['a grid tariff alone', { grid: house }, ['house']],
  ])('counts as one thing: %s', (_, tariffs, ids) => {
    const thing = JSON.stringify(ids);
    expect(askedIn({ ...question, ...tariffs })).toEqual({ thing, named: { kind: 'tariffs', ids } });
  });
});

describe('dayahead rules', () => {
  it('dayahead rule 1: components are never summed', async () => {
    expect(Object.keys(await componentsOf('consumption_tariff=de-spot&grid_tariff=house&include=fees,vat'))).toEqual([
      'energy',
      'grid',
      'fees',
      'vat',
    ]);
  });

  it('dayahead rule 2: grid comes from grid_tariff, from postal_code, or from a national price', async () => {
    expect(await componentsOf('consumption_tariff=de-fixed')).toEqual({ energy: 0.3 });
    expect(await componentsOf('consumption_tariff=de-fixed&grid_tariff=module-3')).toEqual({ energy: 0.3, grid: 0.02 });
    expect(await componentsOf('consumption_tariff=de-fixed&postal_code=10115')).toEqual({ energy: 0.3, grid: 0.09 });
    expect(await componentsOf('consumption_tariff=g1', 'gr')).toEqual({ energy: 0.15, grid: 0.05 });
  });

  it('dayahead rule 2: grid_tariff in the answer names the tariff priced, and none means no grid', async () => {
    expect((await bodyOf('consumption_tariff=de-fixed')).grid_tariff).toBeUndefined();
    expect((await bodyOf('consumption_tariff=g1', 'gr')).grid_tariff).toEqual({ id: 'national', type: 'static' });
  });

  it.each(['99999', 'CYPRUS', 'no code at all'])(
    'dayahead rule 2: a national price is added whatever the address says: postal_code=%s',
    async (postalCode) => {
      expect(await componentsOf(`consumption_tariff=g1&postal_code=${postalCode}`, 'gr')).toEqual({
        energy: 0.15,
        grid: 0.05,
      });
    },
  );

  it.each([
    ['', { energy: 0.3 }],
    ['&include=fees', { energy: 0.3, fees: 0.03 }],
    ['&include=vat', { energy: 0.3, vat: 0.057 }],
    ['&include=fees,vat', { energy: 0.3, fees: 0.03, vat: 0.0627 }],
    ['&include=vat,fees&postal_code=10115', { energy: 0.3, grid: 0.09, fees: 0.035, vat: 0.08075 }],
  ])('dayahead rule 3: VAT is on the other components of the response: %s', async (query, components) => {
    expect(await componentsOf(`consumption_tariff=de-fixed${query}`)).toEqual(components);
  });

  it('dayahead rule 4: a narrower price is still 200, its parts absent keys', async () => {
    const body = await bodyOf('consumption_tariff=de-spot');
    expect(Object.keys(body)).toEqual(['currency', 'next', 'consumption']);
    expect(Object.keys(body.consumption?.prices[0] ?? {})).toEqual(['from_utc', 'energy']);
  });

  it('dayahead parameters rule 5: feed-in is energy alone, without VAT, grid and fees', async () => {
    const { feedin, grid_tariff } = await bodyOf(
      'feedin_tariff=sun&grid_tariff=house&postal_code=10115&include=fees,vat',
    );
    expect(Object.keys(feedin?.prices[0] ?? {})).toEqual(['from_utc', 'energy']);
    expect(grid_tariff).toBeUndefined();
  });

  it('dayahead parameters rule 5: a grid tariff alone is 200 without a series', async () => {
    expect(Object.keys(await bodyOf('grid_tariff=house'))).toEqual(['currency', 'next']);
  });

  it('dayahead parameters rule 3: in a country without grid tariffs a passed id is ignored unchecked', async () => {
    const { get, testing } = openService();
    const response = await get('/v2/fi/dayahead?consumption_tariff=fi-fixed&grid_tariff=nonsense', testing);
    expect([response.status, response.headers.get('X-Testing-Tariffs-Remaining')]).toEqual([200, '19']);
    expect(await bodyOf('grid_tariff=nonsense', 'mt')).toEqual({ currency: 'EUR', next: at('2026-04-16T05:00:00Z') });
  });

  it('service rule 6: a tariff that no listing shows still prices', async () => {
    expect(await componentsOf('consumption_tariff=wholesale')).toEqual({ energy: 0.1 });
  });

  it('states rule 1: a tariff no longer offered still prices', async () => {
    expect(await componentsOf('consumption_tariff=de-fixed')).toEqual({ energy: 0.3 });
  });
});

describe('what dayahead refuses', () => {
  it.each([
    ['', 'one of consumption_tariff, feedin_tariff and grid_tariff must be given'],
    ['postal_code=10115&include=vat', 'one of consumption_tariff, feedin_tariff and grid_tariff must be given'],
    ['consumption_tariff=nothing', 'consumption_tariff: the tariff "nothing" does not exist'],
    [
      'consumption_tariff=DE-fixed',
      'consumption_tariff: the tariff "DE-fixed" does not exist; it differs only in case from "de-fixed"',
    ],
    ['feedin_tariff=de-fixed', 'feedin_tariff: "de-fixed" is a tariff of sector consumption, not of feedin'],
    ['consumption_tariff=de-fixed&grid_tariff=sun', 'grid_tariff: "sun" is a tariff of sector feedin, not of grid'],
    ['grid_tariff=netz', 'grid_tariff: "netz" names a company, not a tariff'],
    ['consumption_tariff=dk2-spot', 'consumption_tariff: the tariff "dk2-spot" belongs to DK, not to DE'],
    ['feedin_tariff=dk2-spot', 'feedin_tariff: the tariff "dk2-spot" belongs to DK, not to DE'],
    ['feedin_tariff=elskab', 'feedin_tariff: "elskab" names a company of DK, not a tariff'],
  ])('errors rules 1 and 2, dayahead parameters rule 1: %s: a string', async (query, message) => {
    expect(await refusalOf(query)).toBe(message);
  });

  it.each([
    [
      'consumption_tariff=de-fixed&page=1&cursor=2',
      ['page is not a parameter of this path', 'cursor is not a parameter of this path'],
    ],
    [
      'resolution=60&version=now',
      ['version must be a date in the form YYYYMMDD', 'resolution must be one of 3600, 1800, 900'],
    ],
    ['include=tax,levies', ['include must be a comma-separated list of fees, vat']],
    ['Consumption_tariff=de-fixed', ['Consumption_tariff is not a parameter of this path']],
  ])(
    'errors rule 2, dayahead parameters rule 4: %s: an array with a message for each thing',
    async (query, messages) => {
      expect(await refusalOf(query)).toEqual(messages);
    },
  );

  it.each(['99999', '20x', 'CH-8001', 'NL-1012AB', '101'])(
    'postal_code rule 4: %s, where the network price follows the operator',
    async (postalCode) => {
      expect(await refusalOf(`consumption_tariff=de-fixed&postal_code=${postalCode}`)).toMatch(/^postal_code: /);
      expect(await refusalOf(`feedin_tariff=sun&grid_tariff=house&postal_code=${postalCode}`)).toMatch(
        /^postal_code: /,
      );
    },
  );

  it('postal_code rule 2: a code tagged with another country is refused whatever is held', async () => {
    expect(await refusalOf('consumption_tariff=g1&postal_code=CH-8001', 'gr')).toMatch(/8001.*CH/);
    expect(await refusalOf('grid_tariff=any&postal_code=CH-8001', 'mt')).toMatch(/8001.*CH/);
  });

  it.each(['', '%20', '-'])('postal_code rule 2: an empty value is answered as omitted: "%s"', async (empty) => {
    expect(await componentsOf(`consumption_tariff=de-fixed&postal_code=${empty}&include=fees`)).toEqual({
      energy: 0.3,
      fees: 0.03,
    });
  });

  it.each(['10115', 'de-10 115', '10-115'])('postal_code rule 2: %s is 10115', async (postalCode) => {
    expect(await componentsOf(`consumption_tariff=de-fixed&postal_code=${postalCode}`)).toEqual({
      energy: 0.3,
      grid: 0.09,
    });
  });

  it.each([
    ['&postal_code=10115', 'house', 0.09],
    ['&postal_code=10115&grid_tariff=module-3', 'module-3', 0.02],
  ])('postal_code rule 12: a code alone resolves the ordinary household tariff: %s is %s', async (more, id, grid) => {
    const body = await bodyOf(`consumption_tariff=de-fixed${more}`);
    expect([body.grid_tariff?.id, body.consumption?.prices[0]?.grid]).toEqual([id, grid]);
  });

  it('errors rule 4: 500 where no price at all is published, naming the tariff, the same on repetition', async () => {
    const { get } = openService({ prices: steadyPrices(at('2026-04-14T22:00:00Z')) });
    const once = async () => {
      const response = await get('/v2/de/dayahead?consumption_tariff=de-fixed&feedin_tariff=sun&grid_tariff=house');
      expect(response.status).toBe(200);
      const failed = await get('/v2/de/dayahead?consumption_tariff=de-spot&feedin_tariff=sun');
      return [failed.status, await failed.json()];
    };
    const body = {
      statusCode: 500,
      message: 'no price is published yet for the consumption tariff "de-spot" in this period',
    };
    expect(await once()).toEqual([500, body]);
    expect(await once()).toEqual([500, body]);
  });
});

describe('`version`', () => {
  const versions = ['20250101', '20250401', '20260101'].map((version, i) => ({
    version,
    available: true,
    price: flat((i + 1) / 10),
  }));
  const [first = { version: '', available: true, price: flat(0) }, ...later] = versions;
  const dated = book('DE', [tariff('a/dated', 'consumption', flat(0), { versions: [first, ...later] })]);
  const { get } = openService({ catalogue: { books: new Map([['DE', dated]]), sources: [] } });

  it.each([
    ['20250331', 0.1],
    ['20250401', 0.2],
    ['20251231', 0.2],
    ['20991231', 0.3],
    ['20200101', 0.1],
    [undefined, 0.3],
  ])('version rule 1: %s prices %d', async (version, energy) => {
    const query = version ? `&version=${version}` : '';
    const body: DayAheadBody = await (await get(`/v2/de/dayahead?consumption_tariff=dated${query}`)).json();
    expect(body.consumption?.prices[0]?.energy).toBe(energy);
    expect(JSON.stringify(body)).not.toContain('2025');
  });
});

describe('the window', () => {
  it.each([
    ['2026-04-15', 'de', '04-14 22:00', '04-15 22:00', 24, '04-16 22:00', 48, '04-16 22:00', 48],
    ['2026-04-15', 'gb', '04-14 23:00', '04-15 22:00', 23, '04-16 22:00', 47, '04-16 23:00', 48],
    ['2026-04-15', 'pt', '04-14 23:00', '04-15 22:00', 23, '04-16 22:00', 47, '04-16 23:00', 48],
    ['2026-04-15', 'fi', '04-14 21:00', '04-15 22:00', 25, '04-16 22:00', 49, '04-16 21:00', 48],
    ['2026-03-28', 'de', '03-27 23:00', '03-28 23:00', 24, '03-29 22:00', 47, '03-29 22:00', 47],
    ['2026-03-28', 'gb', '03-28 00:00', '03-28 23:00', 23, '03-29 22:00', 46, '03-29 23:00', 47],
    ['2026-03-28', 'pt', '03-28 00:00', '03-28 23:00', 23, '03-29 22:00', 46, '03-29 23:00', 47],
    ['2026-03-28', 'fi', '03-27 22:00', '03-28 23:00', 25, '03-29 22:00', 48, '03-29 21:00', 47],
    ['2026-10-25', 'de', '10-24 22:00', '10-25 23:00', 25, '10-26 23:00', 49, '10-26 23:00', 49],
    ['2026-10-25', 'gb', '10-24 23:00', '10-25 23:00', 24, '10-26 23:00', 48, '10-27 00:00', 49],
    ['2026-10-25', 'pt', '10-24 23:00', '10-25 23:00', 24, '10-26 23:00', 48, '10-27 00:00', 49],
    ['2026-10-25', 'fi', '10-24 21:00', '10-25 23:00', 26, '10-26 23:00', 50, '10-26 22:00', 49],
  ])(
    'window rule 4: %s 10:20 UTC, %s',
    async (date, country, from, before, points, after, morePoints, fixed, fixedPoints) => {
      const utc = (short: string) => at(`2026-${short.replace(' ', 'T')}:00Z`);
      const windowOf = async (id: string, until: number) => {
        const { get, clock } = openService({ prices: steadyPrices(until) });
        clock.now = at(`${date}T10:20:00Z`);
        const path = `/v2/${country}/dayahead?consumption_tariff=${country}-${id}`;
        const prices = ((await (await get(path)).json()) as DayAheadBody).consumption?.prices ?? [];
        return [prices[0]?.from_utc, (prices.at(-1)?.from_utc ?? 0) + 3600, prices.length];
      };
      expect(await windowOf('spot', utc(before))).toEqual([utc(from), utc(before), points]);
      expect(await windowOf('spot', utc(after))).toEqual([utc(from), utc(after), morePoints]);
      expect(await windowOf('fixed', utc(before))).toEqual([utc(from), utc(fixed), fixedPoints]);
    },
  );
});
