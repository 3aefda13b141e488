import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpotPrices } from '../../../src/pricing/book.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { lawCases } from '../../support/cases.ts';
import {
  at,
  book,
  fixtureCatalogue,
  flat,
  NOON,
  openService,
  steadyPrices,
  tariff,
} from '../../support/service/service-fixture.ts';

const shipped = { catalogue: loadCatalogue('data/catalogue'), prices: replayed(loadPrices('data/prices')) };

const catalogue = loadCatalogue('test/support/service/markets');
const { publication } = shipped.prices;
const prices: SpotPrices = {
  publication,
  pointsOf: (zone, span, now) => steadyPrices(publication(zone, now).until).pointsOf(zone, span, now),
};
const markets = { catalogue, prices };
const marketTariffs = [...catalogue.books.values()].flatMap(({ country, tariffs }) =>
  [...tariffs.values()].map(({ id, sector }) => `${country}/dayahead?${sector}_tariff=${id}&include=fees,vat`),
);

/** Moments at which an answer changes: local midnights, publications, the static call at 07:00, both clock changes. */
const edges = [
  '2026-01-14T23:00:00Z',
  '2026-01-15T06:00:00Z',
  '2026-01-15T12:00:00Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T11:00:00Z',
  '2026-03-29T22:00:00Z',
  '2025-10-25T22:00:00Z',
  '2025-10-26T12:00:00Z',
  '2025-10-26T23:00:00Z',
].map(at);

const moment = fc.oneof(
  fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 })).map(([edge, seconds]) => edge + seconds),
  fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -90_000, max: 90_000 })).map(([edge, by]) => edge + by),
);

const question = fc.constantFrom(
  'de/dayahead?consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&resolution=900',
  'de/dayahead?consumption_tariff=de-example-spot-hourly&feedin_tariff=de-example-spot-feedin&historic_days=3',
  'de/dayahead?consumption_tariff=de-example-fixed&include=vat',
  'dk/dayahead?consumption_tariff=dk-example-spot-dk2&grid_tariff=dk-radius-c&include=fees,vat',
  'dk/dayahead?consumption_tariff=dk-example-fixed&resolution=1800',
  'dk/dayahead?grid_tariff=dk-radius-c',
);

const answerOf = async (service: ReturnType<typeof openService>, now: number, path: string) => {
  service.clock.now = now;
  const response = await service.get(`/v2/${path}`);
  return [response.status, await response.text(), response.headers.get('ETag')];
};

describe('the text of an answer', () => {
  it.each([
    ['2026-01-15T05:00:00Z', 1_768_456_800, 'today'],
    ['1969-12-30T12:00:00Z', -64_800, 'before 1970, where next is below 0'],
  ])('is whole at %s with next %d: %s', async (now, next) => {
    const { get, clock } = openService();
    clock.now = at(now);
    const body = await (await get('/v2/de/dayahead?consumption_tariff=de-fixed')).text();
    expect(body).toMatch(`{"currency":"EUR","next":${next},"consumption":{"tariff":{"id":"de-fixed","type":"static"}`);
    expect(JSON.parse(body).consumption.prices).toHaveLength(48);
  });
});

describe('the header of an answer', () => {
  const own = new Map([['DE', ['de-fixed']] as const]);
  it.each([
    ['replay; examples=energy', shipped, 'de-example-spot-15min'],
    ['service; examples=energy', shipped, 'de-example-fixed'],
    ['own', { catalogue: { ...fixtureCatalogue, own } }, 'de-fixed'],
  ] as const)('names the origin of its prices, %s, when it was kept too', async (origin, options, tariff) => {
    const { get } = openService(options);
    for (const _ of ['written', 'kept']) {
      const response = await get(`/v2/de/dayahead?consumption_tariff=${tariff}`);
      expect(response.headers.get('Price-Source')).toBe(origin);
    }
  });
});

