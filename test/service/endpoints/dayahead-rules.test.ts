import { describe, expect, it } from 'vitest';
import { ask, componentsAt, points, refusal, sumAt } from '../../support/service/markets.ts';

/** The rules of "GET /v2/{country}/dayahead" in markets that show them. */

const noon = '2026-04-15T12:00:00+02:00';

describe('what a component holds', () => {
  it('dayahead rule 1: a connection that is billed per kW shows its price per kWh alone', async () => {
    const body = await ask('be?consumption_tariff=be-dual-v&grid_tariff=be-digital');
    expect(componentsAt(body, noon)).toEqual({ energy: 0.14, grid: 0.0505027 });
  });

  it('dayahead rule 5: a levy inside the network rate stays in grid, the duty is in fees', async () => {
    const body = await ask('no?consumption_tariff=no-spot-1&postal_code=0150&include=fees');
    expect(componentsAt(body, noon)).toEqual({ energy: 1.19, grid: 0.2199, fees: 0.0713 });
  });

  it('dayahead rule 5: the levy inside the network rate needs no include', async () => {
    expect(componentsAt(await ask('no?consumption_tariff=no-spot-1&grid_tariff=no-elvia'), noon).grid).toBe(0.2199);
  });

  it('dayahead rule 6: a network charge without a part per kWh is 0, not absent', async () => {
    const body = await ask('nl?consumption_tariff=nl-fixed&postal_code=1012AB');
    expect([componentsAt(body), body.grid_tariff]).toEqual([
      { energy: 0.12, grid: 0 },
      { id: 'nl-3x25', type: 'static' },
    ]);
  });

  it('dayahead rule 6: transmission and distribution are one number', async () => {
    expect(componentsAt(await ask('gr?consumption_tariff=gr-fixed'))).toEqual({ energy: 0.14, grid: 0.0226 });
  });

  it('dayahead rule 7: fees is one rate at no particular volume', async () => {
    const body = await ask('nl?consumption_tariff=nl-fixed&include=fees,vat');
    expect(componentsAt(body)).toEqual({ energy: 0.12, fees: 0.09161, vat: 0.0444381 });
    expect(new Set(points(body).map(({ fees }) => fees))).toEqual(new Set([0.09161]));
  });

  it('dayahead rule 7: a levy in per cent is taken on energy and network, before VAT', async () => {
    const { energy, grid, fees, vat } = componentsAt(
      await ask('es?consumption_tariff=es-fixed&include=fees,vat'),
      noon,
    );
    expect([energy, grid, fees]).toEqual([0.1, 0.097553, 0.010100285]);
    expect(vat).toBeCloseTo(0.21 * (0.1 + 0.097553 + 0.010100285), 9);
  });

  it('dayahead rule 8: a spot-linked energy holds the supplier’s formula', async () => {
    const body = await ask('no?consumption_tariff=no-spot-1');
    expect(new Set(points(body).map(({ energy }) => energy))).toEqual(
      new Set([Number((0.1 * 11.5 + 0.04).toFixed(10))]),
    );
  });

  it('dayahead rule 10: price support above its threshold is not deducted', async () => {
    const { energy = 0 } = componentsAt(await ask('no?consumption_tariff=no-spot-1&include=fees,vat&postal_code=0150'));
    expect(energy).toBeGreaterThan(0.77);
    expect(energy).toBe(1.19);
  });

  it('dayahead rule 11: energy and grid are the reference household’s rates', async () => {
    const body = await ask('ch?consumption_tariff=ekz-h4&postal_code=8109&include=fees,vat');
    expect(componentsAt(body)).toEqual({ energy: 0.1211, grid: 0.0823, fees: 0.023, vat: 0.0183384 });
    expect(body.currency).toBe('CHF');
  });
});

