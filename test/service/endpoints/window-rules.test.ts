import { describe, expect, it } from 'vitest';
import { ask, componentsAt, openMarkets, points, refusal, sumAt } from '../../support/service/markets.ts';
import { at, book, openService, tariff } from '../../support/service/service-fixture.ts';

/** "`version`", "`historic_days` and the window", "`resolution`" and "`next`". */

describe('`version`', () => {
  const noon = '2026-04-15T12:00:00+01:00';

  it.each([
    ['20251231', 0.26],
    ['20260331', 0.26],
    ['20260401', 0.25],
    ['20991231', 0.25],
  ])('version rule 1: signed on %s, the published rate is %d', async (version, rate) => {
    expect(sumAt(await ask(`gb?consumption_tariff=gb-fix-a&postal_code=CB1&version=${version}`), noon)).toBe(rate);
  });

  it('version rule 1: consumption and feed-in are priced in their own version of that day', async () => {
    const versions = (...prices: [number, number]) =>
      [
        { version: '20250101', available: true, price: { kind: 'clock', rates: [{ price: prices[0] }] } },
        { version: '20260101', available: true, price: { kind: 'clock', rates: [{ price: prices[1] }] } },
      ] as const;
    const flat = { kind: 'clock', rates: [{ price: 0 }] } as const;
    const sold = book('DE', [
      tariff('a/in', 'consumption', flat, { versions: versions(0.2, 0.3) }),
      tariff('a/out', 'feedin', flat, { versions: versions(0.08, 0.07) }),
    ]);
    const { get } = openService({ catalogue: { books: new Map([['DE', sold]]), sources: [] } });
    const path = '/v2/de/dayahead?consumption_tariff=in&feedin_tariff=out&version=20250615';
    const { consumption, feedin } = await (await get(path)).json();
    expect([consumption.prices[0].energy, feedin.prices[0].energy]).toEqual([0.2, 0.08]);
  });

  it('version rule 2: the grid tariff is priced as of today', async () => {
    const body = await ask('fr?consumption_tariff=fr-own-clock&version=20250901');
    expect(componentsAt(body, '2026-04-15T12:00:00+02:00').grid).toBe(0.05);
  });

  it.each([
    ['20260215', 0.24, 0.02],
    ['20260415', 0.22, 0.03],
  ])('version rule 2: in GB the network charge follows the contract: %s', async (version, energy, grid) => {
    const body = await ask(`gb?consumption_tariff=gb-fix-a&postal_code=CB1&version=${version}`);
    expect(componentsAt(body, noon)).toEqual({ energy, grid });
  });

  it('version rule 3: omitted, every tariff is priced as of today', async () => {
    const before = await ask('gb?consumption_tariff=gb-fix-a&postal_code=CB1', { now: '2026-03-31T10:20:00Z' });
    const after = await ask('gb?consumption_tariff=gb-fix-a&postal_code=CB1', { now: '2026-04-01T10:20:00Z' });
    expect([before, after].map((body) => sumAt(body))).toEqual([0.26, 0.25]);
  });

  it('version rule 3: the version of today prices tomorrow’s points too', async () => {
    const body = await ask('gb?consumption_tariff=gb-fix-a&postal_code=CB1', { now: '2026-03-31T10:20:00Z' });
    expect(sumAt(body, '2026-04-01T12:00:00+01:00')).toBe(0.26);
  });

  it('version rule 4: the response does not name the version', async () => {
    const text = JSON.stringify(await ask('gb?consumption_tariff=gb-fix-a&version=20260215'));
    expect(text).not.toContain('2026');
  });

  it.each(['20250230', '2025-02-03', '202502', 'today', ''])('version rule 4: %j is no date: 400', async (version) => {
    expect(await refusal(`gb?consumption_tariff=gb-fix-a&version=${version}`)).toBe(
      '400 version must be a date in the form YYYYMMDD',
    );
  });
});

