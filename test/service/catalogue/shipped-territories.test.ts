import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readJsonc } from '../../../src/service/catalogue/file.ts';
import { askShipped, catalogue, minorAt, openShipped, refusedShipped } from '../../support/service/shipped-service.ts';

/** Every territory and market rule that the specification names, in the catalogue that ships. */

const winter = '2026-01-14T10:00:00Z';
const noon = '2026-01-14T12:00:00+01:00';
const autumn = '2026-11-18T10:00:00Z';
const { body } = openShipped(winter);
const operatorsAt = async (country: string, code: string) =>
  (await body(`/v2/${country}/grid/companies?postal_code=${code}`)).map(({ id }: { id: string }) => id);

describe('territories', () => {
  it.each([
    ['fr', 'fr-example-fixed', '20000', 'Corsica'],
    ['fr', 'fr-example-fixed', '98000', 'Monaco'],
    ['fr', 'fr-example-fixed', '97400', 'overseas'],
    ['fr', 'fr-example-fixed', '98800', 'overseas'],
    ['pt', 'pt-example-fixed', '9500-321', 'Azores'],
    ['pt', 'pt-example-fixed', '9000-018', 'Madeira'],
    ['gb', 'gb-example-standard-c', 'BT1 1AA', 'Northern Ireland'],
    ['de', 'de-example-fixed', '78266', 'Büsingen'],
  ])('postal_code rule 7: %s %s at %s is 400: %s', async (country, tariff, code, reason) => {
    const refusal = await refusedShipped(`${country}?consumption_tariff=${tariff}&postal_code=${code}`, winter);
    expect(refusal).toMatch(/^400 /);
    expect(refusal).toContain(reason);
  });

  it.each([
    ['Madrid', '28001', 0.21],
    ['Gran Canaria', '35001', 0],
    ['Tenerife', '38001', 0],
    ['Ceuta', '51001', 0.01],
    ['Melilla', '52001', 0.01],
    ['Alicante without its 0, no code at all', '3500', 0.21],
    ['a digit too many', '351001', 0.21],
  ])('postal_code rule 7: Spain, %s (%s): the tax in vat is %d', async (_, code, rate) => {
    const query = `es?consumption_tariff=es-example-fixed&postal_code=${code}&include=fees,vat`;
    const { energy = 0, grid = 0, fees = 0, vat = 0 } = minorAt(await askShipped(query, winter), noon);
    expect(vat / (energy + grid + fees)).toBeCloseTo(rate, 6);
    expect(fees / (energy + grid)).toBeCloseTo(0.0511269632, 6);
  });

  it.each([
    ['it', 'it-example-bands', 'Milan', '20121', 5.2995, 0.1],
    ['it', 'it-example-bands', 'a code of no place', '00000', 5.2995, 0.1],
    ['it', 'it-example-bands', 'Livigno', '23041', 3.0295, 0],
    ['it', 'it-example-bands', 'Campione', '22061', 5.2995, 0],
    ['it', 'it-example-bands', 'Livigno with a digit too many, no code at all', '230410', 5.2995, 0.1],
    ['de', 'de-example-fixed', 'Helgoland', '27498', 4.266, 0],
    ['no', 'no-example-fixed-no1', 'Oslo', '0150', 7.13, 0.25],
    ['no', 'no-example-fixed-no4', 'Bodø', '8006', 7.13, 0],
    ['no', 'no-example-fixed-no4', 'Tromsø', '9008', 7.13, 0],
    ['no', 'no-example-fixed-no4', 'Storslett', '9151', 0, 0],
    ['no', 'no-example-fixed-no4', 'Alta', '9510', 0, 0],
  ])('postal_code rule 7: %s %s in %s (%s): fees %d, VAT %d', async (country, tariff, _, code, fees, rate) => {
    const query = `${country}?consumption_tariff=${tariff}&postal_code=${code}&include=fees,vat`;
    const point = minorAt(await askShipped(query, winter), noon);
    expect(point.fees).toBe(fees);
    expect((point.vat ?? Number.NaN) / ((point.total ?? 0) - (point.vat ?? 0))).toBeCloseTo(rate, 6);
  });

  it.each([
    ['2026-09-30T10:00:00Z', 0.05],
    ['2026-10-01T10:00:00Z', 0],
    ['2027-03-31T10:00:00Z', 0],
    ['2027-04-01T10:00:00Z', 0.05],
  ])('postal_code rule 7: at %s the British VAT is %d', async (now, rate) => {
    const query = 'gb?consumption_tariff=gb-example-standard-c&include=vat';
    const { energy = 0, vat } = minorAt(await askShipped(query, now), now);
    expect(vat).toBeCloseTo(energy * rate, 5);
  });
});

