import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCommand } from '../../src/cli/compare.ts';
import { at } from '../support/service/pricing-fixture.ts';

const rows = (value: unknown, more: object = {}) => [{ from: '2025-01-01', value, ...more }];
const common = { issuer: 'network', part: 'grid', source: 'a test' };
const contract = (id: string, price: number, sector = 'consumption', more: object = {}) => ({
  ...{ id, sector, name: `The ${id}`, source: 'a test', ...more },
  versions: [{ version: '20250101', price: { kind: 'clock', rates: [{ price }] } }],
});
const netting = rows({ share: 1 });
/** Energy at 20 or 25 ct, network 4 ct, 20 % VAT, 1 a day for the meter, 2 a month for each contracted kW. */
const market = {
  ...{ network: 'operator', unit: 'ct/kWh', vat: [{ rates: rows(0.2), source: 'a test' }] },
  levies: [
    { name: 'Levy', component: 'fees', basis: 'kwh', rates: rows(1, { until: '2026-01-31' }), source: 'a test' },
  ],
  areas: [{ codes: ['1'], operator: 'net' }],
  companies: [
    {
      id: 'net',
      name: 'Net',
      householdTariff: 'wire',
      tariffs: [contract('wire', 4, 'grid'), contract('dual', 3, 'grid')],
    },
    {
      ...{ id: 'me', name: 'Me' },
      tariffs: [
        contract('dear', 25, 'consumption', { monthly: 3 }),
        contract('cheap', 20, 'consumption', { monthly: 3 }),
        contract('guess', 10, 'consumption', { grade: 'X' }),
        contract('sun', 5, 'feedin'),
      ],
    },
  ],
  standing: [
    { ...common, kind: 'time', name: 'Meter', per: 'day', rates: rows(1) },
    { ...common, kind: 'power', name: 'Contracted power', per: 'month', rates: rows(2) },
    { ...common, kind: 'credit', name: 'Support', per: 'day', part: 'support', rates: rows(-0.5), option: 'support' },
    {
      ...{ ...common, issuer: 'supplier', part: 'fees', kind: 'energy', name: 'Tax', flow: 'consumption' },
      ...{ netting, rates: rows(10) },
    },
  ],
  needed: [{ lines: ['Meter', 'Contracted power'] }],
};

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'bills-'));
  mkdirSync(join(dir, 'lu'));
  writeFileSync(join(dir, 'sources.jsonc'), '{ "sources": [] }');
  writeFileSync(join(dir, 'lu', 'a.jsonc'), JSON.stringify(market));
  // 1 kWh an hour is bought, and 0.5 kWh an hour are fed in, on the last day of January and the first of February.
  const hours = ['2026-01-31', '2026-02-01'].flatMap((date) =>
    Array.from({ length: 24 }, (_, hour) => `${date}T${String(hour).padStart(2, '0')}:00:00+01:00,1,0.5`),
  );
  writeFileSync(join(dir, 'meter.csv'), ['timestamp,bought,sold', ...hours, ''].join('\n'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const columns = ['start=timestamp', 'consumption=bought'].flatMap((column) => ['--columns', column]);
const compare = (...args: string[]) => {
  const places = ['--country', 'lu', '--catalogue', dir, '--keep', join(dir, 'none'), '--unit', 'kWh', ...columns];
  return compareCommand([...places, ...args, '--meter', join(dir, 'meter.csv')], at('2026-03-01T12:00:00Z'));
};
const bill = ['--bill', '--postal-code', '1234', '--contracted', '6'];
const billed = (...args: string[]) => {
  const { lines } = compare(...bill, ...args);
  return lines.slice(lines.findIndex((line) => line.startsWith('bill in ')));
};

describe('compare --bill', () => {
  // Promise P-940 use/compare: `--bill` prints each contract by month, the lines of the cheapest by company, and what
  //   is provisional
  it('prints the contracts, the lines of the cheapest by company and month, and what is provisional', () => {
    // 31 January: 24 x 20 ct + 3/31 + 24 x 10 ct and 24 x 4 ct + 1 + 12/31 + 24 x 1 ct, with 20 % VAT.
    expect(billed()).toEqual([
      'bill in EUR, with VAT                                    2026-01  2026-02  total',
      'cheap: Me, The cheap                                       11.86    11.92  23.78',
      'dear: Me, The dear                                         13.30    13.36  26.66',
      'lu-exchange-de-lu: Exchange price, Exchange price DE-LU     9.13     9.16  18.30  at least',
      'guess: no bill, because no price for its energy is known',
      '',
      'cheap               2026-01  2026-02  total',
      'supplier               8.76     8.77  17.52',
      '  energy               5.76     5.76  11.52',
      '  supplier fee         0.12     0.13   0.24',
      '  Tax                  2.88     2.88   5.76',
      'network                3.10     3.15   6.26',
      '  network              1.15     1.15   2.30',
      '  Meter                1.20     1.20   2.40',
      '  Contracted power     0.46     0.51   0.98',
      '  Levy                 0.29     0.29   0.58',
      'cheap: provisional, the figure has expired, 2026-02-01 to 2026-02-01: Levy',
      'choices of this market (--choice): support',
      'highest power of a reading: 1.00 kW',
    ]);
  });

  // Promise P-941 use/compare: `--bill` takes one change: a choice, another contracted power or network tariff, or no
  //   netting
  it('calculates a bill for each change of one fact', () => {
    const sold = ['--columns', 'feed-in=sold', '--tariff', 'cheap', '--tariff', 'sun'];
    const changes = ['choice=support', 'contracted=3', 'grid=dual', 'netting=no'];
    const lines = billed(...sold, ...changes.flatMap((change) => ['--instead', change]));
    const first = lines.findIndex((line) => line.startsWith('cheap instead with'));
    // Half of the energy is fed in and deducted: 24 kWh of energy and tax, 30 ct with VAT of 20 %.
    expect(lines[1]).toMatch(/^cheap: Me, The cheap +7\.54 +7\.60 +15\.14$/);
    expect(lines.slice(first, first + 5)).toEqual([
      'cheap instead with  2026-01  2026-02  total  difference',
      // 2 x 0.50 less; 3 kW x 2 x (1/31 + 1/28) less; 48 x 1 ct less; 24 x 30 ct more and 24 x 5 ct less. All but the last with VAT.
      'choice=support         6.94     7.00  13.94       -1.20',
      'contracted=3           7.31     7.35  14.65       -0.49',
      'grid=dual              7.25     7.31  14.57       -0.57',
      'netting=no            11.26    11.32  22.58       +7.44',
    ]);
  });

  // Promise P-942 use/compare: `--bill` prints CSV and JSON
  it('writes CSV for a spreadsheet, and the same as JSON', () => {
    const { lines } = compare(...bill, '--csv', '--tariff', 'cheap', '--instead', 'fuse=16');
    expect(lines.slice(0, 3)).toEqual([
      'contract,instead,status,month,issuer,kind,line,net EUR,vat EUR,total EUR',
      'cheap,,complete,2026-01,supplier,energy,energy,4.8,0.96,5.76',
      'cheap,,complete,2026-02,supplier,energy,energy,4.8,0.96,5.76',
    ]);
    expect(lines).toHaveLength(1 + 2 * 2 * 7);
    const { bills, choices } = JSON.parse(compare(...bill, '--json').lines.join(''));
    expect(choices).toEqual(['support']);
    expect(bills).toMatchObject([
      { id: 'cheap', total: 23.78, status: 'complete', alternatives: [] },
      { id: 'dear' },
      { id: 'lu-exchange-de-lu' },
    ]);
  });

  // Promise P-943 use/compare: a bill that lacks a line is marked "at least" and names it
  it('is at least so much without the contracted power, and names the line', () => {
    const { lines } = compare('--bill', '--postal-code', '1234', '--tariff', 'cheap');
    expect(lines.find((line) => line.startsWith('cheap: Me, The cheap') && line.endsWith('at least'))).toMatch(
      /22\.80/,
    );
    expect(lines).toContain(
      'cheap: a fact about the household is missing (--contracted, --fuse), 2026-01-31 to 2026-02-01: Contracted power',
    );
  });

  it('is incomplete, and not at least so much, without a contract for the energy that is fed in', () => {
    const lines = billed('--tariff', 'cheap', '--columns', 'feed-in=sold', '--instead', 'netting=no');
    // Netting leaves no feed-in to pay for. Without it 24 kWh are fed in, and 24 x 30 ct more are bought, with VAT.
    expect(lines).toContainEqual(expect.stringMatching(/^cheap: Me, The cheap +7\.54 +7\.60 +15\.14$/));
    expect(lines).toContainEqual(expect.stringMatching(/^netting=no .* 23\.78 +\+8\.64 +incomplete$/));
    expect(lines).toContain('cheap with netting=no: no figure is known, 2026-01-31 to 2026-02-01: feed-in');
  });

  it.each<[string[], string]>([
    [['--csv'], '--csv, --choice, --contracted, --fuse and --instead need --bill'],
    [['--bill', '--csv', '--json'], '--csv and --json cannot both be given'],
    [['--bill', '--contracted', '0'], '--contracted must be kW above 0, e.g. 6 or P1=4.6'],
    [['--bill', '--fuse', 'P1=3'], '--fuse must be amperes above 0, e.g. 25'],
    [['--bill', '--instead', 'netting=yes'], 'netting=no; choice= for no choice; got "netting=yes"'],
    [['--bill', '--choice', 'suport'], 'the choice "suport" is none of: support'],
    [['--bill', '--instead', 'grid=wires'], '"wires" is none of: wire, dual'],
  ])('refuses %j', (args, message) => {
    expect(() => compare(...args)).toThrow(message);
  });
});