describe('the window', () => {
  const span = async (query: string, options: { now: string; until: string }) => {
    const prices = points(await ask(query, options)).map(({ from_utc }) => from_utc);
    return [prices[0], prices.at(-1), prices.length];
  };

  it.each([0, 1, 2, 3])('window rule 1: today, tomorrow and %d whole days before', async (days) => {
    const body = await ask(`no?consumption_tariff=no-spot-1&historic_days=${days}`);
    expect(points(body)).toHaveLength(48 + 24 * days);
    expect(points(body)[0]?.from_utc).toBe(at('2026-04-15T00:00:00+02:00') - days * 86_400);
  });

  it.each([0, 2, 3])('window rule 1: a feed-in series has its %d days before too', async (days) => {
    const { feedin } = await ask(`at?feedin_tariff=at-sun&historic_days=${days}`);
    expect(feedin?.prices.map(({ from_utc }) => from_utc).slice(0, 1)).toEqual([
      at('2026-04-15T00:00:00+02:00') - days * 86_400,
    ]);
    expect(feedin?.prices).toHaveLength(48 + 24 * days);
  });

  it.each(['4', '-1', '1.5', ''])('window rule 1: nothing older than three days is served: %j is 400', async (days) => {
    expect(await refusal(`no?consumption_tariff=no-spot-1&historic_days=${days}`)).toBe(
      '400 historic_days must be one of 0, 1, 2, 3',
    );
  });

  it('window rule 1: version never moves the window', async () => {
    const starts = (more: string) =>
      ask(`no?consumption_tariff=no-spot-1${more}`).then((body) => points(body).map(({ from_utc }) => from_utc));
    expect(await starts('&version=20250101')).toEqual(await starts(''));
  });

  it.each([
    ['es?consumption_tariff=es-fixed&postal_code=35001', '2026-04-15T00:00:00+02:00'],
    ['pt?consumption_tariff=pt-fixed', '2026-04-15T00:00:00+01:00'],
    ['gb?consumption_tariff=gb-fix-a', '2026-04-15T00:00:00+01:00'],
  ])('window rule 2: the day is the mainland’s: %s begins at %s', async (query, start) => {
    expect(points(await ask(query))[0]?.from_utc).toBe(at(start));
  });

  it.each([
    ['2026-03-28T12:30:00Z', '2026-03-29T22:00:00Z', 23],
    ['2026-10-24T12:30:00Z', '2026-10-25T23:00:00Z', 25],
  ])('window rule 3: asked at %s, published to %s, tomorrow has %d hours', async (now, until, hours) => {
    const body = await ask('no?consumption_tariff=no-spot-1', { now, until });
    expect(points(body)).toHaveLength(24 + hours);
  });

  it.each([
    [3600, 23],
    [1800, 46],
    [900, 92],
  ])(
    'window rule 4: at %d s a British today is %d points until the next delivery day is published',
    async (step, count) => {
      const today = { now: '2026-04-15T10:20:00Z', until: '2026-04-15T22:00:00Z' };
      expect(await span(`gb?consumption_tariff=gb-agile-c&resolution=${step}`, today)).toEqual([
        at('2026-04-14T23:00:00Z'),
        at('2026-04-15T22:00:00Z') - step,
        count,
      ]);
    },
  );

  it('window rule 5: a British tomorrow is 46 half hours, and 48 once the next publication lands', async () => {
    const halfHours = async (until: string) =>
      points(await ask('gb?consumption_tariff=gb-agile-c&resolution=1800', { until })).filter(
        ({ from_utc }) => from_utc >= at('2026-04-16T00:00:00+01:00') && from_utc < at('2026-04-17T00:00:00+01:00'),
      ).length;
    expect([await halfHours('2026-04-16T22:00:00Z'), await halfHours('2026-04-17T22:00:00Z')]).toEqual([46, 48]);
  });

  it('window rule 6: until tomorrow is read in the series ends at the last published point, with 200', async () => {
    const options = { now: '2026-04-15T10:20:00Z', until: '2026-04-15T22:00:00Z' };
    expect(await span('no?consumption_tariff=no-spot-1', options)).toEqual([
      at('2026-04-14T22:00:00Z'),
      at('2026-04-15T21:00:00Z'),
      24,
    ]);
  });
});