describe('zones', () => {
  it.each([
    [
      'no',
      ['no-example-spot-no2', ...[1, 2, 3, 4, 5].map((zone) => `no-example-fixed-no${zone}`)],
      '9008',
      'no-arva-grid',
    ],
    [
      'se',
      ['se-example-spot-se3', 'se-example-spot-se4', 'se-example-fixed-se1', 'se-example-fixed-se2'],
      '11120',
      'se-ellevio-house',
    ],
    ['dk', ['dk-example-spot-dk1', 'dk-example-spot-dk2'], '2100', 'dk-radius-c'],
  ])(
    'postal_code rule 8: %s sells a tariff per zone, each priced at any address',
    async (country, tariffs, code, grid) => {
      for (const tariff of tariffs) {
        const answer = await askShipped(`${country}?consumption_tariff=${tariff}&postal_code=${code}`, winter);
        expect(answer.grid_tariff?.id).toBe(grid);
      }
    },
  );
});

describe('regions', () => {
  const outward = ['CB1', 'NG1', 'SW1A', 'CH1', 'B1', 'NE1', 'M1', 'SO14', 'BN1', 'CF10', 'BS1', 'LS1', 'EH1', 'ZE1'];
  const letters = 'abcdefghjklmnp'.split('');

  it.each(outward.map((code, i) => [code, letters[i] ?? '', letters[(i + 1) % 14] ?? '']))(
    'postal_code rule 9: %s is region %s: its tariff has the figure of all, that of %s is refused',
    async (code, letter, other) => {
      const query = (region: string) =>
        `gb?consumption_tariff=gb-example-standard-${region}&postal_code=${code}&include=fees,vat`;
      const answer = await askShipped(query(letter), winter);
      expect(answer.grid_tariff?.id).toBe(`gb-grid-${letter}`);
      expect(minorAt(answer, noon).total).toBe(27.69);
      const refusal = await refusedShipped(query(other), winter);
      expect(refusal).toMatch(/^400 /);
      expect(refusal).toContain(`send "gb-example-standard-${letter}" instead`);
    },
  );

  it.each([
    ['signed before anything is known', '&version=20241201', 14],
    ['signed in February', '&version=20260201', 14],
    ['signed in April', '&version=20260415', 14.4],
    ['of today', '', 14.4],
  ])('version rule 2: a British contract %s has the network charge of that day in May', async (_, version, grid) => {
    const query = `gb?consumption_tariff=gb-example-standard-a&postal_code=CB1${version}`;
    expect(minorAt(await askShipped(query, '2026-05-13T10:00:00Z'), '2026-05-13T16:00:00+01:00').grid).toBe(grid);
  });

  const refusedIn = (sold: string, place: string) => `is sold in ${sold}, the postal_code lies in ${place}`;
  it.each<[string, string, number, string?]>([
    ['be-example-dual-v', '9000', 200],
    ['be-example-dual-w', '5000', 200],
    ['be-example-dual-w', '9000', 400, refusedIn('Wallonia', 'Flanders; send "be-example-dual-v" instead')],
    ['be-example-dual-v', '4000', 400, refusedIn('Flanders', 'Wallonia; send "be-example-dual-w" instead')],
    ['be-example-dynamic-w', '1000', 400, refusedIn('Wallonia', 'the Brussels-Capital Region')],
    ['be-example-fixed-b', '1000', 200],
    ['be-example-single', '1000', 200],
  ])('postal_code rule 10: %s at %s is %d', async (tariff, code, status, why) => {
    const { get } = openShipped(winter);
    const answer = await get(`/v2/be/dayahead?consumption_tariff=${tariff}&postal_code=${code}`);
    const { message } = await answer.json();
    expect([answer.status, message]).toEqual([status, why && `consumption_tariff: "${tariff}" ${why}`]);
  });
});

