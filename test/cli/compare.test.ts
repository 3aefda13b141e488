import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCommand } from '../../src/cli/compare.ts';
import { UsageError } from '../../src/cli/flags.ts';
import { loadPrices } from '../../src/service/exchange/prices.ts';
import { at } from '../support/service/pricing-fixture.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'compare-'));
  mkdirSync(join(dir, 'catalogue', 'lu'), { recursive: true });
  writeFileSync(join(dir, 'catalogue', 'sources.jsonc'), '{ "sources": [] }');
  writeFileSync(join(dir, 'catalogue', 'lu', 'a.jsonc'), JSON.stringify(market));
  write('hours.csv', ...hours('2026-01-10', 1), ...hours('2026-01-11', 0.5));
  write('sold.csv', ...hours('2026-01-10', 2));
  mkdirSync(join(dir, 'prices'));
  writeFileSync(
    join(dir, 'prices', 'BE.txt'),
    `zone: BE\nreplay: no\n\n2026-01-10 3600 ${[10000, ...new Array(23).fill(0)].join(' ')}\n`,
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

const write = (name: string, ...rows: string[]) =>
  writeFileSync(join(dir, name), ['timestamp,kWh', ...rows, ''].join('\n'));
const hours = (date: string, kWh: number) =>
  Array.from({ length: 24 }, (_, i) => `${date}T${String(i).padStart(2, '0')}:00:00+01:00,${kWh}`);
const rates = (value: number) => [{ from: '2025-01-01', value }];
const tariff = (id: string, sector: string, price: object, more: object = {}) => ({
  ...{ id, sector, name: `The ${id}`, source: 'a test', ...more },
  versions: [{ version: '20250101', price }],
});
const flat = (price: number) => ({ kind: 'clock', rates: [{ price }] });
const spot = { kind: 'spot', zone: 'BE', settlement: 3600, coefficient: 1, margin: 0 };
const laterWire = {
  ...tariff('later-wire', 'grid', flat(4)),
  versions: [{ version: '20260111', price: flat(4) }],
};
const market = {
  ...{ network: 'operator', unit: 'ct/kWh' },
  vat: [{ rates: rates(0.2), source: 'a test' }],
  levies: [{ name: 'l', component: 'fees', basis: 'kwh', rates: rates(1), source: 'a test' }],
  areas: [{ codes: ['1'], operator: 'net' }],
  companies: [
    { id: 'net', name: 'Net', householdTariff: 'wire', tariffs: [tariff('wire', 'grid', flat(4)), laterWire] },
    {
      ...{ id: 'me', name: 'Me' },
      tariffs: [
        tariff('fixed', 'consumption', flat(25), { monthly: 3.1 }),
        tariff('spot', 'consumption', spot),
        tariff('sun', 'feedin', flat(7)),
      ],
    },
  ],
};

const now = at('2026-02-01T12:00:00Z');
const compare = (...args: string[]) =>
  compareCommand(
    [
      ...['--country', 'lu', '--catalogue', join(dir, 'catalogue'), '--prices', join(dir, 'prices')],
      ...['--keep', join(dir, 'none'), ...args],
    ],
    now,
  );
const danish = readFileSync('test/metering/recorded/eloverblik.json', 'utf8');
const both = ['--tariff', 'spot', '--tariff', 'fixed'];
/** The built command: its exit code and what it prints. */
function run(...args: string[]) {
  const places = ['--catalogue', join(dir, 'catalogue'), '--prices', join(dir, 'prices'), '--keep', join(dir, 'none')];
  const command = ['dist/src/cli/cli.js', 'compare', '--country', 'LU', ...places, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stdout, stderr };
}
const file = (name: string) => ['--meter', join(dir, name)];

describe('compare', () => {
  // Promise P-532 use/compare: the command prints each contract by component and month, the cheapest first, and the
  //   command that fetches what is missing
  it('prints the contracts by component and month, the cheapest first, and the days without a price', () => {
    // 36 kWh x (25 + 4 + 1) ct and two of 31 days of 3.10, and 20 %; of the exchange 24 kWh x (10 + 4 + 1) ct and 20 %.
    const { lines, isDone } = compare(...file('hours.csv'), '--postal-code', '1234', ...both);
    expect(isDone).toBe(true);
    expect(lines).toEqual([
      'timestamp,kWh: 2026-01-10 to 2026-01-11, 36 kWh bought, 0 kWh fed in',
      '',
      'EUR in all            energy  grid  fees   vat  monthly  total',
      'fixed: Me, The fixed    9.00  1.44  0.36  2.20     0.20  13.20',
      'spot: Me, The spot      2.40  0.96  0.24  0.72            4.32  for 66 % of the kWh',
      '',
      'by month  2026-01',
      'fixed       13.20',
      'spot         4.32',
      'spot: not included: 12.000 kWh without a price, 2026-01-11 to 2026-01-11',
      'no price for BE on 1 days from 2026-01-11 to 2026-01-11: dayahead-service fetch --zone BE --from 2026-01-11 --to 2026-01-11',
    ]);
  });

  // Promise P-533 use/compare: the command prints the same as JSON
  it('says the same as JSON', () => {
    const { lines } = compare(...file('hours.csv'), '--json', '--tariff', 'fixed', '--shift', '2', '--grid', 'wire');
    const { contracts, start, end, currency } = JSON.parse(lines.join(''));
    expect([start, end, currency]).toEqual(['2026-01-09T23:00:00Z', '2026-01-11T23:00:00Z', 'EUR']);
    expect(contracts).toMatchObject([
      { id: 'fixed', company: 'Me', sum: { kWh: 36, total: 13.2 }, shifted: { movedKwh: 4, total: 13.2, saving: 0 } },
    ]);
  });

  // Promise P-538 use/compare: files of one meter are joined
  it('joins files, and has the contracts on what is fed in by themselves', () => {
    const { lines } = compare(...file('sold.csv'), '--direction', 'feed-in');
    expect(lines.find((line) => line.startsWith('sun:'))).toMatch(/^sun: Me, The sun +3\.36 +-3\.36$/);
    expect(lines.some((line) => line.startsWith('lu-exchange-de-lu-feedin: Exchange price'))).toBe(true);
    expect(() => compare(...file('hours.csv'), join(dir, 'sold.csv'))).toThrow(
      /hours.csv, .*sold.csv: Two of the files contain different readings for 2026-01-09T23:00:00Z/,
    );
  });

  it('puts contracts without their network charge last, and says so', () => {
    const { lines } = compare(...file('hours.csv'), ...both);
    expect(lines[1]).toBe('without the network charge, which needs --postal-code or --grid: fixed, spot');
  });

  // Promise P-546 use/compare: a contract that could not be calculated stands last, with `-`
  it('puts a contract of which nothing could be reckoned last, without sums, dearer ones before it', () => {
    write('later.csv', ...hours('2026-01-11', 1));
    const { lines } = compare(...file('later.csv'), ...both, '--shift', '1');
    expect(lines.slice(3, 9)).toEqual([
      'EUR in all            energy  fees   vat  monthly  total  shifted',
      'fixed: Me, The fixed    6.00  0.24  1.27     0.10   7.61     7.61',
      'spot: Me, The spot         -     -     -        -      -        -',
      '',
      'by month  2026-01',
      'fixed        7.61',
    ]);
    expect(lines[9]).toBe('spot            -');
  });

  // Promise P-545 use/compare: a total that omits energy gives the amount that it covers
  it('names the network charge where that is what is not held', () => {
    const { lines } = compare(...file('hours.csv'), '--grid', 'later-wire', '--tariff', 'fixed');
    expect(lines.find((line) => line.includes('The fixed'))).toMatch(/for 33 % of the kWh$/);
    expect(lines.filter((line) => line.startsWith('fixed: '))).toContain(
      'fixed: not included: 24.000 kWh without a known network charge, 2026-01-10 to 2026-01-10',
    );
  });

  // Promise P-541 use/compare: exchange prices of `--prices`, one's own, the kept and the shipped, each on its own
  //   day; contracts of `--own`
  it('takes each day from --prices, one’s own, the kept live prices or the shipped ones, in this order, and one’s own contracts', () => {
    const days = ['2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14'];
    const held = (folder: string, count: number, price: number) => {
      mkdirSync(join(dir, folder), { recursive: true });
      const rows = days.slice(0, count).map((day) => `${day} 3600 ${[price, ...new Array(23).fill(0)].join(' ')}`);
      writeFileSync(join(dir, folder, 'BE.txt'), `zone: BE\nreplay: no\n\n${rows.join('\n')}\n`);
      return join(dir, folder);
    };
    const [prices, , keep] = [held('said', 1, 10000), held('own/prices', 2, 20000), held('kept', 3, 30000)];
    mkdirSync(join(dir, 'own', 'lu'));
    const mine = { id: 'myself', name: 'Myself', tariffs: [tariff('mine', 'consumption', spot)] };
    writeFileSync(join(dir, 'own', 'lu', 'mine.jsonc'), JSON.stringify({ unit: 'ct/kWh', companies: [mine] }));
    write('four.csv', ...days.flatMap((day) => hours(day, 1)));
    const places = [
      '--catalogue',
      join(dir, 'catalogue'),
      '--own',
      join(dir, 'own'),
      '--prices',
      prices,
      '--keep',
      keep,
    ];
    const asked = ['--country', 'LU', ...file('four.csv'), '--json', '--tariff', 'mine'];
    const { contracts } = JSON.parse(compareCommand([...places, ...asked], now).lines.join(''));
    const shipped = loadPrices('data/prices').get('BE')?.days.get('2026-01-14')?.prices ?? [];
    const mean = shipped.reduce((sum, price) => sum + price, 0) / shipped.length;
    // A kWh an hour at 10, 20 and 30 ct, and the last day as the exchange had it.
    expect(contracts[0].sum.energy).toBeCloseTo(24 * (0.1 + 0.2 + 0.3 + mean), 6);
  });

  // Promise P-551 use/compare: the commands of the page can be given as they stand
  it('follows the commands of docs/use/compare.md', () => {
    write('2025.csv', ...hours('2025-06-01', 0.5));
    write('2026.csv', ...hours('2026-01-31', 0.5));
    writeFileSync(join(dir, 'mine.csv'), 'Date,Time,kWh\n2026-01-10,00:00,0.5\n2026-01-10,01:00,0.5\n');
    const [, block = ''] = /```sh\n([\s\S]+?)```/.exec(readFileSync('docs/use/compare.md', 'utf8')) ?? [];
    const first = block
      .trim()
      .split('\n')
      .map((line) => {
        const [command, verb, ...args] = line.split(' ');
        expect([command, verb]).toEqual(['dayahead-service', 'compare']);
        const placed = args.map((arg) => (arg.endsWith('.csv') ? join(dir, arg) : arg));
        return compareCommand([...placed, '--keep', join(dir, 'none')], now).lines[0] ?? '';
      });
    expect(first[0]).toMatch(/^timestamp,kWh: 2025-06-01 to 2026-01-31, 24 kWh bought/);
    expect(JSON.parse(first[1] ?? '')).toMatchObject({ kWh: 1, currency: 'EUR' });
  });

  it('is not done where no contract has all prices', () => {
    expect(compare(...file('hours.csv'), '--tariff', 'spot').isDone).toBe(false);
  });

  // Promise P-540 use/compare: columns by name or number, several added up
  it('reads named columns', () => {
    writeFileSync(join(dir, 'named.csv'), 'When;Day;Night\n2026-01-10 00:00;1;2\n2026-01-10 01:00;3;4\n');
    const { lines } = compare(
      ...[...file('named.csv'), '--columns', 'start=When', '--columns', 'consumption=2'],
      ...['--columns', 'consumption=Night', '--unit', 'kWh', '--tariff', 'fixed'],
    );
    expect(lines[0]).toBe('CSV: 2026-01-10 to 2026-01-10, 10 kWh bought, 0 kWh fed in');
  });

  it.each<[string[], string]>([
    [[], '--meter must be given: the file of the meter'],
    [['--meter', 'a', '--country', 'XX'], '--country must be one of AT, BE'],
    [['--meter', 'a', '--country', 'CY'], 'ENOENT'],
    [['--meter', 'a', '--shift', '-4'], '--shift must be kWh per day, e.g. 4'],
    [['--meter', 'a', '--shift'], '--shift needs a value'],
    [['--meter', 'test'], 'test: this is a folder: --meter takes the files in it'],
    [['--meter', 'a', '--shift', 'much'], '--shift must be kWh per day, e.g. 4'],
    [
      ['--meter', 'a', '--columns', 'when=Date'],
      '--columns must be start=, end=, consumption= or feed-in= with a column',
    ],
    [['--meter', 'a', '--unit', 'm3'], '--unit must be one of Wh, kWh'],
  ])('refuses %j', (args, message) => {
    expect(() => compare(...args)).toThrow(message);
  });

  // Promise P-531 use/compare: one of several meters is chosen on the command line with `--point`
  it('says with which flag one of several meters is chosen', () => {
    const { result } = JSON.parse(danish);
    const other = JSON.parse(JSON.stringify(result[0]).replaceAll(/"mRID":"[^"]*"/g, '"mRID":"another"'));
    writeFileSync(join(dir, 'two.json'), JSON.stringify({ result: [...result, other] }));
    expect(() => compare(...file('two.json'))).toThrow(/Choose one\. --point chooses it\.$/);
    expect(() => compare(...file('two.json'), '--point', 'another')).not.toThrow();
  });

  // Promise P-527 use/compare: the command line warns about a file of another country's layout, and about a year that
  //   no household has
  it('asks whether the country is right where the layout of a file is of another, and whether the unit is', () => {
    writeFileSync(join(dir, 'danish.json'), danish);
    write('large.csv', ...hours('2026-01-10', 1000));
    expect(compare(...file('danish.json')).lines).toContain(
      'the times in the file are in Europe/Copenhagen time: is --country right?',
    );
    expect(compare(...file('large.csv'), '--tariff', 'fixed').lines).toContain(
      'that would be 1251429 kWh a year, more than a household uses: is the unit right (--unit)?',
    );
  });

  it.each([
    [['--tariff', 'wire'], '"wire" is none of: fixed, spot, sun'],
    [['--postal-code', '9999'], 'no network operator is known for 9999'],
  ])('refuses %j, which the market does not have, as a wrong question', (args, message) => {
    expect(() => compare(...file('hours.csv'), ...args)).toThrow(UsageError);
    expect(() => compare(...file('hours.csv'), ...args)).toThrow(message);
  });

  // Promise P-539 use/compare: each file of a meter has at most 32 MB
  it('refuses a file that is too large by its size, before it is read', () => {
    writeFileSync(join(dir, 'large.csv'), '');
    truncateSync(join(dir, 'large.csv'), 100 * 1024 * 1024);
    expect(() => compare(...file('large.csv'))).toThrow(/large.csv: The file is 100 MB; the maximum is 32 MB\./);
  });

  // Promise P-550 use/compare: exit code 0, 1 where nothing could be read or calculated as a whole, 2 for a wrong
  //   question
  it.each<[string, string, string[], number, RegExp]>([
    ['a contract that has all prices', 'hours.csv', ['--tariff', 'fixed'], 0, /^timestamp,kWh: .*\n.*\n\nEUR in all/],
    ['none that has', 'hours.csv', ['--tariff', 'spot'], 1, /spot: not included: 12\.000 kWh/],
    ['no reading', 'none.csv', [], 1, /^dayahead-service: \S*none\.csv: there is no such file or folder\n$/],
    ['a question about its flags', 'hours.csv', ['--help'], 0, /^usage: dayahead-service compare --meter FILE/],
    ['a contract that nobody offers', 'hours.csv', ['--tariff', 'nobodys'], 2, /is none of: fixed, spot, sun.*\n/],
  ])('exits after %s as scripts need it', (_, name, args, code, said) => {
    const { status, stdout, stderr } = run(...file(name), ...args);
    expect([status, `${stdout}${stderr}`]).toEqual([code, expect.stringMatching(said)]);
  });
});
