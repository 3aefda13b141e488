import { describe, expect, it } from 'vitest';
import type { DayAheadBody, PointBody } from '../../src/api/bodies.ts';
import { createService } from '../../src/service/service.ts';
import { at, fixtureCatalogue, NOON, steadyPrices } from '../support/service/service-fixture.ts';

/** The service with the catalogue and the prices of this package, at a moment. */
async function seriesAt(now: string, path: string): Promise<PointBody[]> {
  const { fetch, tokens } = createService({ now: () => at(now) });
  const headers = { Authorization: `Bearer ${tokens.production}` };
  const response = await fetch(new Request(`http://service.test/v2/${path}`, { headers }));
  expect(response.status).toBe(200);
  return ((await response.json()) as DayAheadBody).consumption?.prices ?? [];
}

const pointAt = (points: PointBody[], iso: string) => points.find(({ from_utc }) => from_utc === at(iso));

describe('the demo catalogue, through the endpoint', () => {
  it.each([
    ['17:00', 0.9938, 0.008, 1.25225],
    ['03:00', 0.2126, 0.008, 0.27575],
  ])(
    'Radius in January 2026 at %s: grid %d, fees %d, with VAT and without energy %d DKK',
    async (time, grid, fees, sum) => {
      const query = 'consumption_tariff=dk-example-spot-dk2&grid_tariff=dk-radius-c&include=fees,vat';
      const point = pointAt(
        await seriesAt('2026-01-15T08:00:00Z', `dk/dayahead?${query}`),
        `2026-01-15T${time}:00+01:00`,
      );
      expect(point).toMatchObject({ grid, fees });
      expect((point?.grid ?? 0) + (point?.fees ?? 0) + (point?.vat ?? 0) - 0.25 * (point?.energy ?? 0)).toBeCloseTo(
        sum,
        9,
      );
    },
  );

  it('Germany 2026, fees without a postal code: 6.316 ct, with VAT 7.51604', async () => {
    const query = 'consumption_tariff=de-example-spot-15min&include=fees,vat';
    const [point] = await seriesAt('2026-01-15T08:00:00Z', `de/dayahead?${query}`);
    expect(point?.fees).toBe(0.06316);
    expect((point?.fees ?? 0) + (point?.vat ?? 0) - 0.19 * (point?.energy ?? 0)).toBeCloseTo(0.0751604, 9);
  });

  it.each([
    ['2026-03-29T10:20:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 92],
    ['2025-10-26T10:20:00Z', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z', 100],
  ])('a day with a clock change, %s: from %s to %s in %d quarter hours', async (now, from, until, count) => {
    const points = await seriesAt(now, 'dk/dayahead?consumption_tariff=dk-example-spot-dk2&resolution=900');
    expect(points.map(({ from_utc }) => from_utc)).toEqual(Array.from({ length: count }, (_, i) => at(from) + i * 900));
    expect((points.at(-1)?.from_utc ?? 0) + 900).toBe(at(until));
  });
});

describe('createService', () => {
  it('takes a catalogue and prices as values, and its clock', async () => {
    const prices = steadyPrices(at('2026-04-16T22:00:00Z'));
    const { fetch, tokens } = createService({ catalogue: fixtureCatalogue, prices, now: () => NOON, random: () => 0 });
    const headers = { Authorization: `Bearer ${tokens.testing}` };
    const response = await fetch(
      new Request('http://service.test/v2/de/dayahead?consumption_tariff=de-spot', { headers }),
    );
    expect(await response.json()).toMatchObject({ next: at('2026-04-16T12:00:00Z') });
  });

  it('has tokens of its own that no other service accepts', async () => {
    const [one, other] = [createService(), createService()];
    const headers = { Authorization: `Bearer ${one.tokens.production}` };
    const status = async ({ fetch }: typeof one) =>
      (await fetch(new Request('http://service.test/v2/de/grid/companies', { headers }))).status;
    expect([await status(one), await status(other)]).toEqual([200, 401]);
  });

  it('throws, naming the directory, where there is no catalogue', () => {
    expect(() => createService({ catalogue: '/nowhere/at/all' })).toThrow('/nowhere/at/all');
  });
});
