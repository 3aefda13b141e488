import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  write('sources.jsonc', { sources: [] });
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(path: string, content: unknown): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const book = (...files: object[]) => {
  for (const [i, file] of files.entries()) write(`de/${i}.jsonc`, file);
  return loadCatalogue(dir).books.get('DE');
};
const network = 'operator';
const flat = { kind: 'clock', rates: [{ price: 20 }] };
const tariff = (more: object = {}) => ({
  ...{ id: 't', sector: 'consumption', name: 'T', source: 'a test', versions: [{ version: '20260101', price: flat }] },
  ...more,
});
const company = (...tariffs: object[]) => ({ id: 'c', name: 'C', tariffs });
const priced = (price: object) => ({
  network,
  companies: [company(tariff({ versions: [{ version: '20260101', price }] }))],
});

describe('a catalogue of files', () => {
  // Promise P-616 use/catalogue: the files of a folder are read together, comments may stand
  it('joins the files of a country, and comments take whole lines', () => {
    write('de/market.jsonc', '// a market\n{\n  // whose network follows the operator\n  "network": "operator"\n}\n');
    const { companies, tariffs, network } =
      book({ companies: [{ id: 'a', name: 'A' }] }, { companies: [company(tariff())] }) ?? {};
    expect([network, [...(companies?.keys() ?? [])], [...(tariffs?.keys() ?? [])]]).toEqual([
      'operator',
      ['a', 'c'],
      ['t'],
    ]);
  });

  it('fills in what is seldom said', () => {
    expect(book({ network, companies: [company(tariff())] })?.tariffs.get('t')).toEqual({
      id: 't',
      companyId: 'c',
      sector: 'consumption',
      name: 'T',
      link: null,
      description: null,
      type: 'static',
      available: true,
      household: true,
      versions: [{ version: '20260101', available: false, price: flat }],
    });
  });

  it.each([
    ['ch', 'Rp/kWh'],
    ['dk', 'øre/kWh'],
    ['gb', 'p/kWh'],
    ['no', 'øre/kWh'],
    ['pl', 'gr/kWh'],
    ['se', 'öre/kWh'],
  ])('prices of %s may be in %s, a hundred to one of its currency', (country, unit) => {
    const clock = { ...priced({ kind: 'clock', rates: [{ price: 20 }] }), unit };
    write(`${country}/prices.jsonc`, clock);
    const [read] = [...loadCatalogue(dir).books.values()];
    expect(read?.tariffs.get('t')?.versions[0].price).toEqual({ kind: 'clock', rates: [{ price: 0.2 }] });
  });

  it.each([
    ['EUR/kWh', 20, 20],
    ['ct/kWh', 20, 0.2],
    ['ct/kWh', 9.4657, 0.094657],
  ])('prices in %s: %d becomes %d', (unit, written, price) => {
    const clock = { ...priced({ kind: 'clock', rates: [{ price: written }] }), unit };
    const levy = { name: 'l', component: 'fees', source: 'a test' };
    const rates = [{ from: '2026-01-01', value: written }];
    const levies = [
      { ...levy, basis: 'kwh', rates },
      { ...levy, basis: 'share', rates },
    ];
    const read = book({ ...clock, levies });
    expect(read?.tariffs.get('t')?.versions[0].price).toEqual({ kind: 'clock', rates: [{ price }] });
    expect(read?.levies.map(({ rates }) => rates[0]?.value)).toEqual([price, written]);
  });

  it.each([
    ['registers', { prices: { low: 20, high: 30 } }, 'static'],
    ['periods', { periods: [{ from: '2026-01-01', to: '2026-01-31', rates: [{ price: 20 }] }] }, 'static'],
    ['calendar', { publishedAt: '11:00', clocks: { red: [{ price: 20 }] }, days: { '2026-01-01': 'red' } }, 'dynamic'],
  ])('reads a price rule of %s', (kind, rule, type) => {
    const read = book(priced({ kind, ...rule }))?.tariffs.get('t');
    expect(read).toMatchObject({ type, versions: [{ price: { kind, ...rule } }] });
  });

  it('reads where a market ends, its regions, its schedules and that it levies nothing', () => {
    const territories = [{ codes: ['78266'], reason: 'elsewhere' }];
    const regions = [{ id: 'A', name: 'All', operators: ['c'] }];
    const schedules = [
      { registers: [{ name: 'low', when: { hours: ['22:00-06:00'] } }, { name: 'high' }], source: 's' },
    ];
    const areas = [{ codes: ['1'], operator: 'c', share: 0.5 }];
    const market = { network, territories, regions, schedules, areas, networkFollowsContract: true };
    const read = book({ ...market, levyFree: { source: 's' }, companies: [company(tariff({ region: 'A' }))] });
    expect(read).toMatchObject({ ...market, levyFree: true });
    expect(read?.tariffs.get('t')?.region).toBe('A');
  });

  it('takes the network for what it is today and levies for unknown where nothing is said', () => {
    expect(book({ network })).toMatchObject({ networkFollowsContract: false, levyFree: false, territories: [] });
  });

  it('reads a spot formula and calls it dynamic', () => {
    const rule = { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1.02, margin: 0.01, cap: 0.4 };
    expect(book(priced(rule))?.tariffs.get('t')).toMatchObject({ type: 'dynamic', versions: [{ price: rule }] });
  });
});