describe('clocks', () => {
  it.each([
    ['Madrid, 10:00', 'es?consumption_tariff=es-example-periods&postal_code=28001', '10:00', 15, 9.7553],
    ['Ceuta, 10:00', 'es?consumption_tariff=es-example-periods&postal_code=51001', '10:00', 11.5, 2.9267],
    ['Ceuta, 14:45', 'es?consumption_tariff=es-example-periods&postal_code=51001', '14:45', 15, 9.7553],
    ['Katowice, 13:00', 'pl?consumption_tariff=pl-example-g12&postal_code=40001', '13:00', 46, 27.95],
    ['Katowice, 15:00', 'pl?consumption_tariff=pl-example-g12&postal_code=40001', '15:00', 71, 27.95],
    ['Las Palmas, 10:00', 'es?consumption_tariff=es-example-periods&postal_code=35001', '10:00', 11.5, 2.9267],
    ['Las Palmas, 14:45', 'es?consumption_tariff=es-example-periods&postal_code=35001', '14:45', 15, 9.7553],
    ['Las Palmas, 08:45', 'es?consumption_tariff=es-example-periods&postal_code=35001', '08:45', 9, 0.3292],
    ['Las Palmas, 00:00', 'es?consumption_tariff=es-example-periods&postal_code=35001', '00:00', 11.5, 2.9267],
    ['France, 22:45', 'fr?consumption_tariff=fr-example-noon&grid_tariff=fr-network-hc', '22:45', 13.5, 7.49],
    ['France, 23:00', 'fr?consumption_tariff=fr-example-noon&grid_tariff=fr-network-hc', '23:00', 13.5, 3.97],
    [
      'Namur, 12:00',
      'be?consumption_tariff=be-example-single&grid_tariff=be-ores-two-rate',
      '12:00',
      13.139,
      9.5589623,
    ],
    [
      'Namur, 17:00',
      'be?consumption_tariff=be-example-single&grid_tariff=be-ores-two-rate',
      '17:00',
      13.139,
      15.1061321,
    ],
  ])('postal_code rule 11: %s', async (_, query, time, energy, grid) => {
    const point = minorAt(await askShipped(query, winter), `2026-01-14T${time}:00+01:00`);
    expect(point.energy).toBe(energy);
    expect(point.grid).toBe(Number(grid.toFixed(6)));
  });

  it('postal_code rule 11: without published switching times the tariff cannot be priced', async () => {
    const query = 'pl?consumption_tariff=pl-example-g12&postal_code=00001';
    expect(await refusedShipped(query, winter)).toMatch(/^500 the time-of-use switching times are not available/);
  });

  it.each([
    ['&postal_code=27498', 'de-example-network-household', 9],
    ['&postal_code=10115', 'de-stromnetz-berlin-household', 7.46],
    ['&postal_code=10115&grid_tariff=de-stromnetz-berlin-module-3', 'de-stromnetz-berlin-module-3', 7.46],
    ['&grid_tariff=de-example-network-module-2', 'de-example-network-module-2', 3.6],
    ['&grid_tariff=de-bayernwerk-module-3', 'de-bayernwerk-module-3', 4.72],
    ['&grid_tariff=de-example-network-commercial', 'de-example-network-commercial', 7],
  ])('postal_code rule 12: de-example-fixed%s is priced on %s, %d ct in January', async (asked, id, price) => {
    const answer = await askShipped(`de?consumption_tariff=de-example-fixed${asked}`, winter);
    expect([answer.grid_tariff?.id, minorAt(answer, noon).grid]).toEqual([id, price]);
  });

  it.each([
    ['&postal_code=99000', 'se-example-house-16', 28],
    ['&postal_code=99100', 'se-example-flats-16', 31],
    ['&grid_tariff=se-example-house-25', 'se-example-house-25', 0],
    ['&postal_code=75310', 'se-vattenfall-e4', 35.6],
    ['&grid_tariff=se-vattenfall-t4', 'se-vattenfall-t4', 61.2],
  ])('postal_code rule 13: Sweden%s is priced on %s, %d öre', async (asked, id, price) => {
    const answer = await askShipped(`se?consumption_tariff=se-example-fixed-se3${asked}`, winter);
    expect([answer.grid_tariff?.id, minorAt(answer, noon).grid]).toEqual([id, price]);
  });

  it('postal_code rule 14: Greece charges the first band, whatever the address', async () => {
    const query = 'gr?consumption_tariff=gr-example-fixed&postal_code=10431&include=fees';
    expect(minorAt(await askShipped(query, winter), '2026-01-14T12:00:00+02:00')).toMatchObject({
      grid: 2.5,
      fees: 0.69,
    });
  });
});