describe('a bundled market', () => {
  const peak = '2026-04-15T17:00:00+01:00';

  it.each([
    ['2026-04-15T12:00:00+01:00', 0.22, 0.03],
    [peak, 0.11, 0.14],
  ])(
    'dayahead rule 9: energy varies by hour on a flat published rate: at %s %d beside %d',
    async (time, energy, grid) => {
      const body = await ask('gb?consumption_tariff=gb-fix-a&postal_code=CB1 1AA&include=fees,vat');
      expect(componentsAt(body, time)).toMatchObject({ energy, grid });
      expect(sumAt(body, time)).toBe(0.2625);
    },
  );

  it('dayahead rule 9: energy does not depend on what the request includes', async () => {
    const queries = ['', '&postal_code=CB1', '&grid_tariff=gb-grid-c', '&include=fees,vat'];
    const bodies = await Promise.all(queries.map((more) => ask(`gb?consumption_tariff=gb-fix-a${more}`)));
    expect(bodies.map((body) => componentsAt(body, peak).energy)).toEqual([0.11, 0.11, 0.11, 0.11]);
  });

  it.each([
    ['2026-04-15T12:00:00+02:00', 0.0808, 0.05],
    ['2026-04-15T23:00:00+02:00', 0.1008, 0.03],
  ])(
    'dayahead rule 9: the regulated tariff less network and excise: at %s %d beside %d',
    async (time, energy, grid) => {
      const body = await ask('fr?consumption_tariff=fr-base&include=fees,vat');
      expect(componentsAt(body, time)).toEqual({ energy, grid, fees: 0.03085, vat: 0.03233 });
      expect(sumAt(body, time)).toBe(Number((0.16165 * 1.2).toFixed(9)));
    },
  );

  it('dayahead rule 9: a half-hourly bundled product is capped before the network charge is taken out', async () => {
    const body = await ask('gb?consumption_tariff=gb-agile-c&postal_code=SW1A&resolution=900');
    expect(componentsAt(body)).toEqual({ energy: Number((0.1 * 0.86 * 2.2 - 0.05).toFixed(10)), grid: 0.05 });
  });
});

describe('published series other than the exchange', () => {
  it('tariff rule 2: a calendar published day by day is dynamic, and each day has its own clock', async () => {
    const body = await ask('fr?consumption_tariff=fr-colours&historic_days=1', { now: '2026-04-15T10:20:00Z' });
    expect(body.consumption?.tariff.type).toBe('dynamic');
    const noons = ['2026-04-14', '2026-04-15', '2026-04-16'].map(
      (day) => componentsAt(body, `${day}T12:00:00+02:00`).energy,
    );
    expect(noons).toEqual([0.12, 0.12, 0.6]);
  });

  it.each([
    ['before tomorrow is published', '2026-04-15T08:59:59Z', '2026-04-15T23:00:00+02:00'],
    ['once it is', '2026-04-15T09:00:00Z', '2026-04-16T23:00:00+02:00'],
    ['where it is late', '2026-04-16T10:00:00Z', '2026-04-16T23:00:00+02:00'],
  ])('window rule 6: a calendar ends with the last published day: %s', async (_, now, last) => {
    const body = await ask('fr?consumption_tariff=fr-colours', { now });
    expect((points(body).at(-1)?.from_utc ?? 0) * 1000).toBe(Date.parse(last));
  });

  it.each([
    ['2026-03-15T10:20:00Z', 0.1194575, '2026-03-16T23:00:00+01:00'],
    ['2026-02-28T10:20:00Z', 0.115, '2026-03-01T23:00:00+01:00'],
    ['2026-03-31T10:20:00Z', 0.1194575, '2026-03-31T23:00:00+02:00'],
  ])(
    'tariff type: a rate struck anew every month is static; at %s it is %d and known to %s',
    async (now, energy, last) => {
      const body = await ask('be?consumption_tariff=be-variable', { now });
      expect(body.consumption?.tariff.type).toBe('static');
      expect(componentsAt(body).energy).toBe(energy);
      expect((points(body).at(-1)?.from_utc ?? 0) * 1000).toBe(Date.parse(last));
    },
  );

  it('errors rule 4: 500 where the rate of no asked day is struck yet, the same on repetition', async () => {
    const once = () => refusal('be?consumption_tariff=be-variable', { now: '2026-04-15T10:20:00Z' });
    const message = '500 no price is published yet for the consumption tariff "be-variable" in this period';
    expect([await once(), await once()]).toEqual([message, message]);
  });
});
