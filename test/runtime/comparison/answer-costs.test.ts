import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { answerCosts } from '../../../src/runtime/comparison/answer-costs.ts';
import type { CountryHome } from '../../../src/runtime/comparison/contract-bills.ts';
import { readContract } from '../../../src/service/contracts/typed-contract.ts';
import { row, workbookOf } from '../../metering/workbook.ts';
import { formOf } from '../../support/service/contract-form.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const keep = mkdtempSync(join(tmpdir(), 'costs-'));
afterAll(() => rmSync(keep, { recursive: true }));

const typed = (change: object) => {
  const read = readContract(formOf(change));
  return 'contract' in read ? [read.contract] : [];
};
const contracts = [
  ...typed({ feedin: { kind: 'fixed', price: '8' } }),
  ...typed({ id: 'own-2', name: 'With wires', network: { kind: 'fixed', price: '90' }, monthly: '0' }),
];
const file = (name: string, text: string) => ({ name, data: gzipSync(text).toString('base64') });
const hours = (kWh: number) =>
  ['timestamp,kWh', ...[0, 1, 2].map((hour) => `2026-01-10T0${hour}:00:00Z,${kWh - hour / 10}`)].join('\n');
const local = 'timestamp,kWh\n2026-01-10 00:00,1\n2026-01-10 01:00,1\n';
const danish = JSON.stringify(JSON.parse(readFileSync('test/metering/recorded/eloverblik.json', 'utf8')));
const another = JSON.parse(danish.replaceAll(/"mRID":"[^"]*"/g, '"mRID":"another"')).result[0];
const ask = (asked: object) =>
  answerCosts({ country: 'DE', ...asked }, { contracts, keep }, at('2026-02-01T00:00:00Z'));

describe('the answer to the files of a meter', () => {
  it('has the contracts of the market and the typed ones, last those without a network charge', () => {
    const { costs, bills, formats, oddDays } = ask({ files: [file('a.csv', hours(1))] });
    expect([formats, oddDays, costs?.kWh, costs?.currency]).toEqual([['timestamp,kWh'], 0, 2.7, 'EUR']);
    // Own contracts and the exchange price have bills; examples have none.
    expect(bills?.map(({ id, status }) => [id, status]).sort()).toEqual([
      ['de-exchange-de-lu', 'at-least'],
      ['own-1', 'at-least'],
      ['own-2', 'at-least'],
    ]);
    // An empty monthly charge is unknown, and 0 is none.
    const lacksFee = (id: string) =>
      bills?.find((bill) => bill.id === id)?.missing.some((line) => line.name === 'supplier fee');
    expect([lacksFee('own-1'), lacksFee('own-2')]).toEqual([true, false]);
    const [first, ...others] = costs?.contracts ?? [];
    expect([first?.id, first?.withoutNetwork, first?.sum.grid]).toEqual(['own-2', undefined, 2.43]);
    expect(others.find(({ id }) => id === 'own-1')).toMatchObject({ withoutNetwork: true, unpriced: [] });
    expect(others.some(({ company }) => company === 'Exchange price')).toBe(true);
  });

  // Promise P-523 use/compare: all files of a request together unpack to 96 MB at most
  it('refuses files that are together more than may be unpacked, as 120 bytes', () => {
    const files = [file('a.csv', hours(1)), file('b.csv', hours(2))];
    const within = (bytes: number) => answerCosts({ country: 'DE', files }, { contracts, keep }, 0, bytes);
    expect(() => within(120)).toThrow('files: expected at most 0.00012 MB unpacked, all files together');
    expect(() => within(2 * hours(1).length)).not.toThrow('unpacked');
  });

  it.each([
    ['all with hours that are empty before the last value', '2026-01-12T00:00:00Z,\n2026-01-14T00:00:00Z,1', 5],
    ['the day of the last value, and none that are empty behind it', '2026-01-12T00:00:00Z,\n2026-01-14T00:00:00Z,', 1],
  ])('counts as odd days %s', (_, rows, days) => {
    expect(ask({ files: [file('a.csv', `${hours(1)}\n${rows}\n`)] }).oddDays).toBe(days);
  });

  it('takes the network charge and the levies of an address', () => {
    const { costs } = ask({ postalCode: '10115', files: [file('a.csv', hours(1))] });
    const own = costs?.contracts.find(({ id }) => id === 'own-1');
    expect([own?.withoutNetwork, own?.sum.energy]).toEqual([undefined, 0.4185]);
    expect(own?.sum.grid).toBeGreaterThan(0.1);
  });

  it('counts the choices and the network charge of the site, and none of a site in another country', () => {
    const linesWith = (home: CountryHome, more: object = {}) =>
      answerCosts(
        { country: 'DE', files: [file('a.csv', hours(1))], ...more },
        { contracts, keep, home },
        at('2026-02-01T00:00:00Z'),
      ).bills?.flatMap(({ lines }) => lines.map(({ name }) => name));
    const home = { country: 'DE', grid: 'de-westnetz-household', choices: ['norgespris', 'module-1'] };
    const chosen = ['Grundpreis', 'Modul 1'];
    expect(linesWith(home)).toEqual(expect.arrayContaining(chosen));
    // An unknown postal code is left out.
    expect(linesWith(home, { postalCode: '70173' })).toEqual(expect.arrayContaining(chosen));
    expect(linesWith({ ...home, country: 'NO' })).not.toEqual(expect.arrayContaining(['Grundpreis']));
  });

  it.each([
    ['a country of which no contract is held', { country: 'CY' }, 'contracts'],
    ['no country, where the file does not tell it', { country: '' }, 'country'],
    ['no country, where the clock is needed', { country: '', files: [file('b.csv', local)] }, 'country'],
  ])('refuses %s', (_, more, refusal) => {
    expect(ask({ files: [file('a.csv', hours(1))], ...more }).refusal).toBe(refusal);
  });

  const unknown = ['My meter', 'when;row;how much', '2026-01-10 00:00;1;0,5', '2026-01-10 01:00;2;0,5'].join('\n');
  const shown = [
    ['when', 'row', 'how much'],
    ['2026-01-10 00:00', '1', '0,5'],
    ['2026-01-10 01:00', '2', '0,5'],
  ];

  it('has the first rows of a workbook as well', () => {
    const sheet = shown.map((cells) => row(...cells)).join('');
    const files = [
      { name: 'mine.xlsx', data: gzipSync(workbookOf({ Mine: row('My meter') + sheet })).toString('base64') },
    ];
    expect(ask({ files })).toMatchObject({ problem: { file: 'mine.xlsx', key: 'unknown-format' }, table: shown });
  });

  // Promise P-525 use/compare: the first rows of a table of unknown layout are shown, and it is calculated by the
  //   columns that the user names
  it('has the first rows of a table of no known layout, and reckons once it is said what is in its columns', () => {
    const files = [file('mine.csv', unknown)];
    expect(ask({ files })).toMatchObject({ problem: { file: 'mine.csv', key: 'unknown-format' }, table: shown });
    const columns = { start: ['when'], consumption: ['how much'] };
    expect(ask({ files, columns })).toMatchObject({ problem: { key: 'unit-needed' }, table: shown });
    expect(ask({ files, columns, unit: 'kWh' })).toMatchObject({ formats: ['CSV'], costs: { kWh: 1 } });
    expect(ask({ files, columns: { start: [1], consumption: [3] }, unit: 'kWh' })).toMatchObject({ costs: { kWh: 1 } });
    expect(() => ask({ files, columns: { start: [0] } })).toThrow(/columns\.start\.0: /);
  });

  it.each([
    ['of a file that is no table', 'when\nhow much\n'],
    ['of what is read in another way', '{"a": 1}'],
  ])('has no rows %s', (_, text) => {
    const { problem, table } = ask({ files: [file('mine.csv', text)] });
    expect([problem?.file, table]).toEqual(['mine.csv', undefined]);
  });

  it('leaves out a postal code of which no network operator is known, and says so', () => {
    const { costs, withoutAddress } = ask({ postalCode: '99999', files: [file('a.csv', hours(1))] });
    expect([withoutAddress, costs?.contracts.length]).toEqual([
      true,
      ask({ files: [file('a.csv', hours(1))] }).costs?.contracts.length,
    ]);
  });

  // Promise P-526 use/compare: a file of another country's layout causes a warning
  it.each([
    ['', 'DK', undefined],
    ['DE', 'DE', 'Europe/Copenhagen'],
    ['DK', 'DK', undefined],
  ])('with country "%s" reckons a Danish file in %s', (chosen, country, otherZone) => {
    const answer = ask({ country: chosen, files: [file('eloverblik.json', danish)] });
    expect([answer.country, answer.otherZone, answer.costs?.currency]).toEqual([
      country,
      otherZone,
      country === 'DK' ? 'DKK' : 'EUR',
    ]);
  });

  // Promise P-530 use/compare: of several meters one is chosen
  it('reads the meter that is chosen of several', () => {
    const two = danish.replace('"result":[', `"result":[${JSON.stringify(another)},`);
    expect(ask({ files: [file('two.json', two)] }).problem?.key).toBe('several-meters');
    expect(ask({ meter: 'another', files: [file('two.json', two)] }).costs?.kWh).toBeGreaterThan(0);
  });

  // Promise P-529 use/compare: a year of more than 100,000 kWh is doubted
  it('doubts a year that no household has', () => {
    const quarter = (kWh: number) => `timestamp,kWh\n2026-01-10T00:00:00Z,${kWh}\n2026-01-10T01:00:00Z,${kWh}`;
    const year = (kWh: number) => ask({ files: [file('a.csv', quarter(kWh))] }).costs?.doubtfulYear;
    // Two hours of a week: 1,900 kWh are 99,071 a year.
    expect([year(950), year(1000)]).toEqual([undefined, 104_286]);
  });

  it('doubts times that could be starts as well as ends, which makes no day odd', () => {
    const rows = ['08:00', '08:15', '08:30'].map((time) => `10.01.2026 ${time};0,5;`);
    const files = [file('noe.csv', ['Messzeitpunkt;Verbrauch (kWh);', ...rows].join('\n'))];
    expect(ask({ files })).toMatchObject({ startOrEnd: true, oddDays: 0, costs: { kWh: 1.5 } });
    expect(ask({ files: [file('a.csv', hours(1))] })).not.toHaveProperty('startOrEnd');
  });

  it.each([
    ['of the file that cannot be read', [file('a.csv', hours(1)), file('b.csv', '%PDF-1.7')], 'b.csv', 'document'],
    [
      'of files that contradict each other',
      [file('a.csv', hours(1)), file('b.csv', hours(2))],
      'a.csv, b.csv',
      'files-differ',
    ],
  ])('names the problem %s', (_, files, name, key) => {
    expect(ask({ files })).toMatchObject({ problem: { file: name, key } });
  });

  // Promise P-524 use/compare: nothing of the file is kept
  it('keeps nothing of them', () => {
    ask({ files: [file('a.csv', hours(1))] });
    expect(readdirSync(keep)).toEqual([]);
  });

  it('refuses what is not packed, or far too much of it', () => {
    const large = { name: 'zeros', data: gzipSync(Buffer.alloc(33 * 1024 * 1024)).toString('base64') };
    for (const wrong of [{ name: 'plain', data: 'AAAA' }, large])
      expect(() => ask({ files: [wrong] })).toThrow('files: expected files of at most 32 MB, packed by GZIP');
  });
});