describe('`resolution`', () => {
  const hour = at('2026-04-15T12:00:00+02:00');
  /** 0.1, 0.2, 0.3 and 0.6 in the quarters of every hour. */
  const prices = {
    publication: () => ({ until: at('2026-04-16T22:00:00Z'), next: at('2026-04-16T11:00:00Z') }),
    pointsOf: (_zone: string, { start, end }: { start: number; end: number }) =>
      Array.from({ length: (end - start) / 900 }, (_, i) => ({
        start: start + i * 900,
        end: start + (i + 1) * 900,
        price: [0.1, 0.2, 0.3, 0.6][i % 4] ?? 0,
      })),
  };
  const settled = (id: string, settlement: 900 | 1800 | 3600) =>
    tariff(`a/${id}`, 'consumption', { kind: 'spot', zone: 'DE-LU', settlement, coefficient: 1, margin: 0 });
  const sold = book('DE', [
    settled('quarterly', 900),
    settled('half-hourly', 1800),
    settled('hourly', 3600),
    tariff('net/switching', 'grid', {
      kind: 'clock',
      rates: [{ price: 0.02, when: { hours: ['12:15-18:00'] } }, { price: 0.1 }],
    }),
  ]);
  const { get } = openService({ catalogue: { books: new Map([['DE', sold]]), sources: [] }, prices });
  const inHour = async (query: string, component: 'energy' | 'grid' = 'energy') => {
    const body = await (await get(`/v2/de/dayahead?consumption_tariff=${query}`)).json();
    return points(body)
      .filter(({ from_utc }) => hour <= from_utc && from_utc < hour + 3600)
      .map((point) => point[component]);
  };

  it.each([
    ['quarterly&resolution=3600', [0.3]],
    ['quarterly&resolution=1800', [0.15, 0.45]],
    ['quarterly&resolution=900', [0.1, 0.2, 0.3, 0.6]],
    ['quarterly', [0.3]],
    ['half-hourly&resolution=900', [0.15, 0.15, 0.45, 0.45]],
    ['half-hourly&resolution=3600', [0.3]],
    ['hourly&resolution=900', [0.3, 0.3, 0.3, 0.3]],
  ])('resolution rule 2: averages to a coarser interval, repeats into a finer one: %s', async (query, energy) => {
    expect(await inHour(query)).toEqual(energy);
  });

  it('resolution rules 2 and 3: an hour that spans a quarter-hour switch blends two rates, also over an hourly spot', async () => {
    expect(await inHour('hourly&grid_tariff=switching', 'grid')).toEqual([0.04]);
    expect(await inHour('hourly&grid_tariff=switching&resolution=900', 'grid')).toEqual([0.1, 0.02, 0.02, 0.02]);
  });

  it.each(['60', '3600.0', '7200', ''])('resolution rule 1: any other value is 400: %j', async (value) => {
    const response = await get(`/v2/de/dayahead?consumption_tariff=hourly&resolution=${value}`);
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      ['resolution must be one of 3600, 1800, 900'],
    ]);
  });
});

describe('a day of any market', () => {
  it.each([
    'gb?consumption_tariff=gb-fix-a&postal_code=CB1',
    'gb?consumption_tariff=gb-agile-c&postal_code=SW1A',
    'fr?consumption_tariff=fr-base',
    'fr?consumption_tariff=fr-colours',
    'fr?consumption_tariff=fr-own-clock',
    'es?consumption_tariff=es-fixed&postal_code=35001',
    'cz?consumption_tariff=cz-registers&postal_code=20000',
    'no?consumption_tariff=no-spot-1&postal_code=0150',
  ])('resolution rule 2: every component has the same mean in each of them: %s', async (query) => {
    const [hourly = [], ...finer] = await Promise.all(
      [3600, 1800, 900].map(async (resolution) => {
        const body = await ask(`${query}&include=fees,vat&resolution=${resolution}`);
        const day = points(body).slice(0, (24 * 3600) / resolution);
        return (['energy', 'grid', 'fees', 'vat'] as const).map(
          (name) => day.reduce((sum, point) => sum + (point[name] ?? 0), 0) / day.length,
        );
      }),
    );
    for (const means of finer) for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo(hourly[i] ?? 0, 9);
    expect(hourly[0]).toBeGreaterThan(0);
  });
});

describe('`next`', () => {
  it('next rule 2: a rate struck anew every month is static: 07:00 the next morning', async () => {
    const { next } = await ask('be?consumption_tariff=be-variable', { now: '2026-03-15T10:20:00Z' });
    expect(next).toBe(at('2026-03-16T07:00:00+01:00'));
  });

  it('window rule 6: a late publication moves next a few minutes out', async () => {
    const { clock, body } = openMarkets();
    clock.now = at('2026-04-15T16:00:00Z');
    expect((await body('/v2/no/dayahead?consumption_tariff=no-spot-1')).next).toBe(clock.now + 300);
  });
});