// Promise P-613 use/catalogue: an error names the allowed values
describe('a file that cannot be used is refused by name, place and what is allowed', () => {
  const half = { kind: 'clock', rates: [{ price: 1, when: { months: [1, 2], hours: ['00:00-24:00'] } }] };
  const levy = { name: 'l', component: 'fees', basis: 'kwh', source: 's', rates: [{ from: '2026-01-01', value: 1 }] };

  const periods = (...days: string[]) => ({
    kind: 'periods',
    periods: days.map((span) => ({ from: span.slice(0, 10), to: span.slice(11), rates: [{ price: 1 }] })),
  });

  const fee = {
    ...{ kind: 'time', name: 'Fee', issuer: 'network', part: 'grid', per: 'year', source: 's' },
    rates: [{ from: '2026-01-01', value: 1 }],
  };
  const overlapping = [
    { upTo: 16, amount: 1 },
    { over: 10, amount: 2 },
  ];
  it.each<[string, object, string]>([
    ['an unknown key', { network, taxes: [] }, '"taxes"'],
    ['a unit of another currency', { network, unit: 'øre/kWh' }, '0.jsonc: unit: must be "EUR/kWh" or "ct/kWh"'],
    [
      'a figure without its source',
      { network, levies: [{ ...levy, source: undefined }] },
      '0.jsonc: levies[0].source: must be there: a text',
    ],
    [
      'a VAT without its source',
      { network, vat: [{ rates: [{ from: '2026-01-01', value: 0.2 }] }] },
      '0.jsonc: vat[0].source: must be there: a text',
    ],
    [
      'a network charge without its source',
      { network, companies: [company(tariff({ sector: 'grid', source: undefined }))] },
      '0.jsonc: companies[0].tariffs[0].source: must be there: a text',
    ],
    [
      'a clock off the quarter hour',
      priced({ kind: 'clock', rates: [{ price: 1, when: { hours: ['06:10-07:00'] } }] }),
      'price.rates[0].when.hours[0]: must be HH:MM-HH:MM on quarter hours',
    ],
    [
      'a clock with a hole',
      priced(half),
      'price.rates: no rate applies in month 3 on working days at 00:00; one without when is for the rest',
    ],
    [
      'a clock without a Saturday',
      priced({
        kind: 'clock',
        rates: [
          { price: 1, when: { weekdays: [1, 2, 3, 4, 5] } },
          { price: 2, when: { weekdays: [7] } },
        ],
      }),
      'price.rates: no rate applies in month 1 on weekday 6, rest days at 00:00',
    ],
    [
      'a settlement interval',
      priced({ kind: 'spot', zone: 'Z', settlement: 60, coefficient: 1, margin: 0 }),
      'price.settlement: must be 900 or 1800 or 3600',
    ],
    [
      'a cap below the floor',
      priced({ kind: 'spot', zone: 'Z', settlement: 900, coefficient: 1, margin: 0, cap: 1, floor: 2 }),
      'price.cap: must not be below floor',
    ],
    [
      'a coefficient that makes no price',
      priced({ kind: 'spot', zone: 'Z', settlement: 900, coefficient: 1e308, margin: 0 }),
      'price.coefficient: must be at most 1000',
    ],
    [
      'a price of no kind that there is',
      priced({ kind: 'flat', price: 1 }),
      'price.kind: must be "spot" or "clock" or "registers" or "periods" or "calendar"',
    ],
    ['registers without one', priced({ kind: 'registers', prices: {} }), 'price.prices: must name the registers'],
    ['a period that ends before it begins', priced(periods('2026-02-01/2026-01-31')), 'price.periods: must be sorted'],
    ['a day in two periods', priced(periods('2026-01-01/2026-01-31', '2026-01-31/2026-02-28')), 'and no day in two'],
    [
      'a period of no calendar',
      priced(periods('2026-02-01/2026-02-30')),
      'price.periods[0].to: must be a date YYYY-MM-DD',
    ],
    [
      'a calendar whose days are no dates',
      priced({ kind: 'calendar', publishedAt: '11:00', clocks: {}, days: { '1 May': 'red' } }),
      'price.days.1 May: must be a date YYYY-MM-DD',
    ],
    [
      'a weekday by its name',
      priced({ kind: 'clock', rates: [{ price: 1, when: { weekdays: ['sat'] } }, { price: 2 }] }),
      'when.weekdays[0]: must be a number',
    ],
    [
      'a month that the year lacks',
      priced({ kind: 'clock', rates: [{ price: 1, when: { months: [0, 13] } }, { price: 2 }] }),
      'when.months[0]: must be at least 1',
    ],
    [
      'an empty list',
      priced({ kind: 'clock', rates: [{ price: 1, when: { months: [] } }, { price: 2 }] }),
      'when.months: must not be empty',
    ],
    [
      'a link that is none',
      { network, companies: [company(tariff({ link: 'my bill' }))] },
      'link: must be a web address',
    ],
    [
      'a version on no day of the calendar',
      { network, companies: [company(tariff({ versions: [{ version: '20260230', price: flat }] }))] },
      'versions[0].version: must be a date YYYYMMDD',
    ],
    [
      'a share levy inside the network charge',
      { network, levies: [{ ...levy, basis: 'share', component: 'grid' }] },
      'levies[0].component: must be "fees"',
    ],
    [
      'rows out of order',
      {
        network,
        vat: [
          {
            source: 's',
            rates: [
              { from: '2026-02-01', value: 0.1 },
              { from: '2026-01-01', value: 0.2 },
            ],
          },
        ],
      },
      'vat[0].rates: must be sorted by from, each day once',
    ],
    [
      'a VAT in per cent',
      { network, vat: [{ source: 's', rates: [{ from: '2026-02-01', value: 19 }] }] },
      'vat[0].rates[0].value: must be at most 1',
    ],
    [
      'an id that is too long',
      { network, companies: [{ id: 'x'.repeat(33), name: 'X' }] },
      'companies[0].id: must be 1 to 32 of a-z, 0-9 and -',
    ],
    ['no network', {}, 'de: network must be given in one of the files'],
    [
      'a tariff that is there twice',
      { network, companies: [company(tariff(), tariff())] },
      '0.jsonc: companies[0].tariffs[1].id: tariff "t" is there twice',
    ],
    [
      'an area of nobody',
      { network, areas: [{ codes: ['1'], operator: 'x' }] },
      '0.jsonc: areas[0].operator: "x" must be the id of a company',
    ],
    [
      'a levy of nobody',
      { network, levies: [{ ...levy, scope: { operators: ['x'] } }] },
      '0.jsonc: levies[0].scope.operators[0]: "x" must be the id of a company',
    ],
    [
      'a national tariff that is none',
      { network: { national: 't' }, companies: [company(tariff())] },
      '0.jsonc: network.national: "t" must be the id of a listed grid tariff',
    ],
    [
      'a schedule with a hole',
      { network, schedules: [{ registers: [{ name: 'low', when: { days: 'rest' } }], source: 's' }] },
      'schedules[0].registers: no register applies in month 1 on working days at 00:00',
    ],
    [
      'a schedule of nobody',
      { network, schedules: [{ scope: { operators: ['x'] }, registers: [{ name: 'low' }], source: 's' }] },
      '0.jsonc: schedules[0].scope.operators[0]: "x" must be the id of a company',
    ],
    [
      'a calendar of unknown clocks',
      priced({ kind: 'calendar', publishedAt: '11:00', clocks: {}, days: { '2026-01-01': 'red' } }),
      'price.days: must name one of the clocks each',
    ],
    [
      'a calendar whose other days have an unknown clock',
      priced({ kind: 'calendar', publishedAt: '11:00', clocks: { red: [{ price: 1 }] }, days: {}, otherwise: 'blue' }),
      'price.otherwise: must name one of the clocks',
    ],
    [
      'a calendar published off the quarter hour',
      priced({ kind: 'calendar', publishedAt: '11:10', clocks: {}, days: {} }),
      'price.publishedAt: must be HH:MM on a quarter hour',
    ],
    [
      'a region of nobody',
      { network, regions: [{ id: 'A', name: 'All', operators: ['x'] }] },
      '0.jsonc: regions[0].operators[0]: "x" must be the id of a company',
    ],
    [
      'working days without the holidays of the country',
      priced({ kind: 'clock', rates: [{ price: 1, when: { days: 'working' } }, { price: 2 }] }),
      '0.jsonc: companies[0].tariffs[0].versions[0].price.rates[0].when.days: "days" needs the holidays of the country, as "holidays": ["01-01", "easter-2", "12-25"]',
    ],
    [
      'rest days in a period without the holidays of the country',
      priced({
        kind: 'periods',
        periods: [{ from: '2026-01-01', rates: [{ price: 1, when: { days: 'rest' } }, { price: 2 }] }],
      }),
      '0.jsonc: companies[0].tariffs[0].versions[0].price.periods[0].rates[0].when.days: "days" needs the holidays of the country, as "holidays": ["01-01", "easter-2", "12-25"]',
    ],
    [
      'rest days of a register without the holidays of the country',
      {
        network,
        schedules: [{ registers: [{ name: 'low', when: { days: 'rest' } }, { name: 'high' }], source: 'a test' }],
      },
      '0.jsonc: schedules[0].registers[0].when.days: "days" needs the holidays of the country, as "holidays": ["01-01", "easter-2", "12-25"]',
    ],
    [
      'a tariff of an unknown region',
      { network, companies: [company(tariff({ region: 'A' }))] },
      '0.jsonc: companies[0].tariffs[0].region: "A" must be the id of a region',
    ],
    [
      'a bundled tariff without a network charge to take out',
      { network, companies: [company(tariff({ bundled: true }))] },
      '0.jsonc: companies[0].tariffs[0].id: tariff "t" is bundled: its region or the country must have a network charge',
    ],
    [
      'a national tariff that no listing shows',
      { network: { national: 't' }, companies: [company(tariff({ sector: 'grid', household: false }))] },
      '0.jsonc: network.national: "t" must be the id of a listed grid tariff',
    ],
    [
      'a contract on a network tariff that is none',
      { network, companies: [company(tariff({ gridTariff: 't' }))] },
      '0.jsonc: companies[0].tariffs[0].gridTariff: "t" must be the id of a grid tariff',
    ],
    [
      'a household tariff of another sector',
      { network, companies: [{ ...company(tariff()), householdTariff: 't' }] },
      '0.jsonc: companies[0].householdTariff: "t" must be the id of a listed grid tariff of company "c"',
    ],
    [
      'a standing line of a network tariff that is none',
      { network, standing: [{ ...fee, tariffs: ['t'] }] },
      '0.jsonc: standing[0].tariffs[0]: "t" must be the id of a grid tariff',
    ],
    [
      'a standing line of an operator that is none',
      { network, standing: [{ ...fee, scope: { operators: ['c'] } }] },
      '0.jsonc: standing[0].scope.operators[0]: "c" must be the id of a company',
    ],
    [
      'a tax on a line that is not there',
      { network, standing: [{ ...fee, per: undefined, kind: 'tax', on: ['meter'] }] },
      '0.jsonc: standing[0].on[0]: "meter" must be the name or part of a standing line, or energy, network, grid or fees',
    ],
    [
      'steps of a standing line that overlap',
      { network, standing: [{ ...fee, rates: [{ from: '2026-01-01', value: { by: 'A', steps: overlapping } }] }] },
      'must not overlap',
    ],
  ])('%s', (_, file, message) => {
    expect(() => book(file)).toThrow(message);
  });

  // Promise P-659 use/catalogue: spot prices in another currency need `exchangeRates`
  it('a spot tariff without the exchange rate of its market', () => {
    const spot = { kind: 'spot', zone: 'DK1', settlement: 900, coefficient: 1, margin: 0 };
    write('dk/market.jsonc', priced(spot));
    expect(() => loadCatalogue(dir)).toThrow('1.5 }] }: exchange prices are in EUR, those here in DKK');
  });

  it('a network given twice', () => {
    expect(() => book({ network }, { network })).toThrow(
      'de/1.jsonc: network: must be given once, and is in another file or in the shipped catalogue',
    );
  });

  it('JSON that is none', () => {
    write('de/broken.jsonc', '{ "network": ');
    expect(() => loadCatalogue(dir)).toThrow(join(dir, 'de', 'broken.jsonc'));
  });

  // Promise P-661 use/catalogue: a whole catalogue needs its `sources.jsonc`
  it('a folder without its sources', () => {
    write('de/market.jsonc', { network });
    rmSync(join(dir, 'sources.jsonc'));
    expect(() => loadCatalogue(dir)).toThrow(`${join(dir, 'sources.jsonc')}: ENOENT`);
  });

  it('a folder that is no country', () => {
    write('ger/market.jsonc', { network });
    expect(() => loadCatalogue(dir)).toThrow(`${join(dir, 'ger')}: the folder must be named AT, BE,`);
  });
});