describe('operators of an address', () => {
  it.each([
    ['nl', '1012 AB', ['nl-liander']],
    ['be', '2070', ['be-midden-vlaanderen']],
    ['no', '5003', ['no-bkk']],
    ['ch', '8109', ['ch-ekz']],
    ['ch', '8001', ['ch-elektrizitatswerk-der-st']],
    ['gb', 'E1 6AN', ['gb-region-c']],
    ['gb', 'BT1 1AA', []],
    ['it', '00184', []],
    ['at', '1010', ['at-wien']],
    ['at', '9999', []],
  ])('companies postal_code rule 1: %s %s is %j', async (country, code, ids) => {
    expect(await operatorsAt(country, code)).toEqual(ids);
  });
});

describe('coverage', () => {
  it('country-stats rule 7: Ireland is listed with 0 in every sector, Monaco and others hold nothing', async () => {
    const stats = await body('/public/country-stats');
    expect(stats.IE).toMatchObject({
      companies: { consumption: 0, feedin: 0, grid: 0, total: 0 },
      tariffs: { consumption: 0, feedin: 0, grid: 0 },
      ...{ hasTariffs: false, hasFees: false, feeCoverageComplete: true },
    });
    expect(Object.keys(stats)).not.toEqual(expect.arrayContaining(['MC']));
    const atLeast = 'AT BE CH CZ DE DK EE ES FI FR GB GR HU IT NL NO PL PT SE SI'.split(' ');
    expect(atLeast.filter((code) => !stats[code]?.hasTariffs)).toEqual([]);
  });

  it('shows every shape of price', () => {
    const rules = [...catalogue.books.values()].flatMap((book) =>
      [...book.tariffs.values()].flatMap(({ versions }) => versions.map(({ price }) => price)),
    );
    expect(new Set(rules.map(({ kind }) => kind))).toEqual(
      new Set(['spot', 'clock', 'registers', 'periods', 'calendar']),
    );
    const spots = rules.flatMap((rule) => (rule.kind === 'spot' ? rule : []));
    expect(new Set(spots.map(({ settlement }) => settlement))).toEqual(new Set([900, 1800, 3600]));
    expect(
      spots.some(({ coefficient, cap, floor }) => coefficient > 1 && cap !== undefined && floor !== undefined),
    ).toBe(true);
  });

  it('a calendar of colours has a red day and goes on for years', async () => {
    const query = 'fr?consumption_tariff=fr-example-colours';
    const at = async (now: string) =>
      minorAt(await askShipped(query, now), `${now.slice(0, 10)}T12:00:00+01:00`).energy;
    expect([await at('2026-12-02T10:00:00Z'), await at(autumn), await at('2030-01-15T10:00:00Z')]).toEqual([
      55, 14, 11,
    ]);
  });
});

describe('the source of every figure', () => {
  interface Sourced {
    readonly name: string;
    readonly source: string;
  }
  interface File {
    readonly companies?: readonly { readonly name: string; readonly tariffs?: readonly Sourced[] }[];
    readonly levies?: readonly Sourced[];
  }
  const files = readdirSync('data/catalogue', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('/') || path.includes('\\'))
    .filter((path) => path.endsWith('.jsonc'))
    .map((path) => readJsonc(`data/catalogue/${path}`) as File);
  const tariffs = files.flatMap(({ companies = [] }) =>
    companies.flatMap((company) => (company.tariffs ?? []).map((tariff) => ({ company, tariff }))),
  );

  it('an example value says so where it is listed', () => {
    const examples = tariffs.filter(({ tariff }) => tariff.source.startsWith('example value'));
    const unnamed = examples.filter(({ company, tariff }) => !/example/i.test(`${company.name} ${tariff.name}`));
    expect(unnamed.map(({ tariff }) => tariff.name)).toEqual([]);
    expect(examples.length).toBeGreaterThan(50);
  });

  it('most network operators have a real one', () => {
    const real = tariffs.filter(({ tariff }) => !tariff.source.startsWith('example value'));
    expect(real.length).toBeGreaterThan(200);
  });
});
