import { describe, expect, it } from 'vitest';
import { ask, openMarkets, points } from '../../support/service/markets.ts';
import { at } from '../../support/service/service-fixture.ts';

/** A market that is an hour ahead of the delivery day, and holds one of everything that a catalogue may. */

const { body } = openMarkets();
const ids = async (path: string) => (await body(path)).map(({ id }: { id: string }) => id);

describe('a market ahead of the delivery day', () => {
  const span = async (query: string, now: string, until: string) => {
    const prices = points(await ask(query, { now, until })).map(({ from_utc }) => from_utc);
    return [prices[0], (prices.at(-1) ?? 0) + 3600, prices.length];
  };

  it.each([
    ['2026-04-15T10:20:00Z', '2026-04-15T22:00:00Z', '2026-04-14T21:00:00Z', 25],
    ['2026-04-15T12:20:00Z', '2026-04-16T22:00:00Z', '2026-04-14T21:00:00Z', 49],
    ['2026-04-15T21:30:00Z', '2026-04-16T22:00:00Z', '2026-04-15T21:00:00Z', 25],
    ['2026-03-28T12:20:00Z', '2026-03-29T22:00:00Z', '2026-03-27T22:00:00Z', 48],
    ['2026-10-24T12:20:00Z', '2026-10-25T23:00:00Z', '2026-10-23T21:00:00Z', 50],
  ])(
    'window rules 2 and 4: a spot asked at %s and published to %s begins at %s and has %d hours',
    async (now, until, from, count) => {
      expect(await span('fi?consumption_tariff=fi-spot', now, until)).toEqual([at(from), at(until), count]);
    },
  );

  it.each([
    ['before its publication', '2026-04-15T10:59:00Z', 24, '2026-04-15T11:15:00Z'],
    ['after it', '2026-04-15T11:00:00Z', 48, '2026-04-16T11:15:00Z'],
    ['late, the next day', '2026-04-16T11:00:00Z', 24, '2026-04-16T11:05:00Z'],
    ['late, after midnight in the market', '2026-04-15T21:30:00Z', 24, '2026-04-16T11:15:00Z'],
  ])('window rule 2, next rule 1: a calendar is of local days: %s', async (_, now, count, next) => {
    const answer = await ask('fi?consumption_tariff=fi-colours', { now });
    expect([points(answer).length, answer.next]).toEqual([count, at(next)]);
  });

  it('next rule 2: a static tariff is asked for at 07:00 local', async () => {
    expect((await ask('fi?consumption_tariff=fi-fixed')).next).toBe(at('2026-04-16T07:00:00+03:00'));
  });
});

describe('one of everything', () => {
  it('company rule 1, companies rule 1: names and addresses, without the company of which nothing is listed', async () => {
    expect(await body('/v2/fi/consumption/companies')).toEqual([
      { id: 'pohjola', name: 'Pohjola', country: 'FI', url: 'https://pohjola.example' },
    ]);
  });

  it('country-stats rule 1: counts that company and its tariff', async () => {
    expect((await body('/public/country-stats')).FI).toMatchObject({
      companies: { consumption: 2, grid: 2 },
      tariffs: { consumption: 5, grid: 2 },
      postalCodes: 200,
    });
  });

  it.each([
    ['', ['fi-spot', 'fi-colours', 'fi-fixed', 'fi-vague']],
    ['?available=true', ['fi-spot', 'fi-colours', 'fi-fixed']],
    ['?available=false', ['fi-vague']],
    ['?type=dynamic', ['fi-spot', 'fi-colours']],
    ['?type=static', ['fi-fixed']],
  ])('tariffs rules 1, 2 and 3: %j lists %j', async (query, listed) => {
    expect(await ids(`/v2/fi/consumption/pohjola/tariffs${query}`)).toEqual(listed);
  });

  it('tariff rule 1: a tariff that is not classified has no type, also in its series', async () => {
    const [vague] = await body('/v2/fi/consumption/pohjola/tariffs?available=false');
    expect([vague.type, vague.link, vague.available]).toEqual([null, null, false]);
    expect((await ask('fi?consumption_tariff=fi-vague')).consumption?.tariff).toEqual({ id: 'fi-vague', type: null });
  });

  it.each([
    ['2026-04-15T10:20:00Z', ['20260101', '20240101'], [true, true], 0.08],
    ['2026-12-31T21:59:00Z', ['20260101', '20240101'], [true, true], 0.08],
    ['2026-12-31T22:00:00Z', ['20270101', '20260101', '20240101'], [true, false, true], 0.09],
  ])(
    'versions rules 1 and 4, version rules 1 and 3: at %s the issues are %j',
    async (now, versions, available, energy) => {
      const market = openMarkets({ now });
      const listed: { version: string; available: boolean }[] = await market.body(
        '/v2/fi/consumption/fi-fixed/versions',
      );
      expect(listed.map(({ version }) => version)).toEqual(versions);
      expect(listed.map((one) => one.available)).toEqual(available);
      expect(points(await ask('fi?consumption_tariff=fi-fixed', { now }))[0]?.energy).toBe(energy);
    },
  );

  it.each([
    ['00100', 'verkko-a', 'fi-a'],
    ['00200', 'verkko-b', 'fi-b'],
  ])(
    'postal_code rule 3, companies postal_code rules 1 and 3: %s, where the map cannot tell: %s',
    async (code, operator, grid) => {
      expect(await ids(`/v2/fi/grid/companies?postal_code=${code}`)).toEqual([operator]);
      expect((await ask(`fi?consumption_tariff=fi-fixed&postal_code=${code}`)).grid_tariff?.id).toBe(grid);
    },
  );

  it('companies postal_code rule 3, postal_code rule 4: under a national price a mapped code is told from an unmapped one', async () => {
    expect(await ids('/v2/pt/grid/companies?postal_code=1000-001')).toEqual(['rede']);
    expect(await ids('/v2/pt/grid/companies?postal_code=4000-001')).toEqual([]);
    for (const code of ['1000-001', '4000-001'])
      expect((await ask(`pt?consumption_tariff=pt-fixed&postal_code=${code}`)).grid_tariff?.id).toBe('pt-network');
  });
});