describe('an answer that was kept', () => {
  it('is the one that a service which was never asked gives, at every time in any order', async () => {
    const kept = openService(shipped);
    await fc.assert(
      fc.asyncProperty(moment, question, async (now, path) => {
        expect(await answerOf(kept, now, path)).toEqual(await answerOf(openService(shipped), now, path));
      }),
      lawCases(400, 4000),
    );
  });

  it('is so for calendars, struck rates and bundled tariffs too', async () => {
    const kept = openService(markets);
    const asked = fc.constantFrom(...marketTariffs);
    const seconds = fc.oneof(
      fc.integer({ min: -200_000, max: 200_000 }),
      fc.constantFrom(-1, 0, 1).map((by) => at('2026-04-15T22:00:00Z') - NOON + by),
    );
    await fc.assert(
      fc.asyncProperty(seconds, asked, async (by, path) => {
        expect(await answerOf(kept, NOON + by, path)).toEqual(await answerOf(openService(markets), NOON + by, path));
      }),
      lawCases(1000, 10_000),
    );
  });

  it('gives way to the next day of a calendar, also where only the network follows it', async () => {
    const rates = [{ price: 0.2 }] as const;
    const days = { '2026-04-15': 'low', '2026-04-16': 'low' };
    const rule = { kind: 'calendar', publishedAt: '14:00', clocks: { low: rates }, days } as const;
    const tariffs = [tariff('s/fixed', 'consumption', flat(0.3)), tariff('n/colours', 'grid', rule)];
    const { get, clock } = openService({ catalogue: { books: new Map([['DE', book('DE', tariffs)]]), sources: [] } });
    const pricedHours = async (now: string) => {
      clock.now = at(now);
      const body = await (await get('/v2/de/dayahead?consumption_tariff=fixed&grid_tariff=colours')).json();
      return body.consumption.prices.filter(({ grid }: { grid?: number }) => grid !== undefined).length;
    };
    expect([await pricedHours('2026-04-15T11:00:00Z'), await pricedHours('2026-04-15T12:00:00Z')]).toEqual([24, 48]);
  });

  it('gives way to the next local day', async () => {
    const { get, clock } = openService();
    const firstAt = async (now: string) => {
      clock.now = at(now);
      return (await (await get('/v2/de/dayahead?consumption_tariff=de-fixed')).json()).consumption.prices[0].from_utc;
    };
    expect(await firstAt('2026-04-15T21:00:00Z')).toBe(at('2026-04-14T22:00:00Z'));
    expect(await firstAt('2026-04-15T22:00:00Z')).toBe(at('2026-04-15T22:00:00Z'));
  });

  it('gives way to a publication that comes before it was expected', async () => {
    let prices = steadyPrices(at('2026-04-15T22:00:00Z'));
    const changing: SpotPrices = {
      publication: (zone, now) => prices.publication(zone, now),
      pointsOf: (zone, span, now) => prices.pointsOf(zone, span, now),
    };
    const service = openService({ prices: changing });
    const points = async () => {
      const body = await (await service.get('/v2/de/dayahead?consumption_tariff=de-spot')).json();
      return body.consumption.prices.length;
    };
    expect(await points()).toBe(24);
    prices = steadyPrices(at('2026-04-16T22:00:00Z'));
    expect(await points()).toBe(48);
  });

  it('is read once and priced once for all who ask it before the next publication', async () => {
    let priced = 0;
    const steady = steadyPrices(at('2026-04-16T22:00:00Z'));
    const prices: SpotPrices = {
      ...steady,
      pointsOf(...asked) {
        priced++;
        return steady.pointsOf(...asked);
      },
    };
    const { get } = openService({ prices });
    for (let i = 0; i < 5; i++) await get('/v2/de/dayahead?consumption_tariff=de-spot');
    expect(priced).toBe(1);
    for (let i = 0; i < 6; i++) await get(`/v2/de/dayahead?consumption_tariff=de-spot&historic_days=${i % 2}`);
    expect(priced).toBe(3);
    for (let i = 0; i < 130; i++) await get(`/v2/de/dayahead?consumption_tariff=de-spot&version=${1900 + i}0101`);
    const asked = priced;
    await get('/v2/de/dayahead?consumption_tariff=de-spot');
    expect(priced).toBe(asked + 1);
  });

  it('next rules 1 and 3: draws next anew and has an ETag of its own', async () => {
    let draws = 0;
    const { get } = openService({ random: () => draws++ / 10 });
    const seen = [];
    for (let i = 0; i < 3; i++) {
      const response = await get('/v2/de/dayahead?consumption_tariff=de-spot');
      seen.push([(await response.json()).next, response.headers.get('ETag')]);
    }
    expect(new Set(seen.map(String)).size).toBe(3);
  });
});
